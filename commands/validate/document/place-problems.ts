import { fromPointer } from "@oipkit/runtime/json-pointer";
import { findingFingerprint, locateSpan } from "../../report/findings/excerpt.js";
import type { Finding, Problem } from "../../report/reporter.js";
import type { SourceFolder } from "../inspect.js";
import { locate, type Span } from "./json-text.js";

/** The origin of a document. */
export interface DocumentOrigin {
  /** The name shown in findings. */
  readonly file: string;
  readonly where: SourceFolder;
  /** Number of lines before the document. */
  line: number;
  /** Whether the document is one line of a file. */
  readonly isLine: boolean;
  /** Only count findings. */
  countOnly?: boolean;
}

/** Where to place problems, and what to hide. */
interface Placing {
  readonly at: DocumentOrigin;
  /** Spans of the text that must not be printed. */
  readonly hidden: readonly Span[];
  /** The property that holds the encrypted document; all its findings are placed there. */
  readonly encryptedProperty: string | undefined;
}

/** Turns the problems of one document into findings, sorted by position. */
export function placeProblems(text: string, problems: readonly Problem[], placing: Placing): Finding[] {
  return problems
    .map((problem) => ({ problem, span: problemSpan(text, problem, placing.encryptedProperty) }))
    .sort((a, b) => a.span.offset - b.span.offset)
    .map(({ problem, span }) => finish(problem, span, { ...placing, text }));
}

function finish(
  problem: Problem,
  span: Span,
  { at, hidden, encryptedProperty, text }: Placing & { text: string },
): Finding {
  const { lines, column, endColumn, excerpt } = locateSpan(text, span, hidden);
  const { code, pointer, clause, schemaPointer, detail } = problem;
  const inside = encryptedProperty !== undefined && code !== "decryption-failed";
  const content = at.isLine ? text : undefined;
  const finding: Partial<Mutable<Finding>> = { file: at.file, line: at.line + lines + 1, column };
  // Assignments, since spreading an object for each optional property takes longer than all else here (measured).
  if (endColumn !== undefined) finding.endColumn = endColumn;
  finding.pointer = pointer;
  finding.code = code;
  finding.level = problem.level ?? "error";
  finding.message = inside ? `in the decrypted body: ${problem.message}` : problem.message;
  if (clause !== undefined) finding.clause = clause;
  if (schemaPointer !== undefined) finding.schemaPointer = schemaPointer;
  if (excerpt.text !== "") finding.excerpt = excerpt;
  finding.fingerprint = findingFingerprint({ file: at.file, code, pointer, detail, content, hidden });
  return finding as Finding;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function problemSpan(text: string, problem: Problem, encryptedProperty: string | undefined): Span {
  if (problem.span) return problem.span;
  if (encryptedProperty !== undefined) return locate(text, [encryptedProperty]);
  const tokens = fromPointer(problem.field ?? problem.pointer);
  if (problem.key === undefined) return locate(text, tokens);
  return locate(text, [...tokens, problem.key], "key");
}
