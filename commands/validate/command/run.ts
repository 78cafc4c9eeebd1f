import { printable } from "../../../reader/text/printable.js";
import { findGeneratedFolder } from "../../config/generated-folder.js";
import { UsageError } from "../../options/option.js";
import { createReporter } from "../../report/create-reporter.js";
import { discardAll, type OpenTarget, openTargets, wantsColour } from "../../report/report-targets.js";
import type { FindingFormat, Reporter, Summary } from "../../report/reporter.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { DocumentsError, type DocumentsErrorCode } from "../errors.js";
import { openRun, type Run, type RunDependencies, type Progress as RunProgress } from "../run.js";
import { shownToPeople, type ValidateSettings } from "./options.js";

/** Validates the inputs in the settings. Throws `UsageError` or `DocumentsError` if it can't run. */
export async function validate(
  settings: ValidateSettings,
  terminal: Terminal,
  dependencies: RunDependencies = {},
): Promise<ExitCode> {
  const started = terminal.now();
  const { outClosed } = terminal;
  const signal = outClosed ? AbortSignal.any([terminal.signal, outClosed]) : terminal.signal;
  const onStoppable = (): void => terminal.takeSignals?.();
  const run = await open(settings, { ...terminal, signal }, { ...dependencies, onStoppable });
  for (const warning of run.warnings)
    terminal.err(`${printable(`${settings.schema}: warning: ${warning}`)}\n`);
  const progress = createProgress(terminal, run.largeInput);
  const targets = await openTargets(settings.targets, terminal);
  try {
    const reports = await Promise.all(targets.map((target) => openReport(target, settings, terminal)));
    for (const { reporter, output } of reports) await output.write(reporter.head());
    for await (const part of run.parts()) {
      for (const { reporter, file, output } of reports) {
        const text = reporter.part(part);
        if (text !== "" && file === undefined) progress.clear();
        await output.write(text);
      }
      progress.update(run.progress);
    }
    progress.clear();
    for (const { reporter, output } of reports) await output.write(reporter.tail(run.summary()));
    for (const { output } of reports) await output.commit();
  } catch (error) {
    discardAll(targets);
    throw error;
  }
  const summary = run.summary();
  if (outClosed?.aborted !== true) {
    terminal.err(`${sentence(summary, settings)} (${((terminal.now() - started) / 1000).toFixed(1)} s)\n`);
  }
  if (summary.findings > summary.warnings) return 1;
  if (summary.interrupted) return 2;
  return 0;
}

async function openReport(
  target: OpenTarget<FindingFormat>,
  { targets, maxFindings }: ValidateSettings,
  terminal: Terminal,
): Promise<OpenTarget<FindingFormat> & { readonly reporter: Reporter }> {
  const colour = target.file === undefined && wantsColour(terminal);
  const reporter = await createReporter(target.format, { colour, now: terminal.now });
  // Beside a report for a program, which shows everything, one for people is still short.
  const isShort =
    target.format === "pretty" && targets.length > 1 && maxFindings === Number.POSITIVE_INFINITY;
  if (!isShort) return { ...target, reporter };
  const { limited } = await import("../../report/findings/reporters.js");
  return { ...target, reporter: limited(reporter, shownToPeople) };
}

/** Hints with option names for errors of the engine, which doesn't know the options. */
const hints: Partial<Record<DocumentsErrorCode, string>> = {
  "baseline-unusable": "write a new one with --write-baseline",
  "subject-unknown": "--as takes the name of an event, schema or set of events",
  "validators-missing": "name the folder with --validators",
};

async function open(
  settings: ValidateSettings,
  terminal: Terminal,
  dependencies: RunDependencies,
): Promise<Run> {
  const { cwd, env, stdin, signal } = terminal;
  const { WEBHOOK_ENCRYPT_KEY: encryptKey } = env;
  try {
    const validators = await generatedFolder(settings, cwd);
    return await openRun({ ...settings, validators, cwd, encryptKey, stdin, signal }, dependencies);
  } catch (error) {
    const hint = error instanceof DocumentsError ? hints[error.code] : undefined;
    if (hint === undefined) throw error;
    const { code, message } = error as DocumentsError;
    throw new DocumentsError(code, `${message}; ${hint}`, { cause: error });
  }
}

/** With `--schema`, the generated folder is only needed for the names of secret properties, and may be missing. */
async function generatedFolder({ schema, validators }: ValidateSettings, cwd: string) {
  try {
    return await findGeneratedFolder(cwd, validators);
  } catch (error) {
    if (schema !== undefined && (error instanceof UsageError || error instanceof DocumentsError))
      return undefined;
    throw error;
  }
}

function sentence(summary: Summary, { baseline, writeBaseline }: ValidateSettings): string {
  const { files, documents, findings, warnings, known, leftOut, interrupted } = summary;
  const found = `${counted(findings, "finding")}${warnings > 0 ? ` (${counted(warnings, "warning")})` : ""}`;
  const facts = [`${found} in ${counted(files, "file")}, ${counted(documents, "document")}`];
  if (leftOut > 0) facts.push(`${counted(leftOut, "finding")} not shown`);
  if (known > 0 && !writeBaseline) facts.push(`${counted(known, "finding")} known to ${baseline}`);
  if (writeBaseline && !interrupted) facts.push(`${counted(known, "finding")} written to ${baseline}`);
  if (interrupted) facts.push("stopped early");
  return facts.join("; ");
}

/** A progress line on standard error for large input; nothing if that isn't a terminal. */
interface ProgressDisplay {
  update(state: RunProgress): void;
  /** Erases the line before other output. */
  clear(): void;
}

const silent: ProgressDisplay = { update() {}, clear() {} };

/** Least time between two updates of the line, in milliseconds. */
const interval = 100;
const barWidth = 24;

/** Progress towards `total` bytes; 0 if that isn't known. */
function createProgress(terminal: Terminal, total: number): ProgressDisplay {
  if (terminal.isTerminal?.err !== true) return silent;
  let last = terminal.now();
  let drawn = false;
  return {
    update(state) {
      const now = terminal.now();
      if (now - last < interval) return;
      last = now;
      drawn = true;
      terminal.err(`\r\u001b[K${progressLine(state, total)}`, "rendered");
    },
    clear() {
      if (drawn) terminal.err("\r\u001b[K", "rendered");
      drawn = false;
    },
  };
}

function progressLine({ bytes, documents, findings }: RunProgress, total: number): string {
  const counts = `${grouped(Math.round(bytes / 1e6))} MB, ${counted(documents, "document")}, ${counted(findings, "finding")}`;
  if (total === 0) return counts;
  const part = Math.min(1, bytes / total);
  const full = Math.round(part * barWidth);
  const percent = String(Math.floor(part * 100)).padStart(3);
  return `[${"#".repeat(full)}${"-".repeat(barWidth - full)}] ${percent}% ${counts}`;
}

/** `1 finding`, `2,000 findings`; the same in every locale. */
function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
