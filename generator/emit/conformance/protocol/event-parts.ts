import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import type { BindingPart } from "@oipkit/runtime/webhook";
import { changed } from "../../../../commands/conform/request/change.js";
import type { Change } from "../../../../commands/conform/suite/delivery.js";
import type { Step } from "../../../../commands/conform/suite/suite.js";
import { delivered, deliveriesIn, type Part, type PartCase, type ProtocolFacts } from "./part.js";

/** The fields that say for which receiver an event is. */
export const bindingPart: Part = {
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
export const orderingPart: Part = {
  name: "ordering",
  member: "event/ordering",
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
    return [
      {
        name: "out-of-order",
        level: "must",
        why: "Deliveries overtake each other, and one that is refused for its version is lost or sent again.",
        cause: "An event whose version isn't the next one is probably refused.",
        steps,
      },
      ...(base === 1
        ? [
            {
              name: "applied-in-order",
              level: "must" as const,
              why: "The events of a resource must be handled in the order of their versions.",
              cause: "Events are probably handled in the order in which they arrive.",
              steps: [...steps.slice(0, 2), applied],
            },
          ]
        : []),
    ];
  },
};

/** Sets a version, and the fields that must be equal to it. */
function versionChange({ equal }: ProtocolFacts, version: string, to: number): readonly Change[] {
  const places = new Set([version]);
  for (const [a, b] of [...equal, ...equal]) if (places.has(a) || places.has(b)) places.add(a).add(b);
  return [...places].map((set) => ({ set, to }));
}

/** Test events. */
export const testsPart: Part = {
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
