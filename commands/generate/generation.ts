import { resolve } from "node:path";
import { type CachedRun, openCache } from "../../generator/cache/cache.js";
import type { LocatedPlugin } from "../../generator/plugins/load.js";
import type { ConfiguredPlugin } from "../../generator/plugins/plugin.js";
import { type Comparison, compareFolder, isFresh } from "../../generator/write/compare.js";
import { isStaged } from "../../generator/write/lock.js";
import type { Written } from "../../generator/write/write.js";
import { ContractError, type Diagnostic, hasUnsupportedVersion } from "../../reader/documents/diagnostic.js";
import { readInputs } from "../../reader/documents/input.js";
import { leavesByLink } from "../../reader/documents/roots.js";
import { readTemplates } from "../../reader/documents/templates.js";
import { printable } from "../../reader/text/printable.js";
import { UsageError } from "../options/option.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import { discardAll, openTargets, type ReportTarget } from "../report/report-targets.js";
import type { FindingFormat } from "../report/reporter.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import type { GenerationSettings } from "./options.js";
import { produce } from "./produce.js";

/** The result of a generation. */
interface GenerationRun {
  readonly exitCode: ExitCode;
  /** Absolute paths of all contract files that were read, including referenced ones. */
  readonly inputs: readonly string[];
}

/**
 * One run: read, check, generate, and write or compare; for several settings, nothing is written unless all of them could be
 * generated. Findings go to the reports of the first, the summary to `err`, and the list of files to `out`, or to `err` if a
 * report for a program is there.
 */
export async function runGenerations(
  [first, ...others]: readonly [GenerationSettings, ...GenerationSettings[]],
  terminal: Terminal,
): Promise<GenerationRun> {
  const isTaken = first.reports.some(({ format, file }) => file === undefined && format !== "pretty");
  const rest = isTaken ? { ...terminal, out: terminal.err } : terminal;
  const prepared: Prepared[] = [];
  for (const settings of [first, ...others]) prepared.push(await prepare(settings, rest));
  await createFindings(first.reports, terminal).report(prepared.flatMap(({ findings }) => findings));
  const isBroken = prepared.some(({ broken }) => broken !== undefined);
  let exitCode: ExitCode = 0;
  for (const { broken, isWriting, finish } of prepared) {
    if (broken !== undefined) terminal.err(`${broken}; nothing was written\n`);
    else if (isBroken && isWriting) continue;
    const own = await finish();
    // That a document couldn't be read outweighs findings about others.
    if (own > exitCode) exitCode = own;
  }
  return { exitCode, inputs: prepared.flatMap(({ inputs }) => inputs) };
}

/** What is known before anything is written. */
interface Prepared {
  readonly inputs: readonly string[];
  readonly findings: readonly Diagnostic[];
  /** Why nothing could be generated. */
  readonly broken?: string;
  /** Whether `finish` changes files. */
  readonly isWriting: boolean;
  /** Writes or compares, and says what it did. */
  finish(): Promise<ExitCode>;
}

async function prepare(settings: GenerationSettings, terminal: Terminal): Promise<Prepared> {
  const started = terminal.now();
  const out = outputFolder(settings, terminal);
  const inputs = await readInputs(settings.contracts, terminal.cwd, settings);
  const templates = await readTemplates(settings.templates);
  const { only, examples, code, allowRefsTo, maxFile, diagnostics, strict } = settings;
  const plugins = await locatePlugins(settings.plugins);
  const fingerprints = plugins.map(({ fingerprint }) => fingerprint);
  const levelling = { diagnostics, strict };
  const options = {
    only,
    onlyFor: [...settings.onlyFor],
    examples,
    code,
    allowRefsTo,
    maxFile,
    plugins: fingerprints,
    ...levelling,
  };
  const cache = settings.cache
    ? await openCache(terminal.cwd, { inputs, templates, options, maxFile })
    : undefined;
  const toOutcome = (files: readonly unknown[]): Outcome => {
    const seconds = ((terminal.now() - started) / 1000).toFixed(1);
    return { terminal, files: files.length, seconds: `${seconds} s` };
  };
  const took = new Set(inputs.map(({ path }) => path));
  const known = await cache?.get();
  if (known) {
    for (const { path } of known.referenced) took.add(path);
    const comparison = await compareFolder(out, known.files);
    const settled = isFresh(comparison) && !comparison.foreign && !(await isStaged(out));
    if (settings.check || settled) {
      const missing = await missingVersion(settings, terminal);
      const outcome = toOutcome(known.files);
      return {
        inputs: [...took],
        findings: [...known.warnings, ...missing],
        isWriting: false,
        finish: async () => {
          noteEmpty(known.empty, terminal);
          return failing(missing, report(comparison, settings, outcome));
        },
      };
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
    if (!settings.check) await (await import("../../generator/write/write.js")).assertWritable(out, files);
    return {
      inputs: [...took],
      findings: [...warnings, ...missing],
      isWriting: !settings.check,
      finish: async () => {
        noteEmpty(empty, terminal);
        if (!settings.check) {
          const { writeFiles } = await import("../../generator/write/write.js");
          summarise(await writeFiles(out, files), settings, toOutcome(files));
          return 0;
        }
        const { fileDigest } = await import("../../generator/write/compare.js");
        const comparison = await compareFolder(out, files.map(fileDigest));
        return failing(missing, report(comparison, settings, toOutcome(files)));
      },
    };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const { diagnostics, message } = error;
    return {
      inputs: [...took],
      findings: diagnostics,
      broken: message,
      isWriting: false,
      finish: async () => (hasUnsupportedVersion(diagnostics) ? 2 : 1),
    };
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
  const { locatePlugin } = await import("../../generator/plugins/load.js");
  return Promise.all(plugins.map(locatePlugin));
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
  if (findings.length > 0) return 1;
  return exitCode;
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

/** Where the findings of a generation go. */
interface GenerationFindings {
  /** Writes all reports. Rejects with `DocumentsError` if a file can't be written. */
  report(diagnostics: readonly Diagnostic[]): Promise<void>;
}

/** The reports of `oipkit generate`. For people it prints what `printDiagnostics` makes; nothing without a finding. */
function createFindings(
  targets: readonly ReportTarget<FindingFormat>[],
  terminal: Terminal,
): GenerationFindings {
  return {
    async report(diagnostics) {
      const opened = await openTargets(targets, terminal);
      try {
        for (const { format, output } of opened)
          await output.write(await diagnosticsText(diagnostics, format, terminal));
        for (const { output } of opened) await output.commit();
      } catch (error) {
        discardAll(opened);
        throw error;
      }
    },
  };
}

/** Imports the reporters only if they are asked for, since most runs need none. */
async function diagnosticsText(
  diagnostics: readonly Diagnostic[],
  format: FindingFormat,
  { now }: Terminal,
): Promise<string> {
  if (format === "pretty") return diagnostics.length === 0 ? "" : printDiagnostics(diagnostics);
  const [{ reportText }, { describeDiagnostic }, { diagnosticFinding }] = await Promise.all([
    import("../report/create-reporter.js"),
    import("./describe-diagnostic.js"),
    import("../report/findings/excerpt.js"),
  ]);
  const options = { command: "oipkit generate", now, describe: describeDiagnostic };
  return reportText(diagnostics.map(diagnosticFinding), format, options);
}
