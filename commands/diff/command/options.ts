import { configNames } from "../../config/config-names.js";
import { choice, flag, text, wholeNumber } from "../../options/option.js";
import { reports } from "../../report/report-options.js";
import { diffFormats } from "../report/formats.js";
import { readingOptions } from "./reading-options.js";

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
      description: "configuration that names the contracts, if no argument does",
      otherwise: `${configNames.map((name) => `\`${name}\``).join(" or ")}, if it exists`,
    }),
    compatible: flag({
      description: "with `pretty`, show compatible and accepted changes, too",
    }),
    ...reports(diffFormats),
  },
  exitCodes: "0 no findings, or only warnings, 1 findings, 2 couldn't run.",
};
