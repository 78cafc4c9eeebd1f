import ts from "typescript";
import { loadRecheck } from "../../../reader/large-libraries.js";
import { isSimplePattern } from "../../../reader/patterns/read-pattern.js";
import type { Source } from "./sources.js";

/** A regular-expression literal of the product, with the places where it is written. */
export interface Literal {
  /** With its slashes and flags, as it is written. */
  readonly text: string;
  readonly source: string;
  readonly flags: string;
  readonly places: readonly string[];
}

/** Every regular-expression literal of the files, each once. */
export function literalsIn(files: readonly Source[]): Literal[] {
  const places = new Map<string, string[]>();
  for (const { path, tree } of files) {
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
        places.set(node.text, [...(places.get(node.text) ?? []), `${path}:${line}`]);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
  }
  return [...places].map(([text, found]) => {
    const end = text.lastIndexOf("/");
    return { text, source: text.slice(1, end), flags: text.slice(end + 1), places: found };
  });
}

/** How a literal grows with its text: `undecided` if the checker doesn't know look-around, or needs longer than a test may. */
export function judge({ source, flags }: Pick<Literal, "source" | "flags">): "linear" | "slow" | "undecided" {
  if (isSimplePattern(source) || isRunAtEnd(source)) return "linear";
  const known = flags.replace(/[gyd]/g, "");
  const result = loadRecheck().checkSync(shortened(source), known, {
    checker: "automaton",
    timeout: 300_000,
  });
  if (result.status === "safe") return "linear";
  if (result.status === "vulnerable") return "slow";
  return "undecided";
}

/** `(?<!x)x+$` begins at the first `x` of a run only, so each character is read once; the checker doesn't know look-behind. */
function isRunAtEnd(source: string): boolean {
  const [, before, run] = /^\(\?<!([^()]+)\)([^()]+)\+\$$/.exec(source) ?? [];
  return before !== undefined && before === run;
}

/** With long words cut: the checker's automaton grows with their length, while what is slow is what repeats. */
function shortened(source: string): string {
  return source.replace(/\\.[a-z]*|\[(?:\\.|[^\]\\])*\]|[A-Za-z]{4,}/g, (part) => {
    if (/^[\\[]/.test(part)) return part;
    return part.slice(0, 3);
  });
}
