import { type CommandLine, readCommandLine, rejectTogether } from "../../options/command-line.js";
import {
  flag,
  type Options,
  text,
  texts,
  UsageError,
  type Values,
  wholeNumber,
} from "../../options/option.js";
import { type ReportTarget, readTargets, reports } from "../../report/report-targets.js";
import { type FindingFormat, formats } from "../../report/reporter.js";
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

/** Settings that every action has. */
export interface SharedSettings {
  readonly values: Values<typeof manifestCommand.options>;
  readonly targets: readonly ReportTarget<FindingFormat>[];
  readonly maxFindings: number;
}

/** Settings of an action, from the command line. */
export type ManifestSettings = SharedSettings &
  (
    | { readonly action: "build"; readonly folder: string; readonly file: string | undefined }
    | {
        readonly action: "verify";
        readonly manifest: string;
        readonly from: { readonly dir: string } | { readonly url: string };
      }
    | {
        readonly action: "diff";
        readonly old: string;
        readonly new: string;
        readonly dir: string | undefined;
      }
  );

const only = {
  build: ["entry", "container", "runtime", "artifact-version", "from-package"],
  verify: ["url", "strict"],
  diff: ["strict"],
} as const;

/** Reads the command line. Throws `UsageError`. */
export function readSettings(args: readonly string[]): ManifestSettings {
  const { values, positionals, given } = readCommandLine(manifestCommand, args, readArguments);
  const named = readArguments(positionals);
  refuseOthers(named.action, given);
  if (named.action === "build") {
    rejectTogether(values, "artifact-version", "from-package");
    const { file, rest } = takeManifest(given);
    const targets = readTargets(rest, formats);
    const toOutput = targets.find((target) => target.file === undefined);
    if (file === undefined && toOutput !== undefined && toOutput.format !== "pretty")
      throw new UsageError(
        `the manifest goes to standard output; write it with -o FILE, or --format ${toOutput.format} -o FILE`,
      );
    return { ...named, file, ...shared(values, targets) };
  }
  const both = shared(values, readTargets(given, formats));
  if (named.action === "verify") {
    rejectTogether(values, "dir", "url");
    const { dir, url } = values;
    if (dir !== undefined) return { ...named, from: { dir }, ...both };
    if (url !== undefined) return { ...named, from: { url }, ...both };
    throw new UsageError("say what to verify: --dir DIR or --url URL");
  }
  const unfit = both.targets.find(({ format }) => format !== "pretty" && format !== "json");
  if (unfit !== undefined) throw new UsageError("diff has the formats pretty and json");
  return { ...named, dir: values.dir, ...both };
}

function shared(values: SharedSettings["values"], targets: SharedSettings["targets"]): SharedSettings {
  const onlyPretty = targets.every(({ format }) => format === "pretty");
  const maxFindings = values["max-findings"] ?? (onlyPretty ? shownToPeople : Number.POSITIVE_INFINITY);
  return { values, targets, maxFindings };
}

function readArguments([action, first, second, ...rest]: readonly string[]) {
  const surplus = action === "diff" ? rest[0] : second;
  if (surplus !== undefined) throw new UsageError(`unexpected argument \`${surplus}\``);
  switch (action) {
    case "build":
      if (first === undefined) throw new UsageError("name the folder of the built artifact: build DIR");
      return { action, folder: first } as const;
    case "verify":
      if (first === undefined) throw new UsageError("name the manifest: verify MANIFEST");
      return { action, manifest: first } as const;
    case "diff":
      if (first === undefined || second === undefined)
        throw new UsageError("name two manifests: diff OLD NEW");
      return { action, old: first, new: second } as const;
    default:
      throw new UsageError("specify an action: build, verify or diff");
  }
}

function refuseOthers(action: keyof typeof only, given: CommandLine<Options>["given"]): void {
  const own: readonly string[] = only[action];
  const others: readonly string[] = Object.values(only).flat();
  const wrong = given.find(({ name }) => others.includes(name) && !own.includes(name));
  if (wrong !== undefined) throw new UsageError(`\`${action}\` has no option \`--${wrong.name}\``);
  if (action === "build" && given.some(({ name }) => name === "dir"))
    throw new UsageError("`build` has no option `--dir`; write `build DIR`");
}

/** The file that `-o` names before any `--format`, and the other options. */
function takeManifest(given: CommandLine<Options>["given"]) {
  const first = given.findIndex(({ name }) => name === "output" || name === "format");
  const option = given[first];
  if (option?.name !== "output") return { file: undefined, rest: given };
  if (option.value === "") throw new UsageError("-o takes the path of a file");
  return { file: option.value, rest: given.filter((_, at) => at !== first) };
}
