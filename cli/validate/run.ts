import { DocumentsError, type DocumentsErrorCode } from "../../documents/errors.js";
import { fileOutput } from "../../documents/file-output.js";
import { createReporter } from "../../documents/report/create-reporter.js";
import type { Summary } from "../../documents/report/reporter.js";
import { openRun, type Run, type RunDependencies } from "../../documents/run.js";
import { wantsColour } from "../colour.js";
import { findGeneratedFolder } from "../generated-folder.js";
import { terminalOutput } from "../output.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { UsageError } from "../usage.js";
import { counted, createProgress } from "./progress.js";
import type { ValidateSettings } from "./settings.js";

/** Validates the inputs in the settings. Throws `UsageError` or `DocumentsError` if it can't run. */
export async function validate(
  settings: ValidateSettings,
  terminal: Terminal,
  dependencies: RunDependencies = {},
): Promise<ExitCode> {
  const started = terminal.now();
  const { cwd, outClosed } = terminal;
  const signal = outClosed ? AbortSignal.any([terminal.signal, outClosed]) : terminal.signal;
  const run = await open(settings, { ...terminal, signal }, dependencies);
  const colour = settings.output === undefined && wantsColour(terminal);
  const reporter = await createReporter(settings.format, { colour });
  const progress = createProgress(terminal, run.largeInput);
  const output = settings.output === undefined ? terminalOutput(terminal) : fileOutput(settings.output, cwd);
  try {
    await output.write(reporter.head());
    for await (const part of run.parts()) {
      const text = reporter.part(part);
      if (text !== "") progress.clear();
      await output.write(text);
      progress.update(run.progress);
    }
    progress.clear();
    await output.write(reporter.tail(run.summary()));
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
  const summary = run.summary();
  if (outClosed?.aborted !== true) {
    terminal.err(`${sentence(summary, settings)} (${((terminal.now() - started) / 1000).toFixed(1)} s)\n`);
  }
  if (summary.findings > summary.warnings) return 1;
  return summary.interrupted ? 2 : 0;
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
  const facts = [
    `${found} in ${counted(files, "file")}, ${counted(documents, "document")}`,
    ...(leftOut > 0 ? [`${counted(leftOut, "finding")} not shown`] : []),
    ...(known > 0 && !writeBaseline ? [`${counted(known, "finding")} known to ${baseline}`] : []),
    ...(writeBaseline && !interrupted ? [`${counted(known, "finding")} written to ${baseline}`] : []),
    ...(interrupted ? ["stopped early"] : []),
  ];
  return facts.join("; ");
}
