import type { Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import { hasEventId } from "../event-id.js";
import { delivered, deliveriesIn, type Part, type PartCase, type ProtocolFacts } from "./part.js";

/** Deliveries of one event more than once. */
export const duplicatesPart: Part = {
  name: "duplicates",
  member: "event",
  rule: "An event that is delivered again is acknowledged again, and stored once.",
  isAbout: (testCase) => labelsOf(testCase).some((label, at, all) => all.indexOf(label) < at),
  cases: (facts) => [retried(facts), ...stored(facts), ...changedContent(facts)],
};

const forgetsIds = "Events are probably stored without regard to their ids.";

function retried(facts: ProtocolFacts): PartCase {
  return {
    name: "retried",
    level: "must",
    why: "A retry must be acknowledged; otherwise the sender goes on.",
    cause: "A known event is probably answered with an error.",
    steps: [delivered(facts, {}, ["accepted"]), delivered(facts, {}, ["accepted"])],
  };
}

/** What only a probe can show; it looks an event up by its id. */
function stored(facts: ProtocolFacts): readonly PartCase[] {
  if (!hasEventId(facts.protocol)) return [];
  const first = delivered(facts, {}, ["accepted"]);
  const probed = (step: Step): Step => ({ ...step, probe: [{ inbox: { of: "a", records: 1 } }] }) as Step;
  return [
    {
      name: "stored-once",
      level: "must",
      why: "A retried event must not be handled twice.",
      cause: forgetsIds,
      steps: [first, probed(first)],
    },
    ...replayed(facts, first, probed),
    {
      name: "raced",
      level: "must",
      why: "Retries may overtake the first delivery, and the event must still be stored once.",
      cause: "Whether an event is known is probably asked before it is stored, in two steps.",
      steps: [
        probed({
          together: { deliver: [deliveryIn(first)], times: 4 },
          expect: { status: ["accepted", "unavailable"] },
        }),
      ],
    },
    {
      name: "restart-stored",
      level: "must",
      why: "The acknowledgement is of durable receipt, so a restart right after it must not lose the event.",
      cause: "The event is probably acknowledged before it is stored durably.",
      steps: [first, { restart: true, probe: [{ inbox: { of: "a", records: 1 } }] }, probed(first)],
    },
  ];
}

/** Without a nonce, a repeated request passes every check, and only the event's id shows that it is known. */
function replayed(facts: ProtocolFacts, first: Step, probed: (step: Step) => Step): readonly PartCase[] {
  if (facts.protocol.nonce !== undefined) return [];
  return [
    {
      name: "replayed",
      level: "must",
      why: "A request that is sent again byte for byte is a retry, or an attack; its event must not be handled twice.",
      cause: forgetsIds,
      steps: [first, probed({ repeat: 1, expect: { status: ["accepted"] } })],
    },
  ];
}

function changedContent(facts: ProtocolFacts): readonly PartCase[] {
  const { otherContent } = facts;
  if (!hasEventId(facts.protocol) || otherContent === undefined) return [];
  const policy = facts.protocol.event?.changedContent;
  const isRetry = policy === "retry";
  const status: readonly StatusRef[] = isRetry ? ["accepted"] : ["unprocessable"];
  return [
    {
      name: "changed-content",
      // If the protocol doesn't say what changed content means, refusing it is only good practice.
      level: policy === undefined ? "should" : "must",
      why: isRetry
        ? "The platform updates some fields between attempts, so other content under a known id is still a retry."
        : "Other content under the id of an earlier event is a fault of the sender, which must not go unnoticed.",
      cause: isRetry
        ? "Events under one id are probably compared byte for byte."
        : "A known id is probably acknowledged without a look at the content.",
      steps: [delivered(facts, {}, ["accepted"]), delivered(facts, { change: [...otherContent] }, status)],
    },
  ];
}

function deliveryIn(step: Step): Delivery {
  return "deliver" in step ? step.deliver : {};
}

function labelsOf(testCase: Parameters<Part["isAbout"]>[0]): readonly string[] {
  return deliveriesIn(testCase).map(({ as = "a" }) => as);
}
