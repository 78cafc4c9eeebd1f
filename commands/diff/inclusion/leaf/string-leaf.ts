import { patternShapes, shapeText } from "../../../../reader/validation/synthesis/pattern-texts.js";
import { lengthened } from "../../../../reader/validation/synthesis/scalar-values.js";
import { none, type Solution } from "../goal/goal.js";
import { type Automaton, accepts } from "../language/automaton.js";
import { TooLarge } from "../language/boolean-functions.js";
import { findText } from "../language/find-text.js";
import { patternAutomaton } from "../language/pattern-automaton.js";
import { textsAutomaton } from "../language/texts-automaton.js";
import { firstFit, type Leaf, leafAtoms, sizeRange } from "./leaf.js";

/** A string for patterns, formats, lengths and strings to avoid. */
export function solveString(leaf: Leaf): Solution {
  const { least, most } = sizeRange(leaf);
  if (least > most) return none;
  const patterns = leafAtoms(leaf, "pattern");
  const formats = leafAtoms(leaf, "format");
  const samples = sampleTexts(
    {
      formats: formats.map(({ format }) => format.name),
      patterns: patterns.filter(({ holds }) => holds).map(({ pattern }) => pattern),
    },
    { least, most, tick: leaf.tick },
  );
  const languages = leafLanguages(leaf);
  const sample = firstFit(leaf, fitting(samples, languages, leaf.tick));
  if (sample.kind === "value") return sample;
  const { accepting, refusing } = languages;
  const tried: string[] = [];
  for (let round = 0; round < mostTexts; round++) {
    const others = tried.length === 0 ? refusing : [...refusing, textsAutomaton(tried, leaf.tick)];
    const found = findText({ accepting, refusing: others, least, most, tick: leaf.tick });
    // If there are only a few texts, all of them have been tried.
    if (found === undefined) return none;
    if (found === "unknown") return { kind: "unknown", reason: "the patterns need too many states" };
    const fit = firstFit(leaf, [found.text]);
    if (fit.kind !== "none") return fit;
    tried.push(found.text);
  }
  return { kind: "unknown", reason: `no text was found for ${describe(leaf)}` };
}

/** The texts that languages don't rule out. Validators, which may take longer, needn't judge the others. */
function* fitting(
  texts: Iterable<string>,
  { accepting, refusing }: LeafLanguages,
  tick: () => void,
): Generator<string> {
  for (const text of texts)
    if (
      accepting.every((each) => mayAccept(each, text, tick) !== false) &&
      refusing.every((each) => mayAccept(each, text, tick) !== true)
    )
      yield text;
}

/** `undefined` if the automaton gets too large. */
function mayAccept(automaton: Automaton, text: string, tick: () => void): boolean | undefined {
  try {
    return accepts(automaton, text, tick);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** Texts that automata find and that are tried, if formats and other patterns have a say, too. */
const mostTexts = 20;

function describe(leaf: Leaf): string {
  const formats = leafAtoms(leaf, "format").map(
    ({ format, holds }) => `${holds ? "" : "not "}format \`${format.name}\``,
  );
  const patterns = leafAtoms(leaf, "pattern")
    .filter(({ pattern }) => patternAutomaton(pattern) === undefined)
    .map(({ pattern, holds }) => `${holds ? "" : "not "}pattern \`${pattern}\``);
  return [...formats, ...patterns].join(" and ");
}

/** Automata for the texts in question. */
interface LeafLanguages {
  readonly accepting: readonly Automaton[];
  readonly refusing: readonly Automaton[];
}

/** The atoms as automata: they describe all texts in question, and perhaps others. */
function leafLanguages(leaf: Leaf): LeafLanguages {
  const accepting: Automaton[] = [];
  const refusing: Automaton[] = [];
  for (const { pattern, holds } of leafAtoms(leaf, "pattern")) {
    const automaton = patternAutomaton(pattern);
    if (automaton !== undefined) (holds ? accepting : refusing).push(automaton);
  }
  for (const { format, holds } of leafAtoms(leaf, "format")) {
    const known = formatPatterns[format.name];
    const automaton = known && patternAutomaton(known.pattern);
    if (automaton === undefined) continue;
    if (holds) accepting.push(automaton);
    else if (known?.exact === true) refusing.push(automaton);
  }
  const avoided = leafAtoms(leaf, "values").flatMap(({ values }) => values as string[]);
  if (avoided.length > 0) refusing.push(textsAutomaton(avoided, leaf.tick));
  return { accepting, refusing };
}

/** Members of each format, and texts that are close to being members. */
const samples: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2025-01-01T00:00:00Z", "2025-01-01", "2025-13-01T00:00:00Z", "2025-01-01T00:00:00"],
  date: ["2025-01-01", "2025-13-01", "2025-01-01T00:00:00Z"],
  time: ["12:00:00Z", "12:00:00", "25:00:00Z"],
  duration: ["PT1H", "P", "P1D"],
  email: ["person@example.com", "person", "a@b.co", '"a@b"@example.com', "a@b", "a@[192.0.2.1]"],
  hostname: ["example.com", "-example", "a", "example..com"],
  ipv4: ["192.0.2.1", "256.0.0.1"],
  ipv6: ["2001:db8::1", "::", "2001:db8"],
  "idn-email": ["person@example.com", "用户@例子.广告", "person"],
  "idn-hostname": ["example.com", "例子.广告", "-example"],
  uri: ["https://example.com/", "/example", "urn:a:b"],
  iri: ["https://example.com/", "https://例子.广告/", "/example"],
  "iri-reference": ["/example", "/例", "\\"],
  "uri-reference": ["/example", "https://example.com/", "\\"],
  "uri-template": ["https://example.com/{id}", "{"],
  uuid: ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-00000000000"],
  "json-pointer": ["/example", "", "example"],
  "relative-json-pointer": ["0", "/example"],
  regex: ["^example$", "("],
  byte: ["ZXhhbXBsZQ==", "ZXhhbXBsZQ"],
};

const general = ["", "a", "example", "A", "0", " ", "-", "1.5", "true", "null", "é", "😀", "a b", "%", "\n"];

/** Texts to try for formats and patterns, each in a few lengths between two bounds. */
function* sampleTexts(
  { formats, patterns }: { readonly formats: readonly string[]; readonly patterns: readonly string[] },
  { least, most, tick }: { readonly least: number; readonly most: number; tick(): void },
): Generator<string> {
  const bases = [
    ...formats.flatMap((name) => samples[name] ?? []),
    ...patterns.flatMap((pattern) => shapeTexts(pattern, tick)),
    ...general,
  ];
  yield* bases;
  if (formats.length > 0) for (const base of bases) yield* spoilt.map((end) => base + end);
  if (least > longest) return;
  for (const base of bases) {
    const characters = [...base];
    yield [...characters, ..."x".repeat(Math.max(0, least - characters.length))].join("");
    if (formats.length > 0 && base.length < least) yield* lengthened(base, least);
    if (most < characters.length) yield characters.slice(0, most).join("");
  }
}

/** Texts that match a pattern. */
function shapeTexts(pattern: string, tick: () => void): string[] {
  const automaton = patternAutomaton(pattern);
  const matches = automaton && ((text: string) => mayAccept(automaton, text, tick) === true);
  return [...patternShapes(pattern, { matches })].map(shapeText);
}

/** Ends that make a text lose its format, though it may still match a pattern. */
const spoilt = [" ", "%", "\\", "{", "x", "@", "."];

/** Longer texts are left to automata. */
const longest = 100_000;

const digit = "[0-9]";

/** Patterns that every member of a format matches; `exact` if nothing else does. */
const formatPatterns: Readonly<Record<string, { readonly pattern: string; readonly exact?: true }>> = {
  "date-time": {
    pattern: `^${digit}{4}-${digit}{2}-${digit}{2}[Tt\\s]${digit}{2}:${digit}{2}:${digit}{2}(?:[.]${digit}+)?(?:[Zz]|[+-]${digit}{2}(?::?${digit}{2})?)$`,
  },
  date: { pattern: `^${digit}{4}-${digit}{2}-${digit}{2}$` },
  uuid: {
    pattern: "^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$",
    exact: true,
  },
  ipv4: { pattern: `^${digit}{1,3}(?:[.]${digit}{1,3}){3}$` },
  // A quoted local part may have an `@`.
  email: { pattern: "^[\\s\\S]+@[^@]+$" },
  uri: { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:" },
};
