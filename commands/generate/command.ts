import { relative, resolve } from "node:path";
import { unknownName } from "@oipkit/runtime/nearest-names";
import { isBuiltIn, outputNames } from "../../generator/outputs/registry.js";
import { type ReadConfig, readConfig } from "../config/config.js";
import { readCommandLine, rejectTogether } from "../options/command-line.js";
import { UsageError } from "../options/usage.js";
import { formats } from "../report/findings/formats.js";
import { readTargets } from "../report/report-options.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { type GenerationSettings, runGeneration } from "./generation.js";
import { defaults, generateCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = generateCommand;

/** Runs `oipkit generate` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(args, terminal);
  if (!settings.watch) return (await runGeneration(settings, terminal)).exitCode;
  const { watchContracts } = await import("./watch.js");
  return watchContracts(settings, terminal);
}

async function readSettings(
  args: readonly string[],
  terminal: Terminal,
): Promise<GenerationSettings & { watch: boolean }> {
  const { values, positionals, given } = readCommandLine(generateCommand, args);
  if (positionals.length > 0)
    throw new UsageError(`unexpected argument \`${positionals[0]}\`; name contracts with --contracts`);
  rejectTogether(values, "check", "watch");
  const config = await readConfig(terminal.cwd, values.config);
  const { only } = values;
  const plugins = config.plugins ?? [];
  const others = (only ?? config.only)?.filter((name) => !isBuiltIn(name));
  // Only loading a plugin reveals its name, so without plugins every unknown name is an error.
  if (plugins.length === 0 && others?.[0] !== undefined)
    throw new UsageError(`--only: ${unknownName("output", others[0], outputNames)}`);
  const templates = values.templates ?? config.templates;
  const settings = {
    contracts: values.contracts ?? config.contracts ?? [defaults.contracts],
    overlays: values.overlay ?? config.overlays ?? [],
    out: values.out ?? config.out ?? defaults.out,
    only: only ?? config.only,
    plugins: others?.length === 0 ? [] : plugins,
    examples: values.examples ?? config.examples,
    diagnostics: config.diagnostics,
    strict: values.strict || config.strict === true,
    enums: values.enums ?? config.enums ?? defaults.enums,
    runtime: values.runtime ?? config.runtime,
    templates: templates === undefined ? undefined : resolve(terminal.cwd, templates),
    allowRefsTo: values["allow-refs-to"] ?? config.allowRefsTo ?? [],
    maxFile: values["max-file"] ?? config.maxFile,
    check: values.check,
    requireVersion: requiredVersion(values, config),
    watch: values.watch,
    cache: !values["no-cache"],
    reports: readTargets(given, formats),
  };
  refuseOverlap(settings.contracts, settings.out, terminal.cwd);
  return settings;
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
  return isRequired ? { since: values.since ?? requireVersion?.since } : undefined;
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
