import { relative, resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { isBuiltIn, outputNames } from "../../generator/outputs/registry.js";
import { type ReadConfig, readConfig } from "../config/config.js";
import { type CommandLine, readCommandLine, rejectTogether } from "../options/command-line.js";
import { UsageError } from "../options/option.js";
import { readTargets } from "../report/report-targets.js";
import { formats } from "../report/reporter.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { runGenerations } from "./generation.js";
import { defaults, type GenerationSettings, generateCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = generateCommand;

type Given = CommandLine<(typeof generateCommand)["options"]>;

/** Runs `oipkit generate` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = readCommandLine(generateCommand, args);
  const { values, positionals } = given;
  if (positionals.length > 0)
    throw new UsageError(`unexpected argument \`${positionals[0]}\`; name contracts with --contracts`);
  rejectTogether(values, "check", "watch");
  const [first, ...others] = values.config ?? [undefined];
  const settings = await readSettings(given, first, terminal);
  if (others.length === 0 && values.watch) {
    const { watchContracts } = await import("./watch.js");
    return watchContracts(settings, terminal);
  }
  if (others.length > 0) rejectShared(values);
  const all = [settings] as [GenerationSettings, ...GenerationSettings[]];
  for (const config of others) all.push(await readSettings(given, config, terminal));
  const folders = all.map(({ out }) => resolve(terminal.cwd, out));
  if (new Set(folders).size < folders.length)
    throw new UsageError("--config: two of the configurations have the same output folder, `out`");
  return (await runGenerations(all, terminal)).exitCode;
}

/** What can't be the same for several configurations. */
function rejectShared({ contracts, out, watch }: Pick<Given["values"], "contracts" | "out" | "watch">): void {
  const [option] = Object.entries({ contracts, out, watch }).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [name],
  );
  if (option !== undefined) throw new UsageError(`--${option} works with one --config only`);
}

async function readSettings(
  { values, given }: Given,
  configFile: string | undefined,
  terminal: Terminal,
): Promise<GenerationSettings> {
  const config = await readConfig(terminal.cwd, configFile);
  const { only, onlyFor } = chosenOutputs(values.only ?? config.only);
  const plugins = config.plugins ?? [];
  // Contracts that a map doesn't name get every output, those of plugins included.
  const others = onlyFor.size > 0 ? undefined : only?.filter((name) => !isBuiltIn(name));
  // Only loading a plugin reveals its name, so without plugins every unknown name is an error.
  if (plugins.length === 0 && others?.[0] !== undefined)
    throw new UsageError(`--only: ${unknownName("output", others[0], outputNames)}`);
  const templates = values.templates ?? config.templates;
  const settings = {
    contracts: values.contracts ?? config.contracts ?? [defaults.contracts],
    overlays: values.overlay ?? config.overlays ?? [],
    out: values.out ?? config.out ?? defaults.out,
    only,
    onlyFor,
    plugins: others?.length === 0 ? [] : plugins,
    examples: values.examples ?? config.examples,
    diagnostics: config.diagnostics,
    strict: values.strict || config.strict === true,
    code: {
      enums: values.enums ?? config.enums ?? defaults.enums,
      int64: values.int64 ?? config.int64 ?? defaults.int64,
      patterns: values.patterns ?? config.patterns ?? defaults.patterns,
      validators: values.validators ?? config.validators ?? defaults.validators,
      importExtension: values["import-extension"] ?? config.importExtension ?? defaults.importExtension,
      runtime: values.runtime ?? config.runtime,
    },
    templates: templates === undefined ? undefined : resolve(terminal.cwd, templates),
    allowRefsTo: values["allow-refs-to"] ?? config.allowRefsTo ?? [],
    maxFile: values["max-file"] ?? config.maxFile,
    check: values.check,
    requireVersion: requiredVersion(values, config),
    cache: !values["no-cache"],
    reports: readTargets(given, formats),
  };
  refuseOverlap(settings.contracts, settings.out, terminal.cwd);
  return settings;
}

function chosenOutputs(only: ReadConfig["only"]): Pick<GenerationSettings, "only" | "onlyFor"> {
  const isMap = only instanceof Map;
  return {
    only: isMap ? undefined : (only as readonly string[] | undefined),
    onlyFor: isMap ? only : new Map(),
  };
}

/** On the command line, what can't have an effect is refused; the configuration also serves runs without `--check`. */
function requiredVersion(
  values: {
    readonly check: boolean;
    readonly "require-version": boolean;
    readonly since: string | undefined;
  },
  { requireVersion }: ReadConfig,
): GenerationSettings["requireVersion"] {
  const isRequired = values["require-version"] || requireVersion !== undefined;
  if (values["require-version"] && !values.check) throw new UsageError("--require-version needs --check");
  if (values.since !== undefined && !(isRequired && values.check))
    throw new UsageError("--since needs --check --require-version");
  if (isRequired) return { since: values.since ?? requireVersion?.since };
  return undefined;
}

/** If output went into the contracts' folder, the next run would read it as contracts. */
function refuseOverlap(contracts: readonly string[], out: string, cwd: string): void {
  for (const path of contracts) {
    const inner = relative(resolve(cwd, path), resolve(cwd, out));
    const outer = relative(resolve(cwd, out), resolve(cwd, path));
    if (inner === "" || !inner.startsWith("..") || !outer.startsWith("..")) {
      throw new UsageError(
        `--out ${out} and --contracts ${path} overlap; choose an output folder outside the contracts`,
      );
    }
  }
}
