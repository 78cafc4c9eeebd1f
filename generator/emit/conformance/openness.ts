import { changedHeader } from "../../../commands/conform/request/outgoing.js";
import type { Delivery } from "../../../commands/conform/suite/delivery.js";
import type { Case, Expectation, Level, Step } from "../../../commands/conform/suite/suite.js";
import type { ProtocolRules, StatedRule } from "../../../reader/model/webhook-protocol.js";
import type { ProtocolParts } from "./protocol/part.js";

/** What a derived case is judged by: its level and its steps. */
type Judged = Pick<Case, "level" | "why" | "cause" | "causeIf" | "steps" | "open">;

/** What decides how open a case is. */
interface OpennessFacts {
  readonly protocol: ProtocolParts;
  readonly rules: ProtocolRules;
}

/** The name of a rule that a protocol may state. */
export type RuleName = keyof ProtocolRules;

/**
 * Adapts a derived case to what its protocol states. A case about something that the protocol leaves open becomes `info` and
 * names the member that would state it; one about a rule that the platform only recommends becomes `should`; and an event with an unknown
 * name is expected to be accepted if the platform says so. `rule` is the rule that the case is about, if it is always the same.
 */
export function opened<Each extends Judged>(facts: OpennessFacts, given: Each, rule?: RuleName): Each {
  const { protocol, rules } = facts;
  const isUnknown = namesUnknownEvent(given.steps, protocol);
  const each = isUnknown ? acceptedIfStated(given, rules) : given;
  const about = isUnknown ? "unknownEvents" : rule;
  const judged = about === undefined ? each : ruled(each, rules[about], `rules/${about}`);
  const place = isUnknown || judged.open !== undefined ? undefined : openPlace(judged.steps, protocol);
  if (place === undefined) return judged;
  if (!isRecommendedTime(judged.steps, protocol)) return { ...judged, level: "info", open: place };
  return judged.level === "must" ? { ...judged, level: "should" } : judged;
}

/** A rule, followed by what the platform says about it, if it does. */
export function ruleText(rule: string, stated: StatedRule | undefined): string {
  if (stated === undefined) return rule;
  return `${rule} ${stated.source.says} (${stated.source.url})`;
}

function ruled<Each extends Judged>(each: Each, stated: StatedRule | undefined, place: string): Each {
  if (stated === undefined) return { ...each, level: "info", open: place };
  if (stated.level !== "should" || each.level !== "must") return each;
  const level: Level = "should";
  return { ...each, level };
}

/** The member of the protocol that leaves open whether such deliveries are refused. */
function openPlace(steps: readonly Step[], protocol: ProtocolParts): string | undefined {
  const refusing = steps.filter((step) => "expect" in step && isRefusal(step.expect));
  const deliveries = refusing.flatMap((step) => [
    ...deliveriesIn(step),
    ...signedVerification(step, protocol),
  ]);
  if (deliveries.some((delivery) => lacksTime(delivery, protocol))) return "timestamp/mustRefuse";
  const redivided = deliveries.map((delivery) => redividedPlace(delivery, protocol)).find(Boolean);
  if (redivided !== undefined) return redivided;
  if (deliveries.some((delivery) => breaksSignature(delivery, protocol))) return undefined;
  if (deliveries.some((delivery) => isOpenTime(delivery, protocol))) return "timestamp/mustRefuse";
  const isOfContent = refusing.some(
    (step) => "expect" in step && step.expect.status.some((status) => status !== "unauthenticated"),
  );
  const isOpen = protocol.responses?.allowed?.unprocessable === "unspecified";
  return isOpen && isOfContent ? "responses/unprocessable" : undefined;
}

/**
 * Signed parts that nothing separates can be divided in another way under the same signature. What arrives then are other parts, such
 * as a timestamp that isn't a time, so only a rule about these demands that it is refused.
 */
function redividedPlace(
  { moved, signature: fault, wire }: Delivery,
  { signature, timestamp, responses }: ProtocolParts,
): string | undefined {
  if (moved === undefined || fault !== undefined || wire !== undefined || signature?.separator !== "")
    return undefined;
  const parts = [signature.content?.[moved - 2], signature.content?.[moved - 1]];
  if (parts.includes("timestamp") && timestamp?.mustRefuse !== undefined && timestamp.mustRefuse.length < 2)
    return "timestamp/mustRefuse";
  if (parts.includes("timestamp") || responses?.allowed?.unprocessable !== "unspecified") return undefined;
  return "responses/unprocessable";
}

/** A case without limits of time, unless the platform states them, and one that has them as `info`. */
export function untimed<Each extends Judged>(
  each: Each,
  { timeouts }: ProtocolRules,
): readonly [Each, Each?] {
  const isTimed = each.steps.some((step) => "expect" in step && step.expect.timely === true);
  if (!isTimed || timeouts !== undefined || each.open !== undefined) return [each];
  const steps = each.steps.map((step): Step => {
    if (!("expect" in step)) return step;
    const { timely: _, ...expect } = step.expect;
    return { ...step, expect };
  });
  return [
    { ...each, steps },
    { ...each, level: "info", open: "rules/timeouts" },
  ];
}

/** The deliveries of one step. */
function deliveriesIn(step: Step): readonly Delivery[] {
  if ("deliver" in step) return [step.deliver];
  if ("together" in step) return step.together.deliver;
  return [];
}

/** A verification that is signed like a delivery, as one; another request without its mark lacks a signature. */
function signedVerification(step: Step, { verification }: ProtocolParts): readonly Delivery[] {
  if (!("verify" in step)) return [];
  if (verification?.signed !== true) return [{ signature: { secret: "other" } }];
  const { signature, headers } = step.verify;
  return [{ ...(signature && { signature }), ...(headers && { headers }) }];
}

/** Whether a delivery has no readable time, and is signed with the right secret as if that were so. */
function lacksTime(
  { timestamp, headers = [], signature }: Delivery,
  { timestamp: scheme }: ProtocolParts,
): boolean {
  if (scheme?.mustRefuse === undefined || scheme.mustRefuse.length > 1) return false;
  if (signature !== undefined && (signature.made === undefined || signature.secret !== undefined))
    return false;
  const isEmpty = headers.some(
    (change) =>
      ("remove" in change && change.remove === "timestamp") ||
      ("set" in change && change.set === "timestamp" && change.to === ""),
  );
  return signature === undefined
    ? timestamp?.format !== undefined
    : isEmpty || timestamp?.format !== undefined;
}

/** Whether every status that is expected is a refusal. */
function isRefusal({ status }: Expectation): boolean {
  return status.every(
    (each) =>
      each === "unauthenticated" || each === "unprocessable" || (typeof each === "number" && each >= 400),
  );
}

/** Whether a delivery lacks a signature that fits what arrives. */
function breaksSignature(delivery: Delivery, protocol: ProtocolParts): boolean {
  const { signature, wire, moved, query, headers = [] } = delivery;
  if (signature !== undefined || wire !== undefined || moved !== undefined) return true;
  if (typeof query === "object") return true;
  const signed = signedHeaders(protocol);
  return headers.some((change) => !("spell" in change) && signed.has(changedHeader(change).toLowerCase()));
}

/** The headers that are signed, and that of the signature, by role and by name. */
function signedHeaders({ signature, headers }: ProtocolParts): ReadonlySet<string> {
  const names: Readonly<Record<string, string | undefined>> = { ...headers };
  const parts = signature?.content ?? [];
  const roles = parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    return "header" in part ? [part.header] : [];
  });
  const all = ["signature", ...roles].flatMap((role) => [role, names[role] ?? role]);
  return new Set(all.map((each) => each.toLowerCase()));
}

/** Whether the time of a delivery is beyond the window on a side that the platform doesn't demand to be refused. */
function isOpenTime({ timestamp }: Delivery, { timestamp: scheme }: ProtocolParts): boolean {
  const sides = scheme?.mustRefuse;
  if (timestamp === undefined || sides === undefined) return false;
  if (timestamp.offset === undefined) return false;
  return !sides.includes(timestamp.offset > 0 ? "future" : "past");
}

/** Whether a case is about nothing but a time that the platform recommends to refuse. */
function isRecommendedTime(steps: readonly Step[], protocol: ProtocolParts): boolean {
  const refusing = steps.filter((step) => "expect" in step && isRefusal(step.expect)).flatMap(deliveriesIn);
  const sides = protocol.timestamp?.shouldRefuse ?? [];
  return (
    refusing.some((delivery) => isOpenTime(delivery, protocol)) &&
    refusing.every(({ timestamp: { offset = 0, format, sent } = {} }) => {
      const side = offset > 0 ? "future" : "past";
      return format === undefined && sent === undefined && sides.includes(side);
    })
  );
}

/** Whether a case's last delivery has the name of no event, and is to be refused for it. */
function namesUnknownEvent(steps: readonly Step[], { event, headers }: ProtocolParts): boolean {
  const last = steps.at(-1);
  if (last === undefined || !("deliver" in last) || !isRefusal(last.expect)) return false;
  const { change = [], body = [], headers: changes = [] } = last.deliver;
  const type = event?.type;
  const renamed = [...change, ...body].some((each) => {
    if ("vary" in each) return each.vary === type;
    return "set" in each && "to" in each && each.set === type && typeof each.to === "string";
  });
  const isInHeader = changes.some((each) => "vary" in each && each.vary === "eventType");
  const keepsHeader = changes.some((each) => "set" in each && each.set === "eventType");
  if (type === undefined) return isInHeader;
  // A body and a header that differ contradict each other.
  if (headers?.eventType !== undefined && body.length > 0) return renamed && isInHeader;
  return renamed && !keepsHeader;
}

function acceptedIfStated<Each extends Judged>(each: Each, { unknownEvents }: ProtocolRules): Each {
  if (unknownEvents?.answer !== "accepted") return each;
  const steps = each.steps.map((step, index): Step => {
    if (index < each.steps.length - 1 || !("deliver" in step)) return step;
    return { ...step, expect: { status: ["accepted"] } };
  });
  return {
    ...each,
    steps,
    why: "An event whose name the receiver doesn't know is acknowledged, since the platform adds events; a refused one would be sent again and again.",
    cause: "Events with an unknown name are probably refused.",
  };
}
