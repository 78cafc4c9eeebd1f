import fc from "fast-check";
import { it } from "vitest";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { patternPair } from "../../../support/commands/diff/inclusion/random-pattern.js";
import { patternAutomaton } from "../../../../commands/diff/inclusion/language/pattern-automaton.js";
it("measures", { timeout: 0 }, () => {
  const n = Number(process.env.PAIRS ?? 500);
  const counts: Record<string, number> = {};
  const shown: Record<string, number> = {};
  let slowest = 0;
  for (const { old, new: b } of fc.sample(patternPair, { numRuns: n, seed: 7 })) {
    const t = performance.now();
    let v: any; try { v = decideInclusion({ of: schemaDefinition({ schema: { type: "string", pattern: old } }), in: schemaDefinition({ schema: { type: "string", pattern: b } }) }, { now: () => performance.now() }); } catch (e) { v = { kind: "undecided", reason: "THROWN " + (e as Error).message }; }
    const ms = performance.now() - t;
    if (ms > slowest) { slowest = ms; console.log(`${ms.toFixed(0)} ms`, JSON.stringify([old, b])); }
    let key = v.kind as string;
    if (v.kind === "undecided") {
      key += " " + v.reason.replace(/`[^`]*`/g, "`…`");
      const src = [old, b].map((p) => /\\k/.test(p) ? "backref" : patternAutomaton(p) === undefined ? "undescribed" : "ok").sort().join();
      key += " " + src;
      shown[key] = (shown[key] ?? 0) + 1;
      if (shown[key]! <= Number(process.env.SHOW ?? 3)) console.log(key, JSON.stringify([old, b]));
    }
    counts[key] = (counts[key] ?? 0) + 1;
  }
  console.log(counts);
});
