import { resolve } from "node:path";
import { type CachedRun, openCache, type RunCache } from "../../generator/cache/cache.js";
import type { EnumTypes } from "../../generator/emit/types/http-types.js";
import type { LocatedPlugin } from "../../generator/plugins/locate.js";
import type { LoadedPlugin } from "../../generator/plugins/plugin.js";
import type { ConfiguredPlugin } from "../../generator/plugins/reference.js";
import { type Comparison, compareFolder, type Digest, isFresh } from "../../generator/write/compare.js";
import { isStaged } from "../../generator/write/lock.js";
import type { Written } from "../../generator/write/write.js";
import type { ExampleCheck } from "../../reader/check/examples.js";
import type { DiagnosticLevels } from "../../reader/check/levels.js";
import { ContractError, type Diagnostic } from "../../reader/documents/diagnostic.js";
import { type InputFile, readInputs } from "../../reader/documents/input.js";
import { leavesByLink } from "../../reader/documents/roots.js";
import { readTemplates } from "../../reader/documents/templates.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/usage.js";
import type { Format } from "../report/findings/formats.js";
import type { ReportTarget } from "../report/report-options.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { createFindings, type Findings } from "./findings.js";

/** Settings from the command line and the configuration file. */
export interface GenerationSettings {
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly out: string;
  readonly only: readonly string[] | undefined;
  readonly examples: ExampleCheck | undefined;
  /** Levels of findings by code. */
  readonly diagnostics: DiagnosticLevels | undefined;
  /** Whether warnings are errors. */
  readonly strict: boolean;
  readonly enums: EnumTypes;
  /** The package that generated code imports. */
  readonly runtime: string | undefined;
  readonly templates: string | undefined;
  /** The plugins that `only` doesn't exclude. */
  readonly plugins: readonly ConfiguredPlugin[];
  /** Folders that references may lead to, in addition to those of the contracts. */
  readonly allowRefsTo: readonly string[];
  /** Maximum size of a contract, in bytes. */
  readonly maxFile: number | undefined;
  readonly check: boolean;
  /** With `check`: whether breaking changes must come with their version, and since when; absent: they needn't. */
  readonly requireVersion: { readonly since: string | undefined } | undefined;
  readonly cache: boolean;
  /** The reports of findings in the contracts. */
  readonly reports: readonly ReportTarget<Format>[];
}

/** The result of a generation. */
export interface Generation {
  readonly exitCode: ExitCode;
  /** Absolute paths of all contract files that were read, including referenced ones. */
  readonly inputs: readonly string[];
}

/**
 * One run: read, check, generate, and write or compare. Findings go to the reports, the summary to `err`, and the list of
 * files to `out`, or to `err` if a report for a program is there.
 */
export async function runGeneration(settings: GenerationSettings, terminal: Terminal): Promise<Generation> {
  const isTaken = settings.reports.some(({ format, file }) => file === undefined && format !== "pretty");
  const rest = isTaken ? { ...terminal, out: terminal.err } : terminal;
  return generation(settings, { terminal: rest, findings: createFindings(settings.reports, terminal) });
}

interface Destinations {
  readonly terminal: Terminal;
  readonly findings: Findings;
}

async function generation(
  settings: GenerationSettings,
  { terminal, findings }: Destinations,
): Promise<Generation> {
  const started = terminal.now();
  const out = outputFolder(settings, terminal);
  const inputs = await readInputs(settings.contracts, terminal.cwd, settings);
  const templates = await readTemplates(settings.templates);
  const { only, examples, enums, runtime, allowRefsTo, maxFile, diagnostics, strict } = settings;
  const plugins = await locatePlugins(settings.plugins);
  const fingerprints = plugins.map(({ fingerprint }) => fingerprint);
  const levelling = { diagnostics, strict };
  const options = {
    only,
    examples,
    enums,
    runtime,
    allowRefsTo,
    maxFile,
    plugins: fingerprints,
    ...levelling,
  };
  const cache = settings.cache
    ? await openCache(terminal.cwd, { inputs, templates, options, maxFile })
    : undefined;
  const seconds = () => `${((terminal.now() - started) / 1000).toFixed(1)} s`;
  const took = new Set(inputs.map(({ path }) => path));
  const known = await cache?.get();
  if (known) {
    for (const { path } of known.referenced) took.add(path);
    const comparison = await compareFolder(out, known.files);
    const settled = isFresh(comparison) && !comparison.foreign && !(await isStaged(out));
    if (settings.check || settled) {
      const missing = await missingVersion(settings, terminal);
      await findings.report([...known.warnings, ...missing]);
      noteEmpty(known.empty, terminal);
      const outcome = { terminal, files: known.files.length, seconds: seconds() };
      return { exitCode: failing(missing, report(comparison, settings, outcome)), inputs: [...took] };
    }
  }
  try {
    const { files, warnings, empty } = await produce({
      inputs,
      templates,
      plugins,
      cache,
      settings,
      took,
      cwd: terminal.cwd,
    });
    const missing = await missingVersion(settings, terminal);
    await findings.report([...warnings, ...missing]);
    noteEmpty(empty, terminal);
    if (settings.check) {
      const { digestOf } = await import("../../generator/write/compare.js");
      const comparison = await compareFolder(out, files.map(digestOf));
      const outcome = { terminal, files: files.length, seconds: seconds() };
      return { exitCode: failing(missing, report(comparison, settings, outcome)), inputs: [...took] };
    }
    const { writeFiles } = await import("../../generator/write/write.js");
    summarise(await writeFiles(out, files), settings, { terminal, files: files.length, seconds: seconds() });
    return { exitCode: 0, inputs: [...took] };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    await findings.report(error.diagnostics);
    terminal.err(`${error.message}; nothing was written\n`);
    return { exitCode: 1, inputs: [...took] };
  }
}

/** Absolute path of the output. Throws `UsageError` if a link, which may come with the contracts, leads elsewhere. */
function outputFolder({ out }: GenerationSettings, { cwd }: Terminal): string {
  const path = resolve(cwd, out);
  if (leavesByLink(path, cwd))
    throw new UsageError(`${out}: a link leads out of the working folder; name the real path with --out`);
  return path;
}

async function locatePlugins(plugins: readonly ConfiguredPlugin[]): Promise<LocatedPlugin[]> {
  if (plugins.length === 0) return [];
  const { locatePlugin } = await import("../../generator/plugins/locate.js");
  return Promise.all(plugins.map(locatePlugin));
}

async function loadPlugins(plugins: readonly LocatedPlugin[]): Promise<LoadedPlugin[]> {
  if (plugins.length === 0) return [];
  const { loadPlugin } = await import("../../generator/plugins/load.js");
  return Promise.all(plugins.map(loadPlugin));
}

interface Production {
  readonly inputs: readonly InputFile[];
  readonly templates: ReadonlyMap<string, string>;
  readonly plugins: readonly LocatedPlugin[];
  readonly cache: RunCache | undefined;
  readonly settings: GenerationSettings;
  /** Collects the paths of referenced files. */
  readonly took: Set<string>;
  readonly cwd: string;
}

async function produce({ inputs, templates, plugins, cache, settings, took, cwd }: Production) {
  const [
    { loadContracts },
    { assertContracts },
    { assertLevels },
    { makesValidators },
    { generateOutputs },
    { manifestFile },
    { digestOf, sha256 },
  ] = await Promise.all([
    import("../../reader/documents/load.js"),
    import("../../reader/check/check.js"),
    import("../../reader/check/levels.js"),
    import("../../generator/outputs/registry.js"),
    import("../../generator/generate.js"),
    import("../../generator/write/manifest.js"),
    import("../../generator/write/compare.js"),
  ]);
  const { only, enums, runtime } = settings;
  const loaded = await loadPlugins(plugins);
  const contracts = await loadContracts(inputs, cwd, settings);
  for (const path of contracts.documents.keys()) took.add(path);
  const levelling = { levels: settings.diagnostics, strict: settings.strict };
  const found = await assertContracts(contracts, {
    ...levelling,
    examples: settings.examples,
    slowPatterns: loaded.length > 0 || makesValidators(only),
  });
  const generation = await generateOutputs(contracts, {
    templates,
    only,
    enums,
    runtime,
    plugins: loaded,
  });
  const { files: generated, empty } = generation;
  const warnings = assertLevels(generation.warnings, levelling, found);
  const files = [...generated, manifestFile(generated)];
  const given = new Set(inputs.map(({ path }) => path));
  const referenced: Digest[] = [...contracts.documents.values()]
    .filter(({ path }) => !given.has(path))
    .map(({ path, text, fileText }) => ({ path, sha256: sha256(fileText ?? text) }));
  await cache?.set({ files: files.map(digestOf), warnings, referenced, empty });
  return { files, warnings, empty };
}

/** Comparing versions is loaded only if it is asked for. */
async function missingVersion(
  { requireVersion, check, ...settings }: GenerationSettings,
  terminal: Terminal,
): Promise<readonly Diagnostic[]> {
  if (requireVersion === undefined || !check) return [];
  const { missingVersion: find } = await import("../changelog/versions/missing-version.js");
  return find({ ...settings, ...requireVersion }, terminal);
}

function failing(findings: readonly Diagnostic[], exitCode: ExitCode): ExitCode {
  return findings.length > 0 ? 1 : exitCode;
}

interface Outcome {
  readonly terminal: Terminal;
  readonly files: number;
  readonly seconds: string;
}

function report(
  comparison: Comparison,
  { out, check }: GenerationSettings,
  { terminal, files, seconds }: Outcome,
): ExitCode {
  if (isFresh(comparison)) {
    terminal.err(`${out} is ${check ? "fresh" : "up to date"}: ${files} files, ${seconds}\n`);
    return 0;
  }
  const lists = { stale: comparison.stale, missing: comparison.missing, extra: comparison.extra };
  for (const [kind, paths] of Object.entries(lists))
    for (const path of paths) terminal.out(`${printable(`${kind} ${out}/${path}`)}\n`);
  const counts = Object.entries(lists).map(([kind, paths]) => `${paths.length} ${kind}`);
  terminal.err(`${out} isn't fresh: ${counts.join(", ")}; run \`oipkit generate\` (${seconds})\n`);
  return 1;
}

function summarise(
  { changed, added, removed, recovered }: Written,
  { out }: GenerationSettings,
  { terminal, files, seconds }: Outcome,
): void {
  if (recovered)
    terminal.err(`an earlier run was killed while writing ${out}; its changes were rolled back\n`);
  const lists = { changed, added, removed };
  for (const [kind, paths] of Object.entries(lists))
    for (const path of paths) terminal.out(`${printable(`${kind} ${out}/${path}`)}\n`);
  const counts = Object.entries(lists).map(([kind, paths]) => `${paths.length} ${kind}`);
  terminal.err(`${out}: ${files} files, ${counts.join(", ")} (${seconds})\n`);
}

/** Notes requested outputs that have no files; otherwise only a failing import would show it. */
function noteEmpty(empty: CachedRun["empty"], { err }: Terminal): void {
  for (const { name, from } of empty)
    err(
      `output ${printable(name)} has no files: it is made from ${printable(from)}, and the contracts have none\n`,
    );
}
