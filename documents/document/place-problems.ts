import { fromPointer } from "@oipkit/runtime/json-pointer";
import type { Finding, Problem } from "../finding.js";
import type { Whereabouts } from "../inspect.js";
import { placeOf } from "./excerpt.js";
import { fingerprintOf } from "./fingerprint.js";
import { locate, type Span } from "./json-text.js";

/** Where a document comes from. */
export interface Surroundings {
  /** As shown. */
  readonly file: string;
  readonly where: Whereabouts;
  /** Lines in front of the document. */
  line: number;
  /** Whether the document is a line among others. */
  readonly isLine: boolean;
  /** Findings are counted, not placed. */
  countOnly?: boolean;
}

/** Where problems are shown, and what must not be. */
export interface Placing {
  readonly at: Surroundings;
  /** Stretches of the text that must not be printed. */
  readonly hidden: readonly Span[];
  /** The property that holds the document encrypted: everything is placed there. */
  readonly sealed: string | undefined;
}

/** Problems of one document as findings, in the order of their places. */
export function placeProblems(text: string, problems: readonly Problem[], placing: Placing): Finding[] {
  return problems
    .map((problem) => ({ problem, span: spanOf(text, problem, placing.sealed) }))
    .sort((a, b) => a.span.offset - b.span.offset)
    .map(({ problem, span }) => finish(problem, span, { ...placing, text }));
}

function finish(
  problem: Problem,
  span: Span,
  { at, hidden, sealed, text }: Placing & { text: string },
): Finding {
  const { lines, column, excerpt } = placeOf(text, span, hidden);
  const { code, pointer, clause, schemaPointer, detail } = problem;
  const inside = sealed !== undefined && code !== "decryption-failed";
  const content = at.isLine ? text : undefined;
  return {
    file: at.file,
    line: at.line + lines + 1,
    column,
    pointer,
    code,
    level: problem.level ?? "error",
    message: inside ? `in the decrypted body: ${problem.message}` : problem.message,
    ...(clause === undefined ? {} : { clause }),
    ...(schemaPointer === undefined ? {} : { schemaPointer }),
    ...(excerpt.text === "" ? {} : { excerpt }),
    fingerprint: fingerprintOf({ file: at.file, code, pointer, detail, content, hidden }),
  };
}

function spanOf(text: string, problem: Problem, sealed: string | undefined): Span {
  if (problem.span) return problem.span;
  if (sealed !== undefined) return locate(text, [sealed]);
  const tokens = fromPointer(problem.pointer);
  return problem.key === undefined ? locate(text, tokens) : locate(text, [...tokens, problem.key], "key");
}
