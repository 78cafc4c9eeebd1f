import type { Mode } from "../../evolution/mode.js";
import { type DiffFormat, diffFormats } from "../../evolution/report/formats.js";
import { readCommandLine } from "../options/command-line.js";
import { type ReportTarget, readTargets } from "../options/report-targets.js";
import { UsageError } from "../usage.js";
import { diffCommand } from "./options.js";

/** What to compare. */
export interface InputSettings {
  readonly old: string;
  readonly new: string;
  readonly allowRefsTo: readonly string[];
}

/** Settings of a comparison, from the command line. */
export interface DiffSettings extends InputSettings {
  readonly mode: Mode;
  readonly strict: boolean;
  /** Whether compatible changes are shown to people. */
  readonly compatible: boolean;
  /** Milliseconds. */
  readonly time: number;
  readonly targets: readonly ReportTarget<DiffFormat>[];
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): DiffSettings {
  const { values, positionals, given } = readCommandLine(diffCommand, args);
  return {
    ...inputsOf(positionals, "diff"),
    mode: values.mode,
    strict: values.strict,
    compatible: values.compatible,
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets: readTargets(given, diffFormats),
  };
}

/** OLD and NEW among the arguments of a command. Throws `UsageError`. */
export function inputsOf(
  positionals: readonly string[],
  command: string,
): Pick<InputSettings, "old" | "new"> {
  const [old, current, extra] = positionals;
  if (old === undefined || current === undefined)
    throw new UsageError("nothing to compare: pass two files or two folders, the old one first");
  if (extra !== undefined)
    throw new UsageError(`unexpected argument \`${extra}\`: ${command} takes OLD and NEW`);
  return { old, new: current };
}
