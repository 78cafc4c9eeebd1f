import { changelogFormats } from "../../evolution/changelog/formats.js";
import { configNames } from "../config-names.js";
import { flag, parsed, text, texts, wholeNumber } from "../options/option.js";
import { reports } from "../options/reports.js";
import { UsageError } from "../usage.js";

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
    changeset: flag({
      description: "write a changeset to `.changeset/`, with the step of the version that the changes need",
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
    "time-limit": wholeNumber({
      value: "MS",
      description: "milliseconds for each pair of schemas in each direction; after that it is undecided",
      default: "2000",
    }),
    "allow-refs-to": texts({
      value: "DIR",
      description: "folder, outside of those that are compared, that `$ref` may lead to",
    }),
    "max-file": wholeNumber({ value: "BYTES", description: "largest contract", otherwise: "16 MiB" }),
    config: text({
      value: "FILE",
      description: "configuration that names the contracts and the generated folder",
      otherwise: `${configNames.map((name) => `\`${name}\``).join(" or ")}, if it exists`,
    }),
    ...reports(changelogFormats),
  },
  exitCodes: "0 written, also if nothing changed, 2 couldn't run.",
};
