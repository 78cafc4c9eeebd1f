import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearPattern, PatternLimit } from "../../../reader/patterns/compile-pattern.js";
import { linearProgram } from "../../../reader/patterns/linear-program.js";

/** Patterns with everything but backreferences, up to three levels deep. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ readonly either: string }>((tie) => {
  const character = fc.constantFrom(
    ..."abc-",
    "[ab]",
    "[^a]",
    ".",
    "\\w",
    "\\W",
    "\\d",
    "\\s",
    "é",
    "😀",
    "[a-c😀]",
    "\\p{L}",
  );
  const group = fc
    .tuple(fc.constantFrom("(", "(?:"), tie("either"))
    .map(([open, inner]) => `${open}${inner})`);
  const repeated = fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: character }, group),
      fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?"),
    )
    .map((parts) => parts.join(""));
  const edge = fc.constantFrom("^", "$", "\\b", "\\B");
  const look = fc
    .tuple(fc.constantFrom("(?=", "(?!", "(?<=", "(?<!"), tie("either"))
    .map(([open, inner]) => `${open}${inner})`);
  const sequence = fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: repeated },
        { weight: 1, arbitrary: edge },
        { weight: 1, arbitrary: look },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join(""));
  return {
    either: fc
      .array(sequence, { minLength: 1, maxLength: 2, depthIdentifier: "pattern" })
      .map((parts) => parts.join("|")),
  };
}).either;

const text = fc
  .array(fc.constantFrom(..."abc-1_ ", "é", "😀", "\ud83d", "\n"), { maxLength: 8 })
  .map((parts) => parts.join(""));

/** What ECMA-262 says: a match begins at a character. V8 also tries the middle of a surrogate pair. */
function matchesBySpecification(source: string, flags: string, given: string): boolean {
  const expression = new RegExp(source, `${flags}y`);
  const characters = flags === "u" ? [...given] : given.split("");
  let at = 0;
  for (const character of [...characters, ""]) {
    expression.lastIndex = at;
    if (expression.test(given)) return true;
    at += character.length;
  }
  return false;
}

function compiled(source: string): { readonly test: (text: string) => boolean } {
  const program = linearProgram(source);
  if (program === undefined) throw new Error(`no program: ${source}`);
  return linearPattern(JSON.parse(JSON.stringify(program)));
}

describe("a linear program", () => {
  it("matches what the pattern matches by ECMA-262", () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 8, maxLength: 8 }), (source, texts) => {
        const linear = compiled(source);
        expect(texts.map((each) => linear.test(each))).toEqual(
          texts.map((each) => matchesBySpecification(source, "u", each)),
        );
      }),
      { seed: 2026, numRuns: 600 },
    );
  });

  it.each([
    ["[\\w-.]+@", "a.b@c"],
    ["[\\w-.]+@", "a.b"],
    ["^\\_.$", "_😀"],
    ["^\\_..$", "_😀"],
  ])("reads %s, which is valid only without the flag, in UTF-16 units: %s", (source, given) => {
    expect(compiled(source).test(given)).toBe(matchesBySpecification(source, "", given));
  });

  it.each([
    "^(a+)+$",
    "^(\\w+\\s?)*$",
    "(x+x+)+y",
    "^(\\W*)+\\b$",
    "^(?=(a|aa)+$)(?!.*b)a*!$",
    "a*a*a*a*a*a*b",
    "(?<=(a+)+)c",
    "(?:\\w|\\s)+\\d$",
  ])("ends for a text of half a million characters, with which backtracking wouldn't: %s", (source) => {
    expect(compiled(source).test(`${"a ".repeat(250_000)}!`)).toBe(false);
  });

  it("is none for a backreference, and for a pattern of too many steps", () => {
    expect(linearProgram("(a+)\\1")).toBeUndefined();
    expect(linearProgram("(?<x>[ab])\\k<x>")).toBeUndefined();
    expect(linearProgram("(?:a{1,1000}){1,1000}")).toBeUndefined();
  });

  it("gives up with a finding if pattern and text together are too large", () => {
    const large = compiled("^(?:a|b)*a(?:a|b){3000}$");
    let state = 1;
    const letters = Array.from({ length: 100_000 }, () => {
      state = (state * 48_271) % 0x7fffffff;
      return state % 2 === 0 ? "a" : "b";
    });
    expect(() => large.test(letters.join(""))).toThrow(PatternLimit);
  });
});
