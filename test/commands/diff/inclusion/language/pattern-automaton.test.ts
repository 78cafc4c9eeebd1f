import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Automaton, accepts } from "../../../../../commands/diff/inclusion/language/automaton.js";
import { TooLarge } from "../../../../../commands/diff/inclusion/language/boolean-functions.js";
import { patternAutomaton } from "../../../../../commands/diff/inclusion/language/pattern-automaton.js";
import { patternJudge, smallTexts } from "../../../../support/commands/diff/inclusion/pattern-judge.js";
import {
  randomPattern,
  referencePattern,
} from "../../../../support/commands/diff/inclusion/random-pattern.js";

/** `PATTERNS=100000` is the long run. */
const patterns = Number(process.env.PATTERNS ?? 300);

/** The steps that all texts of a pattern may take. */
const mostSteps = 1_000_000;

function verdicts(automaton: Automaton): readonly boolean[] | undefined {
  let left = mostSteps;
  const tick = (): void => {
    if (--left < 0) throw new TooLarge();
  };
  try {
    return smallTexts.map((text) => accepts(automaton, text, tick));
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

function differences(pattern: string): readonly string[] | undefined {
  const automaton = patternAutomaton(pattern);
  const found = automaton && verdicts(automaton);
  const matches = patternJudge(pattern);
  return found && smallTexts.filter((text, at) => found[at] !== matches(text));
}

function compared(arbitrary: fc.Arbitrary<string>): { readonly described: number } {
  let described = 0;
  fc.assert(
    fc.property(arbitrary, (pattern) => {
      const found = differences(pattern);
      if (found !== undefined) described++;
      expect({ pattern, differences: found ?? [] }).toEqual({ pattern, differences: [] });
    }),
    { numRuns: patterns },
  );
  return { described };
}

describe("the automaton of a pattern", () => {
  it("accepts exactly the texts that the regular expression matches", { timeout: 0 }, () => {
    expect(compared(randomPattern).described).toBeGreaterThan(patterns * 0.9);
  });

  it("accepts exactly these where it has backreferences to groups of few texts", { timeout: 0 }, () => {
    expect(compared(referencePattern).described).toBeGreaterThan(patterns * 0.1);
  });

  it.each([
    "^(?!b)",
    "^(?!-)[a-z-]+(?<!-)$",
    "^(?=.*[a-z])(?=.*\\d).{3,4}$",
    "(?<!a)b(?!1)",
    "^\\ba1\\b$",
    "^(?:a|b(?=1))?1$",
    "(?=([^]1{2,})(1{2}aa)+?|1{2})(a|1+){2,}|(?!a{0,1})",
    "(?=aa?^)(?:(a)a1+)?b",
    "^(a)\\1$",
    "^(?:(a|b)\\1)+$",
    "\\ba\\b",
    "^(?:(?!ab)[ab])*$",
    "^(?:a\\b ?)*$",
    "(?=(?<=a)b)(?<!b(?=1))b",
    "^(?:😀|(?<=😀)a){2}$",
    "^[\\w-.]$",
    "^[\\w-.]..$",
    "^[^\\w-.]$",
    "^(?:.{1,30}a.{30}){1,30}$",
  ])("accepts exactly these for /%s/", (pattern) => {
    expect(differences(pattern)).toEqual([]);
  });

  it.each(["^(\\w+)-\\1$", "(?!(a))\\1", "\\1(a)", "(", "(?:a{1000}){1000}"])(
    "isn't made for /%s/",
    (pattern) => {
      expect(patternAutomaton(pattern)).toBeUndefined();
    },
  );

  it("is one for patterns that differ in groups alone", () => {
    expect(patternAutomaton("^(?:(a)|b)$")).toBe(patternAutomaton("^(a|b)$"));
  });
});
