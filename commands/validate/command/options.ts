import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { credentialVariables } from "../../options/credentials.js";
import { choice, flag, text, texts, UsageError, wholeNumber } from "../../options/option.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import { type FindingFormat, formats } from "../../report/reporter.js";
import type { InputLayout } from "../input/sources.js";

/** Default maximum of findings in the `pretty` format. */
export const shownToPeople = 200;

/** Command-line declaration of `oipkit validate`. */
export const validateCommand = {
  usage: ["validate [options] FILE|DIR|GLOB|-..."],
  about:
    "Checks documents against generated validators. Input is JSON or NDJSON, each also gzip-compressed; `-` is standard input, and a folder means its .json, .ndjson and .jsonl files. What a document is follows from its content: an event, a delivered body, an encrypted body, or a kind that its properties identify.",
  options: {
    as: text({ value: "NAME", description: "treat every document as this event, schema or set of events" }),
    schema: text({
      value: "FILE",
      description:
        "check against a JSON Schema instead (2020-12, 2019-09, draft-07 or draft-06; JSON or YAML)",
    }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "with `--schema`, a folder outside of the schema's own that `$ref` may lead to",
    }),
    validators: text({
      value: "DIR",
      description: "generated folder",
      otherwise: "the configuration's `out`, else `generated`, else the built-in one",
    }),
    input: choice(
      { value: "LAYOUT", description: "`json` or `ndjson`", otherwise: "by the name, else by the content" },
      ["json", "ndjson"],
    ),
    "max-line": wholeNumber({
      value: "BYTES",
      description: "maximum size of a line or of a JSON file",
      default: "67108864",
    }),
    strict: flag({
      description: "report unknown fields and duplicate keys, too, and treat warnings as errors",
    }),
    all: flag({ description: "report all findings of a document (the default)" }),
    first: flag({ description: "report only the first finding of a document" }),
    "fail-fast": flag({ description: "stop after the first document that fails" }),
    "max-findings": wholeNumber({
      value: "N",
      description: "show at most N findings; the others are only counted",
      otherwise: `${shownToPeople} with \`pretty\`, else all`,
    }),
    baseline: text({
      value: "FILE",
      description: "known findings to ignore; an entry that matches nothing is a finding itself",
    }),
    "write-baseline": flag({ description: "write the findings to the baseline file" }),
    sequence: flag({
      description: "compare events with each other: ids with two contents, versions that go back or skip one",
    }),
    ...reports(formats),
    jobs: wholeNumber({ value: "N", description: "threads for large input", otherwise: "one per core" }),
  },
  environment: [{ name: credentialVariables.encryptKey, description: "the key to decrypt bodies" }],
  exitCodes:
    "0 no findings, or only warnings, 1 findings, 2 couldn't run, or stopped early without a finding.",
};

/** Settings of a run, from the command line. */
export interface ValidateSettings {
  readonly inputs: readonly string[];
  readonly as: string | undefined;
  readonly schema: string | undefined;
  /** Folders that references of the schema may lead to, in addition to its own. */
  readonly allowRefsTo: readonly string[];
  readonly validators: string | undefined;
  readonly layout: InputLayout;
  /** Maximum size of a line or a JSON file, in bytes. */
  readonly maxDocument: number;
  readonly strict: boolean;
  readonly all: boolean;
  readonly failFast: boolean;
  readonly maxFindings: number;
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
  readonly sequence: boolean;
  readonly targets: readonly ReportTarget<FindingFormat>[];
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
