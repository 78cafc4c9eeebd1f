import { readCommandLine } from "../../options/command-line.js";
import { configNames } from "../../options/named-file.js";
import { choice, flag, text, texts, UsageError, wholeNumber } from "../../options/option.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import type { Mode, OpenObjects, Party } from "../comparison.js";
import { type DiffFormat, diffFormats } from "../report/format-comparison.js";

/** How much is read, and how long a comparison may take: options of every command that compares versions. */
export const readingOptions = {
  "time-limit": wholeNumber({
    value: "MS",
    description: "milliseconds for each pair of schemas in each direction; after that it is undecided",
    default: "2000",
  }),
  "open-objects": choice(
    {
      value: "MEMBERS",
      description:
        "what programs send in an object with `additionalProperties: true`: its `declared` members, as without the keyword, or `any`",
      default: "declared",
    },
    ["declared", "any"],
  ),
  "allow-refs-to": texts({
    value: "DIR",
    description: "folder, outside of those that are compared, that `$ref` may lead to",
  }),
  "max-file": wholeNumber({ value: "BYTES", description: "largest contract", otherwise: "16 MiB" }),
};

/** Command-line declaration of `oipkit diff`. */
export const diffCommand = {
  usage: ["diff [options] [OLD [NEW]]", "diff --transitive [options] [NEW]"],
  about:
    "Compares two versions of contracts by their meaning, and shows what breaks programs that were written for the old one: for schemas, a document that one version accepts and the other doesn't. OLD and NEW are two files, or two folders, whose documents are paired by name: on the disk, in a commit (`git:REF` or `git:REF:PATH`), in an installed package (`NAME` or `NAME/PATH`) or in a packed one (`FILE.tgz` or `FILE.tgz:PATH`).\n\nWithout NEW, it is the working tree. Without OLD, it is the commit where the branch left the default branch.",
  options: {
    as: choice(
      {
        value: "SIDE",
        description:
          "whose programs must keep working: `consumer` calls the API and receives events, `provider` answers and sends events, or `both`",
        default: "consumer",
      },
      ["consumer", "provider", "both"],
    ),
    mode: choice(
      {
        value: "MODE",
        description:
          "`backward`: the other side moves on to NEW; `forward`: this side does, and the other stays at OLD; `full`: both. For schemas alone: what was valid must still be, what is valid now must have been valid, or both",
        otherwise: "`backward`; for schemas alone, `full`",
      },
      ["backward", "forward", "full"],
    ),
    transitive: flag({
      description:
        "compare NEW with every release: tags in its history such as `v1.2.0`, without pre-releases",
    }),
    "tag-prefix": text({
      value: "PREFIX",
      description: "what precedes the version in tags, such as `sdk@`",
      otherwise: "`v` or nothing",
    }),
    releases: wholeNumber({
      value: "N",
      description: "most releases to compare with, newest first",
      default: "20",
    }),
    accepted: text({
      value: "FILE",
      description: "list of accepted changes",
      otherwise: "`accepted-changes.yaml` in the folder of NEW, unless that is a package",
      details: "See [above](#accepted-changes).",
    }),
    source: flag({
      description: "also compare the generated SDKs: what no longer compiles with that of NEW",
    }),
    strict: flag({ description: "treat warnings as errors: undecided comparisons, too" }),
    ...readingOptions,
    config: text({
      value: "FILE",
      description: "configuration that has the policy, and names the contracts if no argument does",
      otherwise: `${configNames.map((name) => `\`${name}\``).join(" or ")}, if it exists`,
    }),
    compatible: flag({
      description: "with `pretty`, show compatible and accepted changes, too",
    }),
    ...reports(diffFormats),
  },
  exitCodes: "0 no findings, or only warnings, 1 findings, 2 couldn't run.",
};

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
  readonly openObjects: OpenObjects;
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
    openObjects: values["open-objects"],
    time: values["time-limit"],
    allowRefsTo: values["allow-refs-to"] ?? [],
    targets: readTargets(given, diffFormats),
  };
}
