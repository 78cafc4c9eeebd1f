import { resolve } from "node:path";
import { wantsColour } from "../colour.js";
import { fileOutput, terminalOutput } from "../output.js";
import type { ExitCode, Terminal } from "../terminal.js";
import { UsageError } from "../usage.js";
import { packageVersion } from "../version.js";
import { findCatalog, loadCatalog, secretNames } from "./catalog.js";
import { createUnitChecker } from "./check-unit.js";
import { Pace } from "./input/pace.js";
import { planUnits } from "./input/plan.js";
import { findSources, type InputSource } from "./input/sources.js";
import { Ledger } from "./ledger.js";
import { counted, createProgress } from "./progress.js";
import { createReporter } from "./report/create-reporter.js";
import type { ValidateSettings } from "./settings.js";
import { refuseUnknownSubject } from "./subject-name.js";
import { createCrew, type StartThread } from "./threads/crew.js";
import { inOrder } from "./threads/in-order.js";
import type { CheckSettings } from "./unit.js";

/** The bytes that a thread checks at a time, at most. */
const unitBytes = 1024 * 1024;

/** Input below this many bytes is done before another thread would be up. */
const smallInput = 12 * 1024 * 1024;

/** How a run divides its work. Sizes are in bytes. */
export interface Machinery {
  /** Starts another thread; by default a worker of Node. */
  readonly start?: StartThread;
  readonly unitBytes?: number;
  readonly smallInput?: number;
}

/** Validates what the settings name. Throws `UsageError` where that can't be done. */
export async function validate(
  settings: ValidateSettings,
  terminal: Terminal,
  machinery: Machinery = {},
): Promise<ExitCode> {
  const started = terminal.now();
  const { cwd, env } = terminal;
  const sources = await findSources(settings.inputs, cwd);
  const url = await catalogUrl(settings, cwd);
  const catalog = url === undefined ? undefined : await loadCatalog(url);
  const check: CheckSettings = {
    catalog: settings.schema === undefined ? url : undefined,
    schema: settings.schema === undefined ? undefined : resolve(cwd, settings.schema),
    as: settings.as,
    strict: settings.strict,
    all: settings.all,
    // What the baseline knows doesn't fail, and only this thread knows the baseline.
    failFast: settings.failFast && settings.baseline === undefined && !settings.sequence,
    maxDocument: settings.maxDocument,
    maxFindings: settings.baseline === undefined ? settings.maxFindings : Number.POSITIVE_INFINITY,
    secrets: catalog === undefined ? [] : secretNames(catalog),
    encryptKey: env.WEBHOOK_ENCRYPT_KEY || undefined,
    sequence: settings.sequence,
  };
  if (catalog) refuseUnknownSubject(catalog, settings.as);
  const checkHere = await createUnitChecker(check);

  const ledger = await Ledger.open(settings, { cwd, catalog, maxDocument: settings.maxDocument });
  const colour = settings.output === undefined && wantsColour(terminal);
  const reporter = await createReporter(settings.format, { colour, version: await packageVersion() });
  const ending = terminal.outClosed
    ? AbortSignal.any([terminal.signal, terminal.outClosed])
    : terminal.signal;
  const callAfter = machinery.smallInput ?? smallInput;
  const { total, known } = sizeOf(sources);
  const threads = settings.jobs > 1 && (!known || total >= callAfter) ? settings.jobs - 1 : 0;
  const start =
    threads > 0 ? (machinery.start ?? (await import("./threads/start-worker.js")).startWorker) : noThread;
  const crew = createCrew({ size: threads, settings: check, start });
  if (known && total >= callAfter) crew.call(() => {});
  const pace = new Pace(machinery.unitBytes ?? unitBytes);
  const units = planUnits(sources, {
    layout: settings.layout,
    maxDocument: settings.maxDocument,
    pace,
    stdin: terminal.stdin,
  });
  const progress = createProgress(terminal, known && total >= callAfter ? total : 0);
  const output = settings.output === undefined ? terminalOutput(terminal) : fileOutput(settings.output, cwd);
  try {
    await output.write(reporter.head());
    for await (const { unit, parts } of inOrder(units, {
      check: checkHere,
      crew,
      callAfter,
      signal: ending,
    })) {
      pace.note(parts.reduce((sum, { findings }) => sum + findings.length, 0));
      for (const part of parts) {
        const text = reporter.part(ledger.take(part, unit));
        if (text !== "") progress.clear();
        await output.write(text);
        progress.update(ledger);
        if (ledger.stopped) break;
      }
      if (ledger.stopped) break;
    }
    progress.clear();
    ledger.interrupted = ending.aborted;
    await output.write(reporter.part(await ledger.close()));
    await output.write(reporter.tail(ledger.summary()));
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
  if (terminal.outClosed?.aborted !== true) {
    terminal.err(`${sentence(ledger, settings)} (${((terminal.now() - started) / 1000).toFixed(1)} s)\n`);
  }
  if (ledger.findings > ledger.warnings) return 1;
  return ledger.interrupted ? 2 : 0;
}

/** With a schema of one's own the catalog only tells what is secret, and may be missing. */
async function catalogUrl(
  { schema, validators }: ValidateSettings,
  cwd: string,
): Promise<string | undefined> {
  try {
    return await findCatalog(cwd, validators);
  } catch (error) {
    if (schema !== undefined && error instanceof UsageError) return undefined;
    throw error;
  }
}

function noThread(): never {
  throw new Error("no thread was planned");
}

function sizeOf(sources: readonly InputSource[]): { total: number; known: boolean } {
  const known = sources.every(({ regular, name }) => regular && !name.endsWith(".gz"));
  return { total: sources.reduce((sum, { size }) => sum + size, 0), known };
}

function sentence(ledger: Ledger, { baseline, writeBaseline }: ValidateSettings): string {
  const { files, documents, findings, warnings, known, leftOut, interrupted } = ledger.summary();
  const found = `${counted(findings, "finding")}${warnings > 0 ? ` (${counted(warnings, "warning")})` : ""}`;
  const facts = [
    `${found} in ${counted(files, "file")}, ${counted(documents, "document")}`,
    ...(leftOut > 0 ? [`${counted(leftOut, "finding")} not shown`] : []),
    ...(known > 0 && !writeBaseline ? [`${counted(known, "finding")} known to ${baseline}`] : []),
    ...(writeBaseline && !interrupted ? [`${counted(known, "finding")} written to ${baseline}`] : []),
    ...(interrupted ? ["ended early"] : []),
  ];
  return facts.join("; ");
}
