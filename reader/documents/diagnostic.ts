import { OipkitError } from "@oipkit/runtime/errors";
import type { Lines, Range } from "./parsed-text.js";

/** The problems that a contract can have. The codes are stable: scripts may rely on them (`docs/reference/diagnostics.md`). */
export const diagnosticCodes = [
  "yaml-syntax",
  "json-syntax",
  "duplicate-key",
  "too-deep",
  "too-large",
  "not-a-contract",
  "version-unsupported",
  "version-incomplete",
  "overlay-invalid",
  "overlay-extends",
  "overlay-matches-nothing",
  "ref-not-found",
  "ref-cycle",
  "ref-kind",
  "ref-remote",
  "ref-outside",
  "ref-unreadable",
  "openapi-invalid",
  "asyncapi-invalid",
  "not-judged",
  "schema-invalid",
  "type-unknown",
  "format-unknown",
  "schema-format",
  "schema-unchecked",
  "feature-unsupported",
  "keyword-outdated",
  "keyword-without-effect",
  "number-inexact",
  "pattern-invalid",
  "pattern-legacy",
  "pattern-slow",
  "enum-outside-base",
  "id-duplicate",
  "event-duplicate",
  "event-type-missing",
  "event-without-example",
  "message-unused",
  "protocol-pointer-unknown",
  "protocol-incomplete",
  "protocol-weak",
  "path-parameter-unknown",
  "path-parameter-missing",
  "security-scheme-unknown",
  "required-undefined",
  "oneof-overlap",
  "operation-id-duplicate",
  "extension-invalid",
  "mark-unread",
  "example-invalid",
  "example-orphan",
  "case-invalid",
  "clauses-invalid",
  "accepted-changes-invalid",
  "version-step-missing",
] as const;

/** One of them. */
export type DiagnosticCode = (typeof diagnosticCodes)[number];

/** One problem in a contract: where it is, what is wrong and how to fix it. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint: string;
  /** Path as the user gave it, with forward slashes. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) of the place in the file; absent if the text doesn't parse. */
  readonly pointer?: string;
  readonly range: Range;
  /** The source line with a caret below the place. */
  readonly excerpt: string;
}

/** The contracts have errors; `diagnostics` holds every finding, sorted by file and line. */
export class ContractError extends OipkitError {
  readonly code = "contract-broken";
  constructor(readonly diagnostics: readonly Diagnostic[]) {
    const errors = diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    super(`${errors} ${errors === 1 ? "error" : "errors"} in the contracts`);
  }
}

/** Whether a document has a version that isn't read, so that nothing can be said about it. */
export function hasUnsupportedVersion(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ code, severity }) => code === "version-unsupported" && severity === "error");
}

/** The source line at a range with a caret line below; long lines are cut around the place. */
export function sourceExcerpt(lines: Lines, range: Range): string {
  const line = lines.line(range.line);
  const width = 100;
  const from = range.column <= width - 20 ? 0 : range.column - 40;
  // Cut first: the whole document may be on this line, and have a hundred thousand findings.
  const shown = line.slice(from, from + width).replace(/\t/g, " ");
  const end = range.endLine === range.line ? range.endColumn : line.length + 1;
  const carets = Math.max(1, Math.min(end - range.column, from + shown.length - range.column + 1));
  const number = String(range.line);
  return `${number} | ${shown}\n${" ".repeat(number.length)} | ${" ".repeat(Math.max(0, range.column - 1 - from))}${"^".repeat(carets)}`;
}
