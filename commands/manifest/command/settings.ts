import { type CommandLine, readCommandLine, rejectTogether } from "../../options/command-line.js";
import type { Options, Values } from "../../options/declaration.js";
import { UsageError } from "../../options/usage.js";
import { type Format, formats } from "../../report/findings/formats.js";
import { type ReportTarget, readTargets } from "../../report/report-options.js";
import { shownToPeople } from "../../validate/command/options.js";
import { manifestCommand } from "./options.js";

/** Settings that every action has. */
export interface SharedSettings {
  readonly values: Values<typeof manifestCommand.options>;
  readonly targets: readonly ReportTarget<Format>[];
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
