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
  const { accepting, refusing } = languagesOf(leaf);
  const tried: string[] = [];
  for (let round = 0; round < mostTexts; round++) {
    const others = tried.length === 0 ? refusing : [...refusing, automatonOfTexts(tried)];
    const found = findText({ accepting, refusing: others, least, most });
    // If there are only a few texts, all of them have been tried.
    if (found === undefined) return none;
    if (found === "unknown") return { kind: "unknown", reason: "the patterns need too many states" };
    if (firstFit(leaf, [found.text]).kind === "value") return { kind: "value", value: found.text };
    tried.push(found.text);
  }
  return { kind: "unknown", reason: `no text was found for ${describe(leaf)}` };
}

/** Texts that automata find and that are tried, if formats and other patterns have a say, too. */
const mostTexts = 20;

function describe(leaf: Leaf): string {
  const formats = atomsOf(leaf, "format").map(
    ({ format, holds }) => `${holds ? "" : "not "}format \`${format.name}\``,
  );
  const patterns = atomsOf(leaf, "pattern")
    .filter(({ pattern }) => automatonOf(pattern) === undefined)
    .map(({ pattern, holds }) => `${holds ? "" : "not "}pattern \`${pattern}\``);
  return [...formats, ...patterns].join(" and ");
}

/** The atoms as automata: they describe all texts in question, and perhaps others. */
function languagesOf(leaf: Leaf): {
  readonly accepting: readonly Automaton[];
  readonly refusing: readonly Automaton[];
} {
  const accepting: Automaton[] = [];
  const refusing: Automaton[] = [];
  for (const { pattern, holds } of atomsOf(leaf, "pattern")) {
    const automaton = automatonOf(pattern);
    if (automaton !== undefined) (holds ? accepting : refusing).push(automaton);
  }
  for (const { format, holds } of atomsOf(leaf, "format")) {
    const known = formatPatterns[format.name];
    const automaton = known && automatonOf(known.pattern);
    if (automaton === undefined) continue;
    if (holds) accepting.push(automaton);
    else if (known?.exact === true) refusing.push(automaton);
  }
  const avoided = atomsOf(leaf, "values").flatMap(({ values }) => values as string[]);
  if (avoided.length > 0) refusing.push(automatonOfTexts(avoided));
  return { accepting, refusing };
}
