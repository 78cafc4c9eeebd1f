import { join } from "node:path";
import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { ContractError, type Diagnostic, sourceExcerpt } from "../../reader/documents/diagnostic.js";
import type { InputFile } from "../../reader/documents/input.js";
import { parseText } from "../../reader/documents/parse-text.js";
import type { ParsedText } from "../../reader/documents/parsed-text.js";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { packageRoot } from "../../reader/package-root.js";
import { type CompiledSchema, compile } from "../../reader/validation/index.js";
import { codes, type FindingCode } from "./codes.js";
import type { ChangeFinding, ChangePlace, ComparisonResult } from "./comparison.js";

/** What a comparison is held against. */
interface Acceptance {
  readonly entries: readonly AcceptedChange[];
  /** By the file of a place, its path below the contracts' folder (`relativePaths`). */
  readonly names: ReadonlyMap<string, string>;
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Marks the findings that are accepted. They count as accepted, not as errors or warnings. An entry that has expired or that
 * fits no finding becomes a finding itself; one that fits only compatible changes stays silent.
 */
export function acceptChanges(
  { findings, summary }: ComparisonResult,
  { entries, names, now }: Acceptance,
): ComparisonResult {
  if (entries.length === 0) return { findings, summary };
  const today = new Date(now).toISOString().slice(0, 10);
  const used = new Set<AcceptedChange>();
  const judged = findings.map((finding): ChangeFinding => {
    const fitting = entries.filter((entry) => fits(entry, finding, names));
    for (const entry of fitting) used.add(entry);
    const valid = fitting.find((entry) => !isExpired(entry, today));
    if (valid === undefined || finding.level === "info") return finding;
    const { reason, until } = valid;
    return { ...finding, accepted: { reason, ...(until !== undefined && { until }) } };
  });
  const notices = entries.flatMap((entry) => {
    if (!used.has(entry)) return [stale(entry)];
    if (isExpired(entry, today)) return [expired(entry)];
    return [];
  });
  const open = [...judged, ...notices].filter(({ accepted }) => accepted === undefined);
  const count = (level: ChangeFinding["level"]) => open.filter((finding) => finding.level === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  return {
    findings: [...judged, ...notices],
    summary: {
      ...summary,
      findings: errors + warnings,
      errors,
      warnings,
      accepted: judged.filter(({ accepted }) => accepted !== undefined).length,
    },
  };
}

function fits(
  { code, subjects, file, pointer }: AcceptedChange,
  finding: ChangeFinding,
  names: ReadonlyMap<string, string>,
): boolean {
  const place = finding.new ?? finding.old;
  return (
    code === finding.code &&
    (subjects === undefined || finding.subjects.every((subject) => subjects.has(subject))) &&
    (file === undefined || (place !== undefined && (names.get(place.file) ?? place.file) === file)) &&
    (pointer === undefined || place?.pointer === pointer)
  );
}

/** Days are compared as text: YYYY-MM-DD. */
function isExpired({ until }: AcceptedChange, today: string): boolean {
  return until !== undefined && until < today;
}

function stale({ code, place, reason }: AcceptedChange): ChangeFinding {
  return {
    ...notice,
    code: "accepted-change-stale",
    new: place,
    message: `no finding fits this entry for \`${code}\` (${reason})`,
    remedy: "Remove the entry, or copy code and place from the report again",
  };
}

function expired({ code, place, reason, until }: AcceptedChange): ChangeFinding {
  return {
    ...notice,
    code: "accepted-change-expired",
    new: place,
    message: `this entry for \`${code}\` ended on ${until ?? ""} (${reason})`,
    remedy: "Undo the change that it accepted, or agree on a later date",
  };
}

const notice = {
  level: "warning",
  verdict: "risky",
  change: "changed",
  breaks: "wire",
  affects: [],
  subjects: [],
} as const;

/** An entry of `accepted-changes.yaml`. */
export interface AcceptedChange {
  readonly code: FindingCode;
  /** Everything that the finding may reach. */
  readonly subjects?: ReadonlySet<string>;
  /** Path below the contracts' folder, forward slashes. */
  readonly file?: string;
  /** JSON Pointer. */
  readonly pointer?: string;
  readonly reason: string;
  /** The last day on which it counts, as YYYY-MM-DD. */
  readonly until?: string;
  /** Where the entry is. */
  readonly place: ChangePlace;
}

/** Reads a list of accepted changes. Throws `ContractError` with the places of everything that is wrong with it. */
export function readAccepted(input: Pick<InputFile, "file" | "path" | "text">): AcceptedChange[] {
  const { file } = input;
  const parsed = parseText(input.path, input.text);
  const problems = parsed.problems.map(
    ({ code, message, range, hint }): Diagnostic => ({
      severity: "error",
      code,
      message,
      hint: hint ?? "Fix the syntax here.",
      file,
      range,
      excerpt: sourceExcerpt(parsed.lines, range),
    }),
  );
  if (problems.length === 0) problems.push(...findProblems(parsed, file));
  if (problems.length > 0) throw new ContractError(problems);
  const { accepted } = parsed.value as { readonly accepted: readonly Entry[] };
  return accepted.map(({ subject, ...entry }, at) => {
    const tokens = ["accepted", String(at)];
    const { line, column } = parsed.locate(tokens);
    const subjects = typeof subject === "string" ? [subject] : subject;
    return {
      ...entry,
      ...(subjects !== undefined && { subjects: new Set(subjects) }),
      place: { file, line, column, pointer: toPointer(tokens) },
    };
  });
}

/** An entry as it is written. */
interface Entry {
  readonly code: FindingCode;
  readonly subject?: string | readonly string[];
  readonly file?: string;
  readonly pointer?: string;
  readonly reason: string;
  readonly until?: string;
}

const schemaHint = "See `reader/vocabulary/accepted-changes.schema.yaml`.";

function findProblems(parsed: ParsedText, file: string): Diagnostic[] {
  const at = (tokens: readonly string[], message: string, hint: string): Diagnostic => {
    const range = parsed.locate(tokens);
    const pointer = toPointer(tokens);
    const excerpt = sourceExcerpt(parsed.lines, range);
    return {
      severity: "error",
      code: "accepted-changes-invalid",
      message,
      hint,
      file,
      pointer,
      range,
      excerpt,
    };
  };
  const violations = schema().check(parsed.value);
  if (violations.length > 0)
    return violations.map(({ pointer, message }) => at(fromPointer(pointer), message, schemaHint));
  const { accepted } = parsed.value as { readonly accepted: readonly Entry[] };
  return accepted.flatMap(({ code }, index) => {
    if (acceptable.includes(code)) return [];
    const hint = "Copy the code of the finding; `docs/reference/diff.md` lists them.";
    return [at(["accepted", String(index), "code"], unknownName("code", code, acceptable), hint)];
  });
}

const acceptable: readonly string[] = Object.keys(codes).filter(
  (code) => !code.startsWith("accepted-change-"),
);

let compiled: CompiledSchema | undefined;

function schema(): CompiledSchema {
  const path = join(packageRoot, "reader/vocabulary", "accepted-changes.schema.yaml");
  if (compiled === undefined) {
    const found = readRegularFile(path);
    if (found.kind !== "bytes") throw new Error(`${path}: ${found.problem}`);
    compiled = compile(parseText(path, found.bytes.toString("utf8")).value);
  }
  return compiled;
}
