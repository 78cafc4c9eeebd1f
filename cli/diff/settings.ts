import type { Party } from "../../evolution/finding.js";
import type { Mode } from "../../evolution/mode.js";
import { type DiffFormat, diffFormats } from "../../evolution/report/formats.js";
import { readCommandLine } from "../options/command-line.js";
import { type ReportTarget, readTargets } from "../options/report-targets.js";
import { UsageError } from "../usage.js";
import { diffCommand } from "./options.js";

/** Settings of a comparison, from the command line. */
export interface DiffSettings {
  readonly old: string;
  readonly new: string;
  readonly as: Party | "both";
  readonly mode: Mode | undefined;
  readonly strict: boolean;
  /** Whether the generated SDKs are compared, too. */
  readonly source: boolean;
  /** Milliseconds. */
  readonly time: number;
  readonly allowRefsTo: readonly string[];
  readonly targets: readonly ReportTarget<DiffFormat>[];
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): DiffSettings {
  const { values, positionals, given } = readCommandLine(diffCommand, args);
  const [old, current, extra] = positionals;
  if (old === undefined || current === undefined)
    throw new UsageError("nothing to compare: pass two files or two folders, the old one first");
  if (extra !== undefined) throw new UsageError(`unexpected argument \`${extra}\`: diff takes OLD and NEW`);
  return {
    old,
    new: current,
    as: values.as,
    mode: values.mode,
    strict: values.strict,
    source: values.source,
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets: readTargets(given, diffFormats),
  };
}
