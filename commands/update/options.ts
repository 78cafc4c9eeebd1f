import { readCommandLine } from "../options/command-line.js";
import { flag, UsageError } from "../options/option.js";
import { type ReportTarget, readTargets, reports } from "../report/report-targets.js";
import { type UpdateFormat, updateFormats } from "./report.js";

/** Command-line declaration of `oipkit update`. */
export const updateCommand = {
  usage: ["update [options]"],
  about:
    "Takes the newest contract from `source` of the configuration, generates the code again, compares both versions, raises the package's version as far as the changes demand, and adds a section to its changelog. Without `source`, the contract is the one in this repository, compared with the commit that last changed `oipkit.lock.json`. The report is the text of a pull request.",
  options: {
    check: flag({ description: "write nothing: whether there is a newer contract" }),
    ...reports(updateFormats),
  },
  exitCodes:
    "0 done, or there is nothing new, 1 the new contract is broken, or with `--check`, there is one, 2 couldn't run.",
};

/** What the command line asks for. */
export interface UpdateSettings {
  readonly check: boolean;
  readonly targets: readonly ReportTarget<UpdateFormat>[];
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): UpdateSettings {
  const { values, positionals, given } = readCommandLine(updateCommand, args);
  const [extra] = positionals;
  if (extra !== undefined)
    throw new UsageError(`unexpected argument \`${extra}\`: the configuration names the source`);
  return { check: values.check, targets: readTargets(given, updateFormats) };
}
