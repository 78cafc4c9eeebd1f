// The reasons why mutants survive, kept in test/mutation/survivors.yaml and matched with the survivors of a run.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { CannotRun } from "./cannot-run.mjs";

/** Why a survivor is no hole of the suite, by the name that the file gives it. */
export const kinds = {
  equivalent: "Equivalent: no request, answer or stored event can differ",
  unspecified: "Different only where the document says nothing, so that no case may fail a receiver over it",
  unobservable: "Different only in what neither a request nor a probe can show, or only after minutes",
  hole: "Holes of the suite: a case could detect it, and none does yet",
};

/**
 * Reads explanations from a file. Each is `{ file, place, before, after, kind, reason }`: the trimmed line of source, what the mutant
 * replaces in it, and by what. Throws if one is incomplete.
 */
export function readExplanations(path) {
  const all = parse(readFileSync(path, "utf8")) ?? [];
  for (const each of all) {
    const missing = ["file", "place", "before", "after", "kind", "reason"].filter(
      (name) => typeof each[name] !== "string",
    );
    if (missing.length > 0)
      throw new CannotRun(`${path}: ${missing.join(", ")} missing in ${JSON.stringify(each)}`);
    if (!Object.hasOwn(kinds, each.kind)) throw new CannotRun(`${path}: unknown kind ${each.kind}`);
  }
  return all;
}

/**
 * Matches the survivors of a run with explanations: `explained` has the survivors with `kind` and `reason`, `unexplained` those
 * without, and `stale` the explanations of mutants that don't survive or don't exist any more, of the files that ran.
 */
export function explain(mutants, explanations) {
  const byKey = new Map(explanations.map((each) => [keyOf(each), each]));
  const survivors = mutants.filter(({ status }) => status === "survived");
  const used = new Set(survivors.map(keyOf));
  const ran = new Set(mutants.map(({ file }) => file));
  return {
    explained: survivors
      .filter((mutant) => byKey.has(keyOf(mutant)))
      .map((mutant) => {
        const { kind, reason } = byKey.get(keyOf(mutant));
        return { ...mutant, kind, reason };
      }),
    unexplained: survivors.filter((mutant) => !byKey.has(keyOf(mutant))),
    stale: explanations.filter((each) => ran.has(each.file) && !used.has(keyOf(each))),
  };
}

/** The same for a mutant when lines move. */
function keyOf({ file, place, before, after }) {
  return JSON.stringify([file, place, before, after]);
}
