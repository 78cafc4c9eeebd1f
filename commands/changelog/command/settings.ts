import type { InputSettings } from "../../diff/command/settings.js";
import { readCommandLine } from "../../options/command-line.js";
import { UsageError } from "../../options/usage.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import { type ChangelogFormat, changelogFormats } from "../pages/formats.js";
import { changelogCommand } from "./options.js";

/** Settings of a changelog, from the command line. */
export interface ChangelogSettings extends InputSettings {
  readonly release: string | undefined;
  /** Absent unless a changeset is to be written. */
  readonly changeset: ChangesetSettings | undefined;
  /** Milliseconds. */
  readonly time: number;
  /** Empty if only a changeset is to be written. */
  readonly targets: readonly ReportTarget<ChangelogFormat>[];
}

/** What a changeset is called, and which package it raises; by default, both are found out. */
export interface ChangesetSettings {
  readonly package: string | undefined;
  readonly name: string | undefined;
}

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): ChangelogSettings {
  const { values, positionals, given } = readCommandLine(changelogCommand, args);
  const { changeset, name } = values;
  for (const option of ["package", "name"] as const)
    if (!changeset && values[option] !== undefined)
      throw new UsageError(`--${option} is for a changeset; add --changeset`);
  if (name !== undefined && !/^[\w-][\w.-]*$/.test(name))
    throw new UsageError("--name must consist of letters, digits, dashes, dots and underscores");
  const isAsked = given.some((option) => option.name === "format" || option.name === "output");
  const [old, current, extra] = positionals;
  if (extra !== undefined)
    throw new UsageError(`unexpected argument \`${extra}\`: changelog takes OLD and NEW`);
  return {
    old,
    new: current,
    transitive: undefined,
    accepted: undefined,
    source: values.source,
    config: values.config,
    maxFile: values["max-file"],
    release: values.release,
    changeset: changeset ? { package: values.package, name: name?.replace(/\.md$/, "") } : undefined,
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets: changeset && !isAsked ? [] : readTargets(given, changelogFormats),
  };
}
