import fc from "fast-check";
import { expect, it } from "vitest";
import { patternAutomaton } from "../../../../commands/diff/inclusion/language/pattern-automaton.js";
import { letterAt } from "../../../../commands/diff/inclusion/language/alphabet.js";
import { randomPattern } from "../../../support/commands/diff/inclusion/random-pattern.js";
import { readPattern } from "../../../../reader/patterns/read-pattern.js";
import { TooLarge } from "../../../../commands/diff/inclusion/language/boolean-functions.js";
const q = fc.constantFrom("", "", "", "*", "?", "+", "{2}", "{0,2}", "+?");
const refs = fc.letrec<{ p: string; e: string }>((tie) => ({
  e: fc.oneof({ maxDepth: 3, depthSize: "small" },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom("a", "b", "[ab]", "😀", ".", ""), q).map(([a, b]) => a === "" ? "" : a + b) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom("\\1", "\\2"), q).map(([a, b]) => a + b) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom("(", "(", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!"), tie("p"), q).map(([o, p, b]) => `${o}${p})${/[=!]/.test(o) ? "" : b}`) },
    { weight: 1, arbitrary: fc.constantFrom("^", "$", "\\b") }),
  p: fc.array(fc.array(tie("e"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 }).map((x) => x.map((y) => y.join("")).join("|")),
})).p.map((p) => `(a|b)${p}`).chain((p) => fc.constantFrom(p, p.slice(5), `^(?:${p})$`, `^${p}$`, `^(?:${p.slice(5)})$`)).filter((p) => { try { new RegExp(p, "u"); return /\\[12]/.test(p); } catch { return false; } });
const texts = [""];
for (const text of texts) if ([...text].length < 4) texts.push(...["a", "b", "1", " ", "😀"].map((c) => text + c));
it("diff", { timeout: 0 }, () => {
  let undescribed = 0, large = 0, wrong = 0, worst = 0;
  const t0 = performance.now();
  for (const pattern of fc.sample(process.env.REFS ? refs : randomPattern, { numRuns: Number(process.env.N ?? 300), seed: 11 })) {
    const automaton = patternAutomaton(pattern);
    if (!automaton) { undescribed++; continue; }
    const re = new RegExp(pattern, readPattern(pattern).kind === "legacy" ? "y" : "uy");
    const test = (text: string) => { let at = 0; for (const c of [...text, ""]) { re.lastIndex = at; if (re.test(text)) return true; at += c.length; } return false; };
    const t = performance.now();
    try {
      for (const text of texts) {
        let s = automaton.initial;
        for (const c of text) s = s.next(letterAt(s.alphabet, c.codePointAt(0)!), () => { if (performance.now() - t > 2000) throw new TooLarge("time"); });
        if (s.isFinal !== test(text)) { wrong++; console.log("WRONG", JSON.stringify(pattern), JSON.stringify(text), s.isFinal); break; }
      }
    } catch (e) { if (!(e instanceof TooLarge)) throw e; large++; console.log("LARGE", e.message, JSON.stringify(pattern)); }
    const ms = performance.now() - t; if (ms > worst) { worst = ms; console.log("slow", ms, JSON.stringify(pattern)); }
  }
  console.log({ undescribed, large, wrong, ms: performance.now() - t0 });
  expect(wrong).toBe(0);
});
