import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { UsageError } from "../../options/usage.js";
import { type Format, formats } from "../../report/findings/formats.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import type { Layout } from "../input/sources.js";
import { shownToPeople, validateCommand } from "./options.js";

/** Settings of a run, from the command line. */
export interface ValidateSettings {
  readonly inputs: readonly string[];
  readonly as: string | undefined;
  readonly schema: string | undefined;
  /** Folders that references of the schema may lead to, in addition to its own. */
  readonly allowRefsTo: readonly string[];
  readonly validators: string | undefined;
  readonly layout: Layout;
  /** Maximum size of a line or a JSON file, in bytes. */
  readonly maxDocument: number;
  readonly strict: boolean;
  readonly all: boolean;
  readonly failFast: boolean;
  readonly maxFindings: number;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly sequence: boolean;
  readonly targets: readonly ReportTarget<Format>[];
  readonly jobs: number | undefined;
}

/** Reads the command line. Throws `UsageError` for invalid and conflicting options. */
export function readSettings(args: readonly string[]): ValidateSettings {
  const { values, positionals, given } = readCommandLine(validateCommand, args);
  if (positionals.length === 0) throw new UsageError("nothing to validate: pass files, folders, globs or -");
  rejectTogether(values, "as", "schema");
  rejectTogether(values, "schema", "validators");
  rejectTogether(values, "schema", "sequence");
  rejectTogether(values, "all", "first");
  rejectTogether(values, "write-baseline", "fail-fast");
  rejectTogether(values, "write-baseline", "max-findings");
  if (values["write-baseline"] && values.baseline === undefined)
    throw new UsageError("--write-baseline needs --baseline FILE");
  const targets = readTargets(given, formats);
  const onlyPretty = targets.every(({ format }) => format === "pretty");
  return {
    inputs: positionals,
    as: values.as,
    schema: values.schema,
    allowRefsTo: values["allow-refs-to"] ?? [],
    validators: values.validators,
    layout: values.input,
    maxDocument: values["max-line"],
    strict: values.strict,
    all: !values.first,
    failFast: values["fail-fast"],
    maxFindings: values["max-findings"] ?? (onlyPretty ? shownToPeople : Number.POSITIVE_INFINITY),
    baseline: values.baseline,
    writeBaseline: values["write-baseline"],
    sequence: values.sequence,
    targets,
    jobs: values.jobs,
  };
}
