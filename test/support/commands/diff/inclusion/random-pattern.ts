import fc from "fast-check";

/** Two patterns: related by an edit, or independent. */
export interface PatternPair {
  readonly old: string;
  readonly new: string;
}

const character = fc.constantFrom(
  ..."aaabbbc1-_ A",
  ".",
  "\\.",
  "\\w",
  "\\d",
  "\\s",
  "\\W",
  "\\D",
  "\\S",
  "[ab]",
  "[^a]",
  "[a-c1]",
  "[^\\s,]",
  "[a-zA-Z0-9_-]",
  "[\\w.-]",
  "[0-9]",
  "[^]",
  "\\p{L}",
  "\\P{Lu}",
  "\\p{Script=Greek}",
  "[\\p{L}\\p{N}]",
  "😀",
  "\\u{1F600}",
  "\\ud83d\\ude00",
  "[^😀]",
  "[\\u{10000}-\\u{10ffff}]",
  "[\\ud800-\\udfff]",
  "é",
  "\\t",
  "\\x41",
  "\\/",
);

const quantifier = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.constantFrom(
      "",
      "",
      "",
      "",
      "",
      "*",
      "+",
      "?",
      "*?",
      "+?",
      "??",
      "{2}",
      "{1,2}",
      "{2,}",
      "{0,3}?",
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(0, 1, 20, 64, 255, 2_000))
      .map(([least, more]) => `{${least},${least + more}}`),
  },
);

const groupQuantifier = fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,3}", "{0,63}");

const look = fc.constantFrom("(?=", "(?!", "(?<=", "(?<!");

/** Patterns of all syntax that ECMAScript has with the `u` flag, as people write them and as they don't. */
export const randomPattern: fc.Arbitrary<string> = fc
  .record({
    pattern: fc.letrec<{ pattern: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 2, depthSize: "small" },
        { weight: 50, arbitrary: fc.tuple(character, quantifier).map(([a, b]) => a + b) },
        { weight: 5, arbitrary: fc.constantFrom("^", "$", "\\b", "\\B") },
        {
          weight: 10,
          arbitrary: fc
            .tuple(fc.constantFrom("(?:", "(?:", "("), tie("pattern"), groupQuantifier)
            .map(([open, inner, times]) => `${open}${inner})${times}`),
        },
        { weight: 5, arbitrary: fc.tuple(look, tie("pattern")).map(([open, inner]) => `${open}${inner})`) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom("a|b", "[ab]", "['\"]", "\\w+", "a?"), tie("pattern"))
            .map(([group, inner]) => `(?<same>${group})${inner}\\k<same>`),
        },
      ),
      pattern: fc
        .array(fc.array(tie("part"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
        .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
    })).pattern,
    anchors: fc.constantFrom("both", "both", "start", "end", "none", "none"),
  })
  .map(({ pattern, anchors }) => {
    const body = anchors === "none" || !pattern.includes("|") ? pattern : `(?:${pattern})`;
    return `${anchors === "both" || anchors === "start" ? "^" : ""}${body}${anchors === "both" || anchors === "end" ? "$" : ""}`;
  })
  .filter((pattern) => isPattern(pattern));

const reference = fc.constantFrom("\\1", "\\2");
const times = fc.constantFrom("", "", "", "*", "?", "+", "{2}", "{0,2}", "+?");
const bracket = fc.constantFrom("(", "(", "(", "(?:", "(?=", "(?!", "(?<=", "(?<!");

/** Patterns with backreferences anywhere, most of them to groups of few texts. */
export const referencePattern: fc.Arbitrary<string> = fc
  .record({
    pattern: fc.letrec<{ pattern: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        {
          weight: 3,
          arbitrary: fc.tuple(fc.constantFrom("a", "b", "[ab]", "😀", "."), times).map(([a, b]) => a + b),
        },
        { weight: 3, arbitrary: fc.tuple(reference, times).map(([a, b]) => a + b) },
        {
          weight: 3,
          arbitrary: fc
            .tuple(bracket, tie("pattern"), times)
            .map(([open, inner, many]) => `${open}${inner})${/[=!]/.test(open) ? "" : many}`),
        },
        { weight: 1, arbitrary: fc.constantFrom("^", "$", "\\b") },
      ),
      pattern: fc
        .array(fc.array(tie("part"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
        .map((alternatives) => alternatives.map((parts) => parts.join("")).join("|")),
    })).pattern,
    group: fc.constantFrom("(a|b)", ""),
    isWhole: fc.boolean(),
  })
  .map(({ pattern, group, isWhole }) => (isWhole ? `^(?:${group}${pattern})$` : `${group}${pattern}`))
  .filter((pattern) => /\\[12]/.test(pattern) && isPattern(pattern));

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

type Edit = (pattern: string, other: string) => string;

const edits: readonly Edit[] = [
  (pattern) => `(?:${pattern})`,
  (pattern) => `(?:${pattern})|(?:${pattern})`,
  (pattern, other) => `(?:${pattern})|(?:${other})`,
  (pattern, other) => `(?=[^]*(?:${other}))(?:${pattern})`,
  (pattern) => pattern.replaceAll("\\d", "[0-9]").replaceAll("\\w", "[A-Za-z0-9_]"),
  (pattern) => pattern.replaceAll("(?:", "("),
  (pattern) => pattern.replace("a", "[ab]"),
  (pattern) => pattern.replace("*", "+"),
  (pattern) => pattern.replace("+", "*"),
  (pattern) => pattern.replace("?", ""),
  (pattern) => pattern.replace("{2}", "{2,4}"),
  (pattern) => pattern.replace(/\{(\d+),(\d+)\}/, (_, least, most) => `{${least},${Number(most) + 1}}`),
  (pattern) => pattern.replace("\\b", ""),
  (pattern) => pattern.replace("^", ""),
  (pattern) => pattern.replace("$", ""),
  (pattern) => `^${pattern}`,
  (pattern) => `${pattern}$`,
  (pattern) => pattern.replace("|", ""),
  (pattern) => pattern.slice(1),
  (pattern) => pattern.slice(0, -1),
];

/** Half of the pairs are related by an edit. */
export const patternPair: fc.Arbitrary<PatternPair> = fc
  .record({
    old: randomPattern,
    other: randomPattern,
    isRelated: fc.boolean(),
    edit: fc.constantFrom(...edits),
    isTurned: fc.boolean(),
  })
  .map(({ old, other, isRelated, edit, isTurned }) => {
    const changed = isRelated ? edit(old, other) : other;
    return isTurned ? { old: changed, new: old } : { old, new: changed };
  })
  .filter((pair) => isPattern(pair.old) && isPattern(pair.new));
