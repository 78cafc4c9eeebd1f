import type { Protocol } from "@oipkit/runtime/webhook";
import { changedHeader } from "../../../../commands/conform/request/outgoing.js";
import type { Change, Delivery, ExampleRef } from "../../../../commands/conform/suite/delivery.js";
import type { Case, StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import type { ProtocolRules } from "../../../../reader/model/webhook-protocol.js";

/** A protocol of which any part may be absent. */
export type ProtocolParts = { readonly [Part in keyof Protocol]?: Protocol[Part] };

/** What protocol cases are derived from. */
export interface ProtocolFacts {
  readonly protocol: ProtocolParts;
  /** The event that the cases deliver. */
  readonly example: ExampleRef;
  readonly event: object;
  /** Changes after which the event has other content, but is valid and the same event; absent if none are known. */
  readonly otherContent?: readonly Change[] | undefined;
  /** A callback; absent if there is no example of one. */
  readonly callback?: ExampleRef | undefined;
  /** JSON Pointers of fields that must equal the version, in pairs. */
  readonly equal: readonly (readonly [string, string])[];
  /** Whether the schema accepts an event. */
  readonly isValid: (event: object) => boolean;
}

/** One case of a part: a name and steps, and what a receiver that fails it gets wrong. */
export interface PartCase extends Pick<Case, "level" | "why" | "steps" | "needs" | "open"> {
  readonly name: string;
  readonly cause?: string;
  /** The rule that the protocol must state for this case to be one. Default: that of the part. */
  readonly ruledBy?: keyof ProtocolRules;
}

/** A part of a protocol document, and the cases that it gives rise to. */
export interface ProtocolPart {
  /** Stable: the middle of the cases' ids, `protocol/<part>/<name>`. */
  readonly name: string;
  /** The member of the protocol document that states the rule. */
  readonly member: string;
  /** The rule, as a sentence. */
  readonly rule: string;
  /** The rule that the protocol must state for the cases to be more than `info`. Default: none, since the part itself states it. */
  readonly ruledBy?: keyof ProtocolRules;
  /** Whether a hand-written case is about this part; if so, none is derived. */
  readonly isAbout: (testCase: Case, protocol: ProtocolParts) => boolean;
  /** None if the protocol lacks the part. */
  readonly cases: (facts: ProtocolFacts) => readonly PartCase[];
}

/** A step that delivers the example with deviations. */
export function delivered(
  { example }: ProtocolFacts,
  delivery: Delivery,
  status: readonly StatusRef[],
): Step {
  return { deliver: { example, bind: true, ...delivery }, expect: { status } };
}

/** Makes cases of one level that deliver the example with deviations and expect the same answer. */
export function deliveryCases(
  facts: ProtocolFacts,
  { level, status }: { readonly level: Case["level"]; readonly status: readonly StatusRef[] },
): (name: string, why: string, delivery: Delivery & { readonly cause: string }) => PartCase {
  return (name, why, { cause, ...delivery }) => ({
    name,
    level,
    why,
    cause,
    steps: [delivered(facts, delivery, status)],
  });
}

/** The deliveries of a case. */
export function deliveriesIn({ steps }: Case): readonly Delivery[] {
  return steps.flatMap((step) => {
    if ("deliver" in step) return [step.deliver];
    if ("together" in step) return step.together.deliver;
    return [];
  });
}

/** A header that a case changes, by role or by name. */
export function changesHeader(protocol: ProtocolParts, role: string, { headers = [] }: Delivery): boolean {
  const names: Readonly<Record<string, string | undefined>> = { ...protocol.headers };
  return headers.some((change) => {
    const ref = changedHeader(change);
    return ref === role || ref.toLowerCase() === names[role]?.toLowerCase();
  });
}

/** Whether the sender gives each event an id; otherwise a probe can't look an event up. */
export function hasEventId({
  event,
  headers,
}: {
  readonly event?: Pick<Protocol["event"], "id">;
  readonly headers?: Pick<Protocol["headers"], "eventId" | "deliveryId">;
}): boolean {
  return event?.id !== undefined || headers?.eventId !== undefined || headers?.deliveryId !== undefined;
}
