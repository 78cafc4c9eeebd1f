import { none, type Outcome } from "../goal/goal.js";
import { type Automaton, automatonOf, automatonOfTexts } from "../language/automaton.js";
import { findText } from "../language/find-text.js";
import { formatPatterns, sampleTexts } from "./format-texts.js";
import { atomsOf, firstFit, type Leaf, sizeRange } from "./leaf.js";

/** A string for patterns, formats, lengths and strings to avoid. */
export function solveString(leaf: Leaf): Outcome {
  const { least, most } = sizeRange(leaf);
  if (least > most) return none;
  const patterns = atomsOf(leaf, "pattern");
  const formats = atomsOf(leaf, "format");
  const samples = sampleTexts(
    {
      formats: formats.map(({ format }) => format.name),
      patterns: patterns.filter(({ holds }) => holds).map(({ pattern }) => pattern),
    },
    { least, most },
  );
  const sample = firstFit(leaf, samples);
  if (sample.kind === "value") return sample;
  const { accepting, refusing, exact } = languagesOf(leaf);
  const found = findText({ accepting, refusing, least, most });
  if (found === undefined) return none;
  if (found === "unknown") return { kind: "unknown", reason: "the patterns need too many states" };
  const text = firstFit(leaf, [found.text]);
  if (text.kind === "value") return text;
  return {
    kind: "unknown",
    reason: exact
      ? "a text that the patterns describe isn't accepted"
      : `no text was found for ${describe(leaf)}`,
  };
}

function describe(leaf: Leaf): string {
  const formats = atomsOf(leaf, "format").map(
    ({ format, holds }) => `${holds ? "" : "not "}format \`${format.name}\``,
  );
  const patterns = atomsOf(leaf, "pattern")
    .filter(({ pattern }) => automatonOf(pattern) === undefined)
    .map(({ pattern, holds }) => `${holds ? "" : "not "}pattern \`${pattern}\``);
  return [...formats, ...patterns].join(" and ");
}

/** The atoms as automata: a superset of the texts, exactly them if `exact`. */
function languagesOf(leaf: Leaf): {
  readonly accepting: readonly Automaton[];
  readonly refusing: readonly Automaton[];
  readonly exact: boolean;
} {
  const accepting: Automaton[] = [];
  const refusing: Automaton[] = [];
  let exact = true;
  for (const { pattern, holds } of atomsOf(leaf, "pattern")) {
    const automaton = automatonOf(pattern);
    if (automaton === undefined) exact = false;
    else (holds ? accepting : refusing).push(automaton);
  }
  for (const { format, holds } of atomsOf(leaf, "format")) {
    const known = formatPatterns[format.name];
    const automaton = known && automatonOf(known.pattern);
    if (known?.exact === undefined) exact = false;
    if (automaton === undefined) continue;
    if (holds) accepting.push(automaton);
    else if (known?.exact === true) refusing.push(automaton);
  }
  const avoided = atomsOf(leaf, "values").flatMap(({ values }) => values as string[]);
  if (avoided.length > 0) refusing.push(automatonOfTexts(avoided));
  return { accepting, refusing, exact };
}
