import { changed } from "../../../../commands/conform/request/change.js";
import type { Change, Delivery } from "../../../../commands/conform/suite/delivery.js";
import type { ProbeCheck, Step } from "../../../../commands/conform/suite/suite.js";
import { delivered, deliveriesIn, type PartCase, type ProtocolFacts, type ProtocolPart } from "./part.js";

/** Several events in one request. */
export const batchPart: ProtocolPart = {
  name: "batch",
  member: "event/batch",
  rule: "A request may have several events; all of them are stored, or none.",
  isAbout: (testCase) =>
    deliveriesIn(testCase).some(({ others, empty }) => others !== undefined || empty === true),
  cases: (facts) => {
    if (facts.protocol.event?.batch === undefined) return [];
    return [...accepted(facts), ...refused(facts)];
  },
};

const two: Delivery = { others: [{ as: "b" }] };

function accepted(facts: ProtocolFacts): readonly PartCase[] {
  const onlyFirst = "Probably only the first event is read.";
  return [
    {
      name: "several",
      level: "must",
      why: "Every event of a request must be accepted.",
      cause: onlyFirst,
      steps: [delivered(facts, two, ["accepted"])],
    },
    ...probed(facts, {
      name: "several-stored",
      level: "must",
      why: "The acknowledgement is for every event of the request.",
      cause: onlyFirst,
      steps: [withProbe(delivered(facts, two, ["accepted"]), { a: 1, b: 1 })],
    }),
    {
      name: "repeated",
      ruledBy: "duplicates",
      level: "must",
      why: "An event that is twice in a request is a duplicate, not an error.",
      cause: "The events of a request are probably stored under one unique key at once.",
      steps: [delivered(facts, { others: [{}] }, ["accepted"])],
    },
    {
      name: "partly-known",
      ruledBy: "duplicates",
      level: "must",
      why: "The sender may put an event that it sends again together with new ones.",
      cause: "A request is probably refused if one of its events is known.",
      steps: [delivered(facts, {}, ["accepted"]), delivered(facts, two, ["accepted"])],
    },
    ...probed(facts, {
      name: "partly-known-stored",
      ruledBy: "duplicates",
      level: "must",
      why: "New events must be stored, also together with known ones.",
      cause: "A request is probably acknowledged and dropped if one of its events is known.",
      steps: [
        delivered(facts, {}, ["accepted"]),
        withProbe(delivered(facts, two, ["accepted"]), { a: 1, b: 1 }),
      ],
    }),
    {
      name: "empty",
      level: "should",
      why: "A request without events leaves nothing to do; refused, it would be sent again and again.",
      cause: "The first event is probably read without a check that there is one.",
      steps: [delivered(facts, { empty: true }, ["accepted"])],
    },
  ];
}

function refused(facts: ProtocolFacts): readonly PartCase[] {
  const notAnArray: PartCase = {
    name: "not-an-array",
    level: "must",
    why: "A body without its array of events has lost them.",
    cause: "A missing array is probably taken for an empty one.",
    steps: [delivered(facts, { outer: [{ content: "{}" }] }, ["unprocessable", "unauthenticated", 400])],
  };
  const broken = brokenBy(facts);
  if (broken === undefined) return [notAnArray];
  const withBroken: Delivery = { others: [{ as: "b", change: [broken] }] };
  const refusal = delivered(facts, withBroken, ["unprocessable"]);
  const brokenFirst: Delivery = { as: "b", change: [broken], others: [{ as: "a" }] };
  const cause = "Events are probably checked and stored one after the other.";
  return [
    notAnArray,
    {
      name: "one-invalid",
      level: "must",
      why: "An acknowledgement would lose the invalid event, since it is for all of them.",
      cause: "Invalid events of a request are probably skipped.",
      steps: [refusal],
    },
    {
      name: "first-invalid",
      level: "must",
      why: "It doesn't matter which event of a request is invalid.",
      cause: "Invalid events of a request are probably skipped.",
      steps: [delivered(facts, brokenFirst, ["unprocessable"])],
    },
    ...probed(facts, {
      name: "one-invalid-stored",
      level: "must",
      why: "The sender was told that nothing was accepted, and may never send the valid events again, or send them changed.",
      cause,
      steps: [withProbe(refusal, { a: 0 })],
    }),
  ];
}

/** A change that makes the event invalid; `undefined` if the schema accepts anything. */
function brokenBy({ protocol: { event }, event: valid, isValid }: ProtocolFacts): Change | undefined {
  const changes: readonly Change[] = [event?.id, event?.type].flatMap((pointer) => {
    if (pointer === undefined) return [];
    return [{ remove: pointer }, { set: pointer, to: 7 }];
  });
  return changes.find((change) => !isValid(changed(valid, [change])));
}

/** A case with a probe, which can only find an event under an id that the suite has given it. */
function probed({ protocol: { event } }: ProtocolFacts, testCase: PartCase): readonly PartCase[] {
  if (event?.id === undefined) return [];
  return [testCase];
}

function withProbe(step: Step, records: Readonly<Record<string, number>>): Step {
  const probe: readonly ProbeCheck[] = Object.entries(records).map(([of, count]) => ({
    inbox: { of, records: count },
  }));
  return { ...step, probe } as Step;
}
