import { relative, resolve } from "node:path";
import { isBuiltIn, outputNames } from "../../generator/outputs/registry.js";
import { isPackageSpecifier } from "../../generator/render/package-specifier.js";
import { configNames, isEnumTypes, isExampleCheck, readConfig } from "../config.js";
import { type GenerationSettings, runGeneration } from "../generation.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { parseFlags, UsageError } from "../usage.js";

/** What `oipkit generate --help` prints. */
export const help = `Usage: oipkit generate [options]

Reads contracts, checks them and writes what follows from them. Nothing is written where a contract is broken.

  --contracts PATH   folder or document; may be given several times   (default: contracts)
  --overlay FILE     OpenAPI Overlay to put onto a contract; may be given several times
  --out DIR          folder to write                                  (default: generated)
  --only LIST        ${outputNames.join(",")}
                     or names of plugins (default: all); each brings the outputs that it needs
  --examples HOW     examples that fail their schema: error, warn, off (default: error)
  --enums HOW        text enums in answers: closed, or open for values that come later (default: closed)
  --runtime PACKAGE  what generated code imports                      (default: @oipkit/runtime)
  --templates DIR    templates that replace the built-in ones of the same name
  --check            write nothing; list each stale, missing or extra file
  --watch            go on, and generate again whenever a contract changes
  --config FILE      options and plugins                              (default: ${configNames.join(" or ")})
  --no-cache         don't remember or reuse the outcome of a run

Exit codes: 0 fine, 1 broken contracts or a folder that isn't fresh, 2 couldn't run.
`;

/** Runs `oipkit generate` with the arguments after its name. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(args, terminal);
  if (!settings.watch) return (await runGeneration(settings, terminal)).exitCode;
  const { watchContracts } = await import("../watch.js");
  return watchContracts(settings, terminal);
}

async function readSettings(
  args: readonly string[],
  terminal: Terminal,
): Promise<GenerationSettings & { watch: boolean }> {
  const { values, positionals } = parseFlags(args, {
    contracts: { type: "string", multiple: true },
    overlay: { type: "string", multiple: true },
    out: { type: "string" },
    only: { type: "string" },
    examples: { type: "string" },
    enums: { type: "string" },
    runtime: { type: "string" },
    templates: { type: "string" },
    config: { type: "string" },
    check: { type: "boolean" },
    watch: { type: "boolean" },
    "no-cache": { type: "boolean" },
  });
  if (positionals.length > 0)
    throw new UsageError(`\`${positionals[0]}\` isn't an option; contracts are given by --contracts`);
  const config = await readConfig(terminal.cwd, values.config);
  const only = values.only?.split(",").map((name) => name.trim());
  const plugins = config.plugins ?? [];
  const others = (only ?? config.only)?.filter((name) => !isBuiltIn(name));
  // A plugin's name is known once it is loaded.
  if (plugins.length === 0 && others?.[0] !== undefined)
    throw new UsageError(`--only: there is no output \`${others[0]}\`; there are ${outputNames.join(", ")}`);
  if (values.examples !== undefined && !isExampleCheck(values.examples))
    throw new UsageError("--examples is error, warn or off");
  if (values.enums !== undefined && !isEnumTypes(values.enums))
    throw new UsageError("--enums is closed or open");
  if (values.runtime !== undefined && !isPackageSpecifier(values.runtime))
    throw new UsageError("--runtime is the name of a package, such as @oipkit/runtime");
  if (values.check && values.watch) throw new UsageError("--check and --watch exclude each other");
  const templates = values.templates ?? config.templates;
  const settings = {
    contracts: values.contracts ?? config.contracts ?? ["contracts"],
    overlays: values.overlay ?? config.overlays ?? [],
    out: values.out ?? config.out ?? "generated",
    only: only ?? config.only,
    plugins: others?.length === 0 ? [] : plugins,
    examples: values.examples ?? config.examples ?? "error",
    enums: values.enums ?? config.enums ?? "closed",
    runtime: values.runtime ?? config.runtime,
    templates: templates === undefined ? undefined : resolve(terminal.cwd, templates),
    check: values.check ?? false,
    watch: values.watch ?? false,
    cache: !values["no-cache"],
  };
  refuseOverlap(settings.contracts, settings.out, terminal.cwd);
  return settings;
}

/** Writing into the contracts' own folder would make output of output. */
function refuseOverlap(contracts: readonly string[], out: string, cwd: string): void {
  for (const path of contracts) {
    const inner = relative(resolve(cwd, path), resolve(cwd, out));
    const outer = relative(resolve(cwd, out), resolve(cwd, path));
    if (inner === "" || !inner.startsWith("..") || !outer.startsWith("..")) {
      throw new UsageError(
        `--out ${out} and --contracts ${path} lie within each other; choose a folder beside the contracts`,
      );
    }
  }
}
