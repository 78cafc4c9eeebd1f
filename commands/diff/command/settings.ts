import { readCommandLine } from "../../options/command-line.js";
import { UsageError } from "../../options/usage.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import type { Party } from "../finding.js";
import type { Mode } from "../mode.js";
import { type DiffFormat, diffFormats } from "../report/formats.js";
import { diffCommand } from "./options.js";

/** What to compare, and how to read it. */
export interface InputSettings {
  /** As on the command line; absent: where the branch left the default branch. */
  readonly old: string | undefined;
  /** As on the command line; absent: the working tree. */
  readonly new: string | undefined;
  /** With which releases NEW is compared, instead of with OLD. */
  readonly transitive: { readonly prefix: string | undefined; readonly most: number } | undefined;
  /** The list of accepted changes; if absent, the one of NEW's contracts. */
  readonly accepted: string | undefined;
  /** Whether the generated SDKs are compared, too. */
  readonly source: boolean;
  readonly config: string | undefined;
  /** Bytes of one file. */
  readonly maxFile: number | undefined;
  readonly allowRefsTo: readonly string[];
}

/** Settings of a comparison, from the command line. */
export interface DiffSettings extends InputSettings {
  readonly as: Party | "both";
  readonly mode: Mode | undefined;
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
  const { transitive } = values;
  const [old, current, extra] = transitive ? [undefined, ...positionals] : positionals;
  if (extra !== undefined)
    throw new UsageError(
      `unexpected argument \`${extra}\`: diff takes ${transitive ? "only NEW with --transitive" : "OLD and NEW"}`,
    );
  for (const name of ["tag-prefix", "releases"] as const)
    if (!transitive && given.some((option) => option.name === name))
      throw new UsageError(`--${name} needs --transitive`);
  return {
    old,
    new: current,
    transitive: transitive ? { prefix: values["tag-prefix"], most: values.releases } : undefined,
    accepted: values.accepted,
    config: values.config,
    maxFile: values["max-file"],
    as: values.as,
    mode: values.mode,
    strict: values.strict,
    compatible: values.compatible,
    source: values.source,
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets: readTargets(given, diffFormats),
  };
}
