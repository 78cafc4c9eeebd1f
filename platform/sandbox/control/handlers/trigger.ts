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
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";
import { activeApplication } from "./applications.js";
import { clockState } from "./state.js";

type TriggerParts = Pick<SandboxParts, "world" | "commerce" | "clock" | "delivery" | "advance" | "log">;

/** The operation that makes an event happen. */
export function triggerHandlers(parts: TriggerParts): Handlers<"triggerEvent"> {
  const { world, clock, log } = parts;
  return {
    async triggerEvent({ body }) {
      const { event_type: event } = body;
      const { subject: from, steps: path } = chosenPath(parts, body);
      const events: EmittedEvent[] = [];
      const stop = world.onCommit((committed) => events.push(...committed.events));
      let subject = from;
      const steps: string[] = [];
      try {
        for (const step of path) {
          subject = await taken(parts, subject, step);
          steps.push(stepText(step, clock.now()));
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
      };
    },
  };

  function shown({ event }: EmittedEvent): Schemas["EmittedEvent"] {
    const { event_id, event_type, resource_version } = event;
    return { event_id, event_type, version: typeof resource_version === "number" ? resource_version : null };
  }
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
  const now = clock.now();
  let found: Chosen | undefined;
  for (const subject of pathSubjects(view, body).toReversed()) {
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
  if (body.subscription_id !== undefined) {
    const { application, organization, id } = found(view, "subscription", body.subscription_id);
    return [{ application, organization, subscription: id }];
  }
  const application = activeApplication(view, body.application_id);
  const organization = body.organization_id ?? application.organization;
  const where = { application: application.id, organization };
  const own = view.list("subscription", where).slice(-mostSubscriptions);
  return [...own.map(({ id }) => ({ ...where, subscription: id })), where];
}

/** Does one step. Refuses as the command does that it stands for. */
async function taken(
  { world, commerce, advance }: TriggerParts,
  subject: PathSubject,
  step: PathStep,
): Promise<PathSubject> {
  if (step.kind !== "advance") return world.run(stepCommand(commerce, step), subject);
  const timer = pathTimers(commerce, world.view, subject).find(({ name }) => name === step.timer);
  if (timer === undefined)
    throw new Refusal("conflict", "timer-missing", {
      message: `the subscription has no timer ${step.timer} any more: something else happened meanwhile`,
    });
  await advance(timer.at);
  return subject;
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
