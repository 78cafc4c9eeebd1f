import { flag, text, texts, wholeNumber } from "../../options/option.js";
import { formats } from "../../report/findings/formats.js";
import { reports } from "../../report/report-options.js";
import { shownToPeople } from "../../validate/command/options.js";

const building = "Building";
const verifying = "Verifying";

/** Command-line declaration of `oipkit manifest`. */
export const manifestCommand = {
  usage: [
    "manifest build DIR [-o FILE] [options]",
    "manifest verify MANIFEST --dir DIR|--url URL [options]",
    "manifest diff OLD NEW [--dir DIR] [options]",
  ],
  about:
    "Builds, verifies and compares artifact manifests: the files of a built application with their SHA-256 digests. The contract says what a manifest looks like (`x-artifact-manifest`).",
  actions: {
    "build DIR": "writes the manifest of a folder",
    "verify MANIFEST": "compares the files in a folder, or those that a server sends, with a manifest",
    "diff OLD NEW": "shows which assets a new manifest adds, removes and changes",
  },
  options: {
    entry: text({
      value: "PATH",
      description:
        "the file in DIR that starts the application; `*` matches a part of its name, such as a hash",
      group: building,
    }),
    container: text({
      value: "PATH",
      description: "the file in DIR that a host loads modules from, in the same way",
      group: building,
    }),
    runtime: text({
      value: "NAME",
      description: "the runtime that the artifact is made for",
      group: building,
    }),
    "artifact-version": text({
      value: "VERSION",
      description: "the version of the artifact",
      group: building,
    }),
    "from-package": flag({
      description:
        "take the version from the `package.json` of the working folder, or of the nearest folder above",
      group: building,
    }),
    dir: text({
      value: "DIR",
      description: "the folder to verify; for `diff`, that of NEW, for sizes",
      group: verifying,
    }),
    url: text({
      value: "URL",
      description: "the address to verify: the paths of the assets are appended to it",
      group: verifying,
    }),
    timeout: wholeNumber({
      value: "MS",
      description: "time for each asset from a server",
      default: "30000",
      group: verifying,
    }),
    strict: flag({ description: "treat warnings as errors", group: verifying }),
    base: text({
      value: "PATH",
      description:
        "the path below which DIR is served, as in `/app`: the paths in the manifest start with it",
      otherwise: "the root",
    }),
    ignore: texts({
      value: "RULE",
      description: "leave out what a line of a `.gitignore` would, after the rules in `DIR/.manifestignore`",
    }),
    "max-file": wholeNumber({ value: "BYTES", description: "largest asset", default: "1073741824" }),
    jobs: wholeNumber({
      value: "N",
      description: "threads that hash large input",
      otherwise: "one per core",
    }),
    validators: text({
      value: "DIR",
      description: "generated folder",
      otherwise: "the configuration's `out`, else `generated`, else the built-in one",
    }),
    as: text({ value: "NAME", description: "the schema of the manifest, if the contracts describe several" }),
    "max-findings": wholeNumber({
      value: "N",
      description: "show at most N findings; the others are only counted",
      otherwise: `${shownToPeople} with \`pretty\`, else all`,
    }),
    ...manifestReports(),
  },
  exitCodes:
    "0 built, verified or compared without an error, 1 findings, 2 couldn't run. `diff` exits with 0 whatever changed.",
};

/** `-o` before any `--format` is the manifest that `build` writes. */
function manifestReports() {
  const { format, output } = reports(formats);
  const description = "file for the preceding format; for `build` without one, the manifest";
  return { format, output: { ...output, description } };
}
