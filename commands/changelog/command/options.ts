import { type InputSettings, readingOptions } from "../../diff/command/options.js";
import type { OpenObjects } from "../../diff/comparison.js";
import { readCommandLine } from "../../options/command-line.js";
import { configNames } from "../../options/named-file.js";
import { flag, parsed, text, UsageError } from "../../options/option.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import { type ChangelogFormat, changelogFormats } from "../pages/format-changelog.js";

const version = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Command-line declaration of `oipkit changelog`. */
export const changelogCommand = {
  usage: ["changelog [options] [OLD [NEW]]"],
  about:
    "Writes what changed between two versions of contracts, for people who use the API: what was added, changed, deprecated and removed, with what breaks programs or code. OLD and NEW are those of `oipkit diff`; without arguments, the commit where the branch left the default branch is compared with the working tree.",
  options: {
    release: parsed(
      { value: "X.Y.Z", description: "the version that the changelog describes", otherwise: "`Unreleased`" },
      (given, option) => {
        if (version.test(given)) return given;
        throw new UsageError(`${option} must be a version such as 1.2.3`);
      },
    ),
    link: parsed(
      {
        value: "URL",
        description: "with `rss`, the page that the feed leads to",
        otherwise: "needed with `rss`",
      },
      (given, option) => {
        if (/^https?:$/.test(URL.canParse(given) ? new URL(given).protocol : "")) return given;
        throw new UsageError(`${option} must be a URL with https or http`);
      },
    ),
    changeset: flag({
      description: "write a changeset to `.changeset/`, with the step of the version that the changes need",
    }),
    source: flag({
      description: "also compare the generated SDKs: what no longer compiles with that of NEW",
    }),
    package: text({
      value: "NAME",
      description: "with `--changeset`, the package that it raises",
      otherwise: "that of the generated folder",
    }),
    name: text({
      value: "NAME",
      description: "with `--changeset`, the name of its file",
      otherwise: "made from its content",
    }),
    ...readingOptions,
    config: text({
      value: "FILE",
      description: "configuration that names the contracts and the generated folder",
      otherwise: `${configNames.map((name) => `\`${name}\``).join(" or ")}, if it exists`,
    }),
    ...reports(changelogFormats),
  },
  exitCodes: "0 written, also if nothing changed, 2 couldn't run.",
};

/** Settings of a changelog, from the command line. */
export interface ChangelogSettings extends InputSettings {
  readonly release: string | undefined;
  /** The page that a feed leads to; given if one is written. */
  readonly link: string | undefined;
  /** Absent unless a changeset is to be written. */
  readonly changeset: ChangesetSettings | undefined;
  /** Milliseconds. */
  readonly openObjects: OpenObjects;
  readonly time: number;
  /** Empty if only a changeset is to be written. */
  readonly targets: readonly ReportTarget<ChangelogFormat>[];
}

/** What a changeset is called, and which package it raises; by default, both are found out. */
interface ChangesetSettings {
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
  const targets = changeset && !isAsked ? [] : readTargets(given, changelogFormats);
  if (values.link === undefined && targets.some(({ format }) => format === "rss"))
    throw new UsageError("--format rss needs --link URL, the page that the feed leads to");
  return {
    old,
    new: current,
    transitive: undefined,
    accepted: undefined,
    source: values.source,
    config: values.config,
    maxFile: values["max-file"],
    release: values.release,
    link: values.link,
    changeset: changeset ? { package: values.package, name: name?.replace(/\.md$/, "") } : undefined,
    openObjects: values["open-objects"],
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets,
  };
}
