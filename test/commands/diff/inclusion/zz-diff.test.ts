import fc from "fast-check";
import { expect, it } from "vitest";
import { patternAutomaton } from "../../../../commands/diff/inclusion/language/pattern-automaton.js";
import { letterAt } from "../../../../commands/diff/inclusion/language/alphabet.js";
import { randomPattern } from "../../../support/commands/diff/inclusion/random-pattern.js";
import { readPattern } from "../../../../reader/patterns/read-pattern.js";
import { TooLarge } from "../../../../commands/diff/inclusion/language/boolean-functions.js";
const texts = [""];
for (const text of texts) if ([...text].length < 4) texts.push(...["a", "b", "1", " ", "😀"].map((c) => text + c));
it("diff", { timeout: 0 }, () => {
  let undescribed = 0, large = 0, wrong = 0, worst = 0;
  const t0 = performance.now();
  for (const pattern of fc.sample(randomPattern, { numRuns: Number(process.env.N ?? 300), seed: 11 })) {
    const automaton = patternAutomaton(pattern);
    if (!automaton) { undescribed++; continue; }
    const re = new RegExp(pattern, readPattern(pattern).kind === "legacy" ? "" : "u");
    const t = performance.now();
    try {
      for (const text of texts) {
        let s = automaton.initial;
        for (const c of text) s = s.next(letterAt(s.alphabet, c.codePointAt(0)!), () => { if (performance.now() - t > 2000) throw new TooLarge("time"); });
        if (s.isFinal !== re.test(text)) { wrong++; console.log("WRONG", JSON.stringify(pattern), JSON.stringify(text), s.isFinal); break; }
      }
    } catch (e) { if (!(e instanceof TooLarge)) throw e; large++; console.log("LARGE", e.message, JSON.stringify(pattern)); }
    const ms = performance.now() - t; if (ms > worst) { worst = ms; console.log("slow", ms, JSON.stringify(pattern)); }
  }
  console.log({ undescribed, large, wrong, ms: performance.now() - t0 });
  expect(wrong).toBe(0);
});
