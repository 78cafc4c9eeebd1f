import { join } from "node:path";
import { fromPointer, toPointer } from "@oipkit/runtime/json-pointer";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { ContractError, type Diagnostic, excerptOf } from "../../../reader/documents/diagnostic.js";
import type { InputFile } from "../../../reader/documents/input.js";
import { parseText } from "../../../reader/documents/parse-text.js";
import type { ParsedText } from "../../../reader/documents/parsed-text.js";
import { readRegularFile } from "../../../reader/documents/regular-file.js";
import { packageRoot } from "../../../reader/package-root.js";
import { type CompiledSchema, compile } from "../../../reader/validation/index.js";
import { codes, type FindingCode } from "../codes.js";
import type { AcceptedChange } from "./accepted-change.js";

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
      excerpt: excerptOf(parsed.lines, range),
    }),
  );
  if (problems.length === 0) problems.push(...problemsOf(parsed, file));
  if (problems.length > 0) throw new ContractError(problems);
  const { accepted } = parsed.value as { readonly accepted: readonly Entry[] };
  return accepted.map(({ subject, ...entry }, at) => {
    const tokens = ["accepted", String(at)];
    const { line, column } = parsed.locate(tokens);
    const subjects = typeof subject === "string" ? [subject] : subject;
    return {
      ...entry,
      ...(subjects === undefined ? {} : { subjects: new Set(subjects) }),
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

function problemsOf(parsed: ParsedText, file: string): Diagnostic[] {
  const at = (tokens: readonly string[], message: string, hint: string): Diagnostic => {
    const range = parsed.locate(tokens);
    const pointer = toPointer(tokens);
    const excerpt = excerptOf(parsed.lines, range);
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
