import type { ResourceState, Step } from "../../../../commands/conform/suite/suite.js";
import { delivering, type Family, type NearFacts, type NearMiss } from "./near-miss.js";
import { versioned } from "./versions.js";

/** Versions that sort differently as texts. */
export const versionOrderFamily: Family = {
  name: "version-order",
  member: "event/ordering",
  rule: "Versions are compared as numbers.",
  on: "main",
  cases(facts) {
    if (versioned(facts, 1) === undefined) return [];
    const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, at) => at + 1);
    return [
      inOrder(facts, "ascending", { versions: upTo(11), resource: { applied: 11, pending: [] } }),
      inOrder(facts, "descending", {
        versions: upTo(11).toReversed(),
        resource: { applied: 11, pending: [] },
      }),
      inOrder(facts, "ten-before-nine", {
        versions: [...upTo(8), 10, 9],
        resource: { applied: 10, pending: [] },
      }),
      inOrder(facts, "ten-then-two", { versions: [1, 10, 2], resource: { applied: 2, pending: [10] } }),
      inOrder(facts, "hundred-waits", {
        versions: [1, 100, 9, 10],
        resource: { applied: 1, pending: [9, 10, 100] },
      }),
      inOrder(facts, "late-after-ten", {
        versions: [...upTo(10), 9],
        resource: { applied: 10, pending: [] },
      }),
      inOrder(facts, "late-before-gap", {
        versions: [1, 2, 5, 1, 3],
        resource: { applied: 3, pending: [5] },
      }),
      inOrder(facts, "two-gaps", { versions: [2, 4, 6, 1], resource: { applied: 2, pending: [4, 6] } }),
    ];
  },
};

function inOrder(
  facts: NearFacts,
  name: string,
  { versions, resource }: { readonly versions: readonly number[]; readonly resource: ResourceState },
): NearMiss {
  const steps = versions.map((version, at): Step => {
    const isLast = at === versions.length - 1;
    const delivery = { as: `step-${at + 1}`, change: versioned(facts, version) ?? [] };
    return delivering(delivery, ["accepted"], isLast ? [{ resource }] : undefined);
  });
  return {
    name,
    why: "Versions are numbers: 10 follows 9, and each is applied only after the one before it.",
    cause: "Versions are probably compared or sorted as texts, or only one gap is remembered.",
    causeIf: ["accepted"],
    steps,
  };
}
