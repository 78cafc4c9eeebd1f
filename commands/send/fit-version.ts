import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { JsonObject } from "@oipkit/runtime/webhook";
import type { Change } from "../conform/suite/delivery.js";
import type { Suite } from "../conform/suite/suite.js";
import { UsageError } from "../options/usage.js";
import type { Choice } from "./choose.js";
import type { SentVersion } from "./sent-versions.js";
import type { SendPlan } from "./settings.js";

/** The resource that an event is about, and the changes that give it its version. */
export interface Fitted {
  /** Family of its resource; `undefined` if its events aren't ordered. */
  readonly family: string | undefined;
  /** `undefined` for a fresh one. */
  readonly resource: string | undefined;
  readonly change: readonly Change[];
}

/** A choice with the version that fits, and its resource; the delivery of a conformance case is left as it is. */
export function placed(
  suite: Suite,
  plan: SendPlan,
  { choice, sent }: { readonly choice: Choice; readonly sent: readonly SentVersion[] },
): Omit<Fitted, "change"> & { readonly choice: Choice } {
  const { example } = choice.delivery;
  const event = example && suite.examples[example.subject]?.[example.case];
  if (choice.testCase !== undefined || example === undefined || event === undefined)
    return { choice, family: undefined, resource: undefined };
  const { subject } = example;
  const { change, ...place } = fitVersion(suite, {
    plan,
    subject,
    event,
    named: plan.event !== subject,
    sent,
  });
  const delivery = { ...choice.delivery, change: [...change, ...(choice.delivery.change ?? [])] };
  return { ...place, choice: { ...choice, delivery } };
}

interface FitOptions {
  readonly plan: Pick<SendPlan, "resource" | "next" | "version">;
  readonly subject: string;
  readonly event: JsonObject;
  /** Whether the example was named, and so keeps its version by default. */
  readonly named: boolean;
  /** Accepted versions, the latest last. */
  readonly sent: readonly SentVersion[];
}

/**
 * Gives an event the version that a receiver can handle at once: 1 for a new resource, with `next` the one after the
 * last accepted. Fields that the contract requires to be equal change with it. Throws `UsageError`.
 */
function fitVersion(suite: Suite, { plan, subject, event, named, sent }: FitOptions): Fitted {
  const { resource: resourceAt, version: versionAt } = suite.protocol.event.ordering ?? {};
  const order = Object.hasOwn(suite.orders ?? {}, subject) ? suite.orders?.[subject] : undefined;
  const family = order?.family;
  const given = (["resource", "next", "version"] as const).find((name) => Boolean(plan[name]));
  const has = (pointer: string | undefined): pointer is string =>
    pointer !== undefined && valueAtPointer(event, pointer) !== undefined;
  if (!has(versionAt) || !has(resourceAt)) {
    if (given !== undefined)
      throw new UsageError(`--${given}: ${subject} belongs to no resource that has versions`);
    return { family: undefined, resource: undefined, change: [] };
  }
  const last = plan.next
    ? sent.findLast(
        (each) => each.family === family && (plan.resource === undefined || each.resource === plan.resource),
      )
    : undefined;
  if (plan.next && last === undefined) {
    const about = plan.resource === undefined ? "" : " about this resource";
    throw new UsageError(
      `--next: no event of this kind${about} is known to be accepted there; send one without --next, or use --resource and --version`,
    );
  }
  const resource = plan.resource ?? last?.resource;
  const version = last === undefined ? (plan.version ?? (named ? undefined : 1)) : last.version + 1;
  if (version === undefined) return { family, resource, change: [] };
  const places = new Set([versionAt, ...linkedTo(versionAt, order?.equal ?? [])]);
  const held = [...places].filter((place) => valueAtPointer(event, place) !== undefined);
  return { family, resource, change: held.map((set) => ({ set, to: version })) };
}

/** The fields that equal a field, directly or through others. */
function linkedTo(pointer: string, pairs: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const found = new Set([pointer]);
  for (const place of found) {
    for (const [one, other] of pairs) {
      if (one === place) found.add(other);
      if (other === place) found.add(one);
    }
  }
  return found;
}
