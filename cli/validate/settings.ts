import { availableParallelism } from "node:os";
import { parseFlags, positive, UsageError } from "../usage.js";
import type { Layout } from "./input/sources.js";
import { type Format, formats } from "./report/formats.js";

/** What the command line asks of a run. */
export interface ValidateSettings {
  readonly inputs: readonly string[];
  readonly as: string | undefined;
  readonly schema: string | undefined;
  readonly validators: string | undefined;
  readonly layout: Layout;
  /** Bytes that a line or a JSON file may have. */
  readonly maxDocument: number;
  readonly strict: boolean;
  readonly all: boolean;
  readonly failFast: boolean;
  readonly maxFindings: number;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly sequence: boolean;
  readonly format: Format;
  readonly output: string | undefined;
  readonly jobs: number;
}

/** Findings that a person is shown unless they ask for more. */
const shownToPeople = 200;
const maxLine = 64 * 1024 * 1024;

/** Reads the flags. Throws `UsageError` for a bad one and for two that exclude each other. */
export function readSettings(args: readonly string[]): ValidateSettings {
  const { values, positionals } = parseFlags(args, {
    as: { type: "string" },
    schema: { type: "string" },
    validators: { type: "string" },
    input: { type: "string" },
    "max-line": { type: "string" },
    strict: { type: "boolean" },
    all: { type: "boolean" },
    first: { type: "boolean" },
    "fail-fast": { type: "boolean" },
    "max-findings": { type: "string" },
    baseline: { type: "string" },
    "write-baseline": { type: "boolean" },
    sequence: { type: "boolean" },
    format: { type: "string" },
    output: { type: "string", short: "o" },
    jobs: { type: "string" },
  });
  if (positionals.length === 0)
    throw new UsageError("there is nothing to validate: name files, folders, globs or -");
  const both = (first: keyof typeof values, second: keyof typeof values): void => {
    if (values[first] !== undefined && values[second] !== undefined)
      throw new UsageError(`--${first} and --${second} exclude each other`);
  };
  both("as", "schema");
  both("schema", "validators");
  both("schema", "sequence");
  both("all", "first");
  both("write-baseline", "fail-fast");
  both("write-baseline", "max-findings");
  if (values["write-baseline"] && values.baseline === undefined)
    throw new UsageError("--write-baseline needs --baseline FILE");
  const format = values.format ?? "pretty";
  if (!isFormat(format)) throw new UsageError(`--format is one of ${formats.join(", ")}`);
  const { input } = values;
  if (input !== undefined && input !== "json" && input !== "ndjson")
    throw new UsageError("--input is json or ndjson");
  return {
    inputs: positionals,
    as: values.as,
    schema: values.schema,
    validators: values.validators,
    layout: input,
    maxDocument: positive("max-line", values["max-line"]) ?? maxLine,
    strict: values.strict ?? false,
    all: !values.first,
    failFast: values["fail-fast"] ?? false,
    maxFindings:
      positive("max-findings", values["max-findings"]) ??
      (format === "pretty" ? shownToPeople : Number.POSITIVE_INFINITY),
    baseline: values.baseline,
    writeBaseline: values["write-baseline"] ?? false,
    sequence: values.sequence ?? false,
    format,
    output: values.output,
    jobs: positive("jobs", values.jobs) ?? availableParallelism(),
  };
}

function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text);
}
