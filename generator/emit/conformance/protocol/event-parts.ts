import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { BindingPart } from "@oipkit/runtime/webhook";
import { changed } from "../../../../commands/conform/request/change.js";
import type { Change, Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { StatusRef, Step } from "../../../../commands/conform/suite/suite.js";
import {
  delivered,
  deliveriesIn,
  hasEventId,
  type PartCase,
  type ProtocolFacts,
  type ProtocolPart,
} from "./part.js";

/** The fields that say for which receiver an event is. */
export const bindingPart: ProtocolPart = {
  name: "binding",
  member: "event/binding",
  rule: "An event for another receiver is refused.",
  isAbout: (testCase, { event }) => {
    const places = new Set(Object.values(event?.binding ?? {}).flat());
    return deliveriesIn(testCase).some(({ change = [] }) =>
      change.some((each) => "set" in each && places.has(each.set)),
    );
  },
  cases(facts) {
    const binding = Object.entries(facts.protocol.event?.binding ?? {}) as [BindingPart, readonly string[]][];
    return binding.flatMap(([part, places]): PartCase[] => {
      const place = places.find((each) => typeof valueAtPointer(facts.event, each) === "string");
      if (place === undefined) return [];
      const others = [`other-${part}`, `${String(valueAtPointer(facts.event, place))}x`];
      const to =
        others.find((each) => facts.isValid(changed(facts.event, [{ set: place, to: each }]))) ?? others[0];
      const isOptional = part === "organization" || part === "product";
      return [
        {
          name: `other-${part}`,
          level: "must",
          why: "An event for another receiver must not be acted upon.",
          cause: `The event's ${part} is probably not compared with the receiver's own.`,
          ...(isOptional && { needs: [part] }),
          steps: [delivered(facts, { change: [{ set: place, to }] }, ["unprocessable"])],
        },
      ];
    });
  },
};

/** The versions of a resource. */
export const orderingPart: ProtocolPart = {
  name: "ordering",
  member: "event/ordering",
  ruledBy: "ordering",
  rule: "Events may arrive in any order; all of them are acknowledged.",
  isAbout: (testCase, { event }) =>
    deliveriesIn(testCase).some(({ change = [] }) =>
      change.some((each) => "set" in each && each.set === event?.ordering?.version),
    ),
  cases(facts) {
    const version = facts.protocol.event?.ordering?.version;
    const base = version === undefined ? undefined : valueAtPointer(facts.event, version);
    if (version === undefined || typeof base !== "number") return [];
    const changes = [base, base + 2, base + 1].map((to) => versionChange(facts, version, to));
    if (!changes.every((change) => facts.isValid(changed(facts.event, change)))) return [];
    const steps = changes.map(
      (change, at): Step => delivered(facts, { as: `version-${at + 1}`, change }, ["accepted"]),
    );
    const applied = { ...steps[2], probe: [{ resource: { applied: base + 2, pending: [] } }] } as Step;
    const cases: PartCase[] = [
      {
        name: "out-of-order",
        level: "must",
        why: "Deliveries overtake each other, and one that is refused for its version is lost or sent again.",
        cause: "An event whose version isn't the next one is probably refused.",
        steps,
      },
    ];
    if (base === 1)
      cases.push({
        name: "applied-in-order",
        level: "must",
        why: "The events of a resource must be handled in the order of their versions.",
        cause: "Events are probably handled in the order in which they arrive.",
        steps: [...steps.slice(0, 2), applied],
      });
    return cases;
  },
};

/** Sets a version, and the fields that must be equal to it. */
function versionChange({ equal }: ProtocolFacts, version: string, to: number): readonly Change[] {
  const places = new Set([version]);
  for (const [a, b] of [...equal, ...equal]) if (places.has(a) || places.has(b)) places.add(a).add(b);
  return [...places].map((set) => ({ set, to }));
}

/** Test events. */
export const testsPart: ProtocolPart = {
  name: "tests",
  member: "event/testIdPrefix",
  rule: "A test event is acknowledged.",
  isAbout: (testCase) => deliveriesIn(testCase).some(({ test }) => test === true),
  cases(facts) {
    const { testIdPrefix, id } = facts.protocol.event ?? {};
    if (testIdPrefix === undefined || id === undefined) return [];
    if (!facts.isValid(changed(facts.event, [{ set: id, to: `${testIdPrefix}${"0".repeat(24)}` }])))
      return [];
    return [
      {
        name: "acknowledged",
        level: "must",
        why: "The sender tests the connection with such an event.",
        cause: "Test events are probably refused as unknown.",
        steps: [delivered(facts, { test: true }, ["accepted"])],
      },
    ];
  },
};

/** Deliveries of one event more than once. */
export const duplicatesPart: ProtocolPart = {
  name: "duplicates",
  member: "event",
  ruledBy: "duplicates",
  rule: "An event that is delivered again is acknowledged again, and stored once.",
  isAbout: (testCase) => deliveryLabels(testCase).some((label, at, all) => all.indexOf(label) < at),
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
  const first = delivered(facts, {}, ["accepted"]);
  const second = (status: StatusRef): Step => delivered(facts, { change: [...otherContent] }, [status]);
  if (policy === "retry")
    return [
      {
        name: "changed-content",
        level: "must",
        why: "The platform updates some fields between attempts, so other content under a known id is still a retry.",
        cause: "Events under one id are probably compared byte for byte.",
        steps: [first, second("accepted")],
      },
    ];
  return [
    {
      name: "changed-content",
      // If the protocol doesn't say what changed content means, refusing it is only good practice.
      level: policy === undefined ? "should" : "must",
      why: "Other content under the id of an earlier event is a fault of the sender, which must not go unnoticed.",
      cause: "A known id is probably acknowledged without a look at the content.",
      steps: [first, second("unprocessable")],
    },
  ];
}

function deliveryIn(step: Step): Delivery {
  if ("deliver" in step) return step.deliver;
  return {};
}

function deliveryLabels(testCase: Parameters<ProtocolPart["isAbout"]>[0]): readonly string[] {
  return deliveriesIn(testCase).map(({ as = "a" }) => as);
}
