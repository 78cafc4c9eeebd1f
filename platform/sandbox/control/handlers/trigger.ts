import { didYouMean } from "@oipkit/runtime/nearest-names";
import { eventTexts } from "../../generated/event-texts/event-texts.js";
import { found } from "../../platform/access/found.js";
import {
  allowedStatuses,
  type PathStep,
  type PathSubject,
  pathTimers,
  pathTo,
  stepCommand,
} from "../../platform/commerce/index.js";
import { type EmittedEvent, Refusal, type View } from "../../platform/draft.js";
import { organizationTime } from "../../platform/organization-time.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";
import { activeApplication } from "./applications.js";
import { organizationClock } from "./organization-clocks.js";
import { clockState } from "./state.js";

type TriggerParts = Pick<
  SandboxParts,
  "world" | "commerce" | "clock" | "delivery" | "advance" | "organizationClocks" | "log"
>;

/** The operation that makes an event happen. */
export function triggerHandlers(parts: TriggerParts): Handlers<"triggerEvent"> {
  const { world, clock, log } = parts;
  return {
    async triggerEvent({ body }) {
      const { event_type: event } = body;
      assertKnown(event);
      const { subject: from, steps: path } = chosenPath(parts, body);
      const events: EmittedEvent[] = [];
      const stop = world.onCommit((committed) => events.push(...committed.events));
      let subject = from;
      const steps: string[] = [];
      try {
        for (const step of path) {
          subject = await taken(parts, subject, step);
          steps.push(stepText(step, organizationTime(world.view, from.organization, clock.now())));
        }
      } finally {
        stop();
      }
      const { subscription } = subject;
      const own = events.filter((each) => isAbout(each, { event, subscription }));
      log.write({
        kind: "control",
        message: `triggered ${event}`,
        data: { subscription_id: subscription ?? null },
      });
      await parts.delivery.runDue();
      return {
        subscription_id: subscription ?? null,
        steps,
        events: own.map(shown),
        clock: await clockState(parts),
        organization_clock: hasOwnClock(world.view, from)
          ? await organizationClock(parts, from.organization)
          : null,
      };
    },
  };

  function shown({ event }: EmittedEvent): Schemas["EmittedEvent"] {
    const { event_id, event_type, resource_version } = event;
    return { event_id, event_type, version: typeof resource_version === "number" ? resource_version : null };
  }
}

/** Refuses a type that isn't in the contract. */
function assertKnown(event: string): void {
  const types = eventTexts.map(({ event_type }) => event_type);
  if (types.includes(event)) return;
  const shown = event.slice(0, 200);
  const near = didYouMean(shown, types) || "; the Console's page of event tests lists all types";
  throw new Refusal("invalid", "event-unknown", { message: `the contract has no event ${shown}${near}` });
}

interface Chosen {
  readonly subject: PathSubject;
  readonly steps: readonly PathStep[];
}

/**
 * From the subscription that is named, else the shortest from one of the application's, else from a new one. That one is looked at first, since
 * its way is short and a search for a shorter one ends soon.
 */
function chosenPath({ world, commerce, clock }: TriggerParts, body: Schemas["Trigger"]): Chosen {
  const { view } = world;
  const to = { event: body.event_type };
  const sandboxTime = clock.now();
  let found: Chosen | undefined;
  for (const subject of pathSubjects(view, body).toReversed()) {
    const now = organizationTime(view, subject.organization, sandboxTime);
    const mostSteps = found?.steps.length;
    const steps = pathTo(commerce, { view, now, subject, to, mostSteps });
    if (steps !== undefined) found = { subject, steps };
  }
  if (found !== undefined) return found;
  throw new Refusal("conflict", "event-unreachable", {
    message: `no way leads to ${body.event_type} from here: no move of the sandbox's lifecycle makes it, or the subscription has ended`,
  });
}

/** Subscriptions that are looked at; each of them takes a search. */
const mostSubscriptions = 5;

function pathSubjects(view: View, body: Schemas["Trigger"]): readonly PathSubject[] {
  if (body.subscription_id !== undefined && body.plan_code !== undefined)
    throw new Refusal("invalid", "plan-of-subscription", {
      message: "`plan_code` is the plan of a new subscription; leave out `subscription_id` or `plan_code`",
    });
  if (body.subscription_id !== undefined) {
    const { application, organization, id } = found(view, "subscription", body.subscription_id);
    return [{ application, organization, subscription: id }];
  }
  const application = activeApplication(view, body.application_id);
  const organization = body.organization_id ?? application.organization;
  const where = { application: application.id, organization };
  if (body.plan_code !== undefined) return [{ ...where, plan: existingPlan(view, body.plan_code) }];
  const own = view.list("subscription", where).slice(-mostSubscriptions);
  return [...own.map(({ id }) => ({ ...where, subscription: id })), where];
}

/** The code of a plan of any product. Refuses if there is none, and names those that there are. */
function existingPlan(view: View, code: string): string {
  const codes = view.list("catalogProduct").flatMap(({ plans }) => plans.map((plan) => plan.code));
  if (codes.includes(code)) return code;
  throw new Refusal("missing", "plan-unknown", {
    message: `no product has a plan "${code}"; there are ${[...new Set(codes)].join(", ")}`,
  });
}

/** Does one step. Refuses as the command does that it stands for. */
async function taken(
  { world, commerce, advance, organizationClocks }: TriggerParts,
  subject: PathSubject,
  step: PathStep,
): Promise<PathSubject> {
  if (step.kind !== "advance") return world.run(stepCommand(commerce, step), subject);
  const timer = pathTimers(commerce, world.view, subject).find(({ name }) => name === step.timer);
  if (timer === undefined)
    throw new Refusal("conflict", "timer-missing", {
      message: `the subscription has no timer ${step.timer} any more: something else happened meanwhile`,
    });
  const { organization } = subject;
  if (hasOwnClock(world.view, subject)) await organizationClocks.advance(organization, timer.at);
  else await advance(timer.at);
  return subject;
}

function hasOwnClock(view: View, { organization }: PathSubject): boolean {
  return view.get("organizationClock", organization) !== undefined;
}

function isAbout(
  { event: { event_type, resource_id } }: EmittedEvent,
  { event, subscription }: { readonly event: string; readonly subscription: string | undefined },
): boolean {
  return event_type === event || resource_id === subscription;
}

function whenText(when: "now" | "period_end"): string {
  return when === "now" ? "now" : "at the end of the period";
}

function stepText(step: PathStep, now: number): string {
  switch (step.kind) {
    case "buy":
      return `bought ${step.plan} of ${step.product}; its payment ${step.payment}`;
    case "cancel":
      return `cancelled, ${whenText(step.when)}`;
    case "change-plan":
      return `changed the plan to ${step.plan}, ${whenText(step.when)}`;
    case "operate":
      return `operator: ${step.trigger}`;
    case "payment":
      if (step.payment === "fails") return "payments: the next fail";
      return "payments: the next succeed";
    case "assign":
      return `assigned ${step.membership}`;
    case "unassign":
      return `ended the assignment of ${step.membership}`;
    case "advance":
      return `advanced to ${isoTime(now)}: ${step.timer}`;
  }
}

/** The operations of the contract's events. */
export function eventTypeHandlers({ delivery }: Pick<SandboxParts, "delivery">): Handlers<"listEventTypes"> {
  const testable = new Set(delivery.tests?.types);
  const statuses: Readonly<Record<string, readonly string[]>> = allowedStatuses;
  const shown = eventTexts.map((event) => ({
    ...event,
    statuses: [...(statuses[event.event_type] ?? [])],
    testable: event.callback || testable.has(event.event_type),
  }));
  const of = (isCallback: boolean): Schemas["EventTypeDetails"][] =>
    shown.filter(({ callback }) => callback === isCallback).map(({ callback: _, ...event }) => event);
  const types = { event_types: of(false), callback_types: of(true) };
  return { listEventTypes: () => types };
}
