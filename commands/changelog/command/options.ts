import { configNames } from "../../config/config-names.js";
import { readingOptions } from "../../diff/command/reading-options.js";
import { flag, parsed, text } from "../../options/option.js";
import { UsageError } from "../../options/usage.js";
import { reports } from "../../report/report-options.js";
import { changelogFormats } from "../pages/formats.js";

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
