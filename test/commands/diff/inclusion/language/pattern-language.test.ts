import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Automaton,
  patternAutomaton,
  type State,
  stateTransitions,
} from "../../../../../commands/diff/inclusion/automaton.js";

/** All texts of up to four of these characters; none of them takes two code units. */
const texts = [""];
for (const text of texts) if (text.length < 4) texts.push(...["a", "b", "1", " ", "\n"].map((c) => text + c));

function accepts(automaton: Automaton, text: string): boolean {
  let state: State | undefined = automaton.initial;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const from: State | undefined = state;
    if (from === undefined) return false;
    state = [...stateTransitions(from)].find(([{ min, max }]) => min <= code && code <= max)?.[1];
  }
  return state !== undefined && automaton.isFinal(state);
}

function differences(pattern: string): readonly string[] | undefined {
  const automaton = patternAutomaton(pattern);
  const expression = new RegExp(pattern, "u");
  return automaton && texts.filter((text) => accepts(automaton, text) !== expression.test(text));
}

const character = fc.constantFrom(
  "a",
  "b",
  "1",
  ".",
  "\\w",
  "\\d",
  "\\s",
  "\\W",
  "[^a]",
  "[ab]",
  "\\p{L}",
  "",
);
const quantifier = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,2}", "*?");
const assertion = fc.constantFrom("^", "$", "\\b", "\\B");
const look = fc.constantFrom("(?=", "(?!", "(?<=", "(?<!");
const { pattern: randomPattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    { weight: 4, arbitrary: fc.tuple(character, quantifier).map(([a, b]) => (a === "" ? "" : a + b)) },
    { weight: 1, arbitrary: assertion },
    { weight: 1, arbitrary: fc.tuple(tie("pattern"), quantifier).map(([a, b]) => `(?:${a})${b}`) },
    { weight: 2, arbitrary: fc.tuple(look, tie("pattern")).map(([a, b]) => `${a}${b})`) },
  ),
  pattern: fc
    .array(fc.array(tie("part"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
}));

describe("the language of a pattern", () => {
  it("has exactly the texts that the regular expression matches, wherever it is described", () => {
    let described = 0;
    fc.assert(
      fc.property(randomPattern, (pattern) => {
        const found = differences(pattern);
        if (found !== undefined) described++;
        expect({ pattern, differences: found ?? [] }).toEqual({ pattern, differences: [] });
      }),
      { numRuns: 400 },
    );
    expect(described).toBeGreaterThan(50);
  });

  it.each([
    "^(?!b)",
    "^(?!-)[a-z-]+(?<!-)$",
    "^(?=.*[a-z])(?=.*\\d).{3,4}$",
    "(?<!a)b(?!1)",
    "\\ba",
    "^\\ba1\\b$",
    "a$|^b",
    "^(?:a|b(?=1))?1$",
    "(?=([^]1{2,})(1{2}aa)+?|1{2})(a|1+){2,}|(?!a{0,1})",
  ])("is described for /%s/", (pattern) => {
    expect(differences(pattern)).toEqual([]);
  });

  it.each(["(?=aa?^)(?:(a)a1+)?b", "^(a)\\1$", "\\ba\\b", "^(?:(?!ab)[ab])*$"])(
    "isn't described for /%s/",
    (pattern) => {
      expect(patternAutomaton(pattern)).toBeUndefined();
    },
  );

  it("isn't described for a pattern that needs too many states, or that is valid only without the `u` flag", () => {
    expect(patternAutomaton("^(?:.{1,90}a.{90}){1,90}$")).toBeUndefined();
    expect(patternAutomaton("^[\\w-.]$")).toBeUndefined();
  });
});
