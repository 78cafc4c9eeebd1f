import { type ConfiguredLint, readConfig } from "../../config/config.js";
import { readCommandLine, rejectTogether } from "../../options/command-line.js";
import { type Format, formats } from "../../report/findings/formats.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import type { Terminal } from "../../terminal/terminal.js";
import type { SetName } from "../set-names.js";
import { defaultContracts, lintCommand } from "./options.js";

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
  readonly watch: boolean;
  readonly allowRefsTo: readonly string[];
  /** Bytes. */
  readonly maxFile: number | undefined;
  readonly targets: readonly ReportTarget<Format>[];
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
    watch: values.watch,
    allowRefsTo: values["allow-refs-to"] ?? config.allowRefsTo ?? [],
    maxFile: values["max-file"] ?? config.maxFile,
    targets: readTargets(given, formats),
  };
}
