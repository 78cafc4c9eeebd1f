import { type ConfiguredLint, readConfig } from "../../config/config.js";
import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { configNames } from "../../options/named-file.js";
import { choice, flag, text, texts, wholeNumber } from "../../options/option.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import { type FindingFormat, formats } from "../../report/reporter.js";
import type { Terminal } from "../../terminal/terminal.js";
import { type SetName, setNames } from "../config.js";

/** The folder to lint that neither the command line nor the configuration names. */
const defaultContracts = "contracts";

const code = (name: string): string => `\`${name}\``;

/** Command-line declaration of `oipkit lint`. */
export const lintCommand = {
  usage: ["lint [options] [PATH …]"],
  about:
    "Checks the style and the safety of contracts: OpenAPI, AsyncAPI and JSON Schema documents. PATH is a file or a folder; by default, the contracts of the configuration, or the folder contracts.",
  options: {
    set: choice(
      {
        value: "NAME",
        description: `the severities to start from: ${setNames.map(code).join(", ")}`,
        otherwise: code("recommended"),
        details: "See [below](#sets).",
      },
      setNames,
    ),
    fix: flag({
      description: "correct what can be corrected safely in the named files; report the rest",
    }),
    strict: flag({ description: "treat warnings as errors" }),
    all: flag({
      description:
        "with `pretty`, show all findings of a rule that has more than ten, not three and their number",
    }),
    watch: flag({ description: "keep running, and lint again whenever a file changes" }),
    overlay: texts({ value: "FILE", description: "an OpenAPI Overlay to apply to a contract" }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "a folder outside of the contracts that `$ref` and links may lead to",
    }),
    "max-file": wholeNumber({ value: "BYTES", description: "largest contract", otherwise: "16 MiB" }),
    config: text({
      value: "FILE",
      description: "rules, severities and plugins, in YAML, TypeScript or JavaScript",
      otherwise: `${configNames.map(code).join(" or ")}, if it exists`,
    }),
    ...reports(formats),
  },
  exitCodes: "0 no findings, or only warnings, 1 findings, 2 couldn't run.",
};

/** Settings of a run, from the command line and the configuration. */
export interface LintRun {
  /** Files and folders. */
  readonly inputs: readonly string[];
  readonly overlays: readonly string[];
  /** Absent: that of the configuration. */
  readonly set: SetName | undefined;
  readonly configured: ConfiguredLint | undefined;
  readonly fix: boolean;
  readonly strict: boolean;
  /** Whether people get every finding of a rule that has many. */
  readonly all: boolean;
  readonly watch: boolean;
  readonly allowRefsTo: readonly string[];
  /** Bytes. */
  readonly maxFile: number | undefined;
  readonly targets: readonly ReportTarget<FindingFormat>[];
}

/** Reads the command line and the configuration. Throws `UsageError`. */
export async function readSettings(args: readonly string[], { cwd }: Terminal): Promise<LintRun> {
  const { values, positionals, given } = readCommandLine(lintCommand, args);
  rejectTogether(values, "fix", "watch");
  const config = await readConfig(cwd, values.config);
  const named = positionals.length > 0 ? positionals : undefined;
  return {
    inputs: named ?? config.contracts ?? [defaultContracts],
    // The overlays of a configuration are those of its contracts.
    overlays: values.overlay ?? (named === undefined ? config.overlays : undefined) ?? [],
    set: values.set,
    configured: config.lint,
    fix: values.fix,
    strict: values.strict,
    all: values.all,
    watch: values.watch,
    allowRefsTo: values["allow-refs-to"] ?? config.allowRefsTo ?? [],
    maxFile: values["max-file"] ?? config.maxFile,
    targets: readTargets(given, formats),
  };
}
