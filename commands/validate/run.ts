import type { ReportedPart, Summary } from "../report/findings/reporter.js";
import type { Catalog } from "./catalog.js";
import { createUnitChecker } from "./check-unit.js";
import { planUnits } from "./input/plan.js";
import { findSources, type InputSource } from "./input/sources.js";
import { UnitSize } from "./input/unit-size.js";
import { Ledger } from "./ledger.js";
import { loadCatalog, secretNames } from "./load-catalog.js";
import { type RunSettings, settle, type ValidateOptions } from "./options.js";
import { inOrder, noPool } from "./threads/in-order.js";
import type { StartThread, WorkerPool } from "./threads/worker-pool.js";
import type { CheckSettings, Unit } from "./unit.js";

/** Maximum size of a unit, in bytes. */
const unitBytes = 1024 * 1024;

/** Smaller input, in bytes, is finished before another thread would be ready. */
const smallInput = 12 * 1024 * 1024;

/** Dependencies that tests may replace. */
export interface RunDependencies {
  /** Starts another thread; default: a Node worker. */
  readonly start?: StartThread;
  readonly unitBytes?: number;
  readonly smallInput?: number;
}

/** The progress of a run. */
export interface Progress {
  readonly bytes: number;
  readonly documents: number;
  readonly findings: number;
}

/** A run that is ready to start: its inputs exist, and its validators are loaded. */
export interface Run {
  /** Size of a large input in bytes; 0 if it is small or unknown. */
  readonly largeInput: number;
  /** What a user should know before, such as a pattern of the schema that takes exponential time. */
  readonly warnings: readonly string[];
  /** The results in input order, produced as they are consumed. Can be called only once. */
  parts(): AsyncGenerator<ReportedPart>;
  readonly progress: Progress;
  summary(): Summary;
}

/** Prepares a run. Throws `DocumentsError`, or `SchemaError` for an unusable schema. */
export async function openRun(options: ValidateOptions, dependencies: RunDependencies = {}): Promise<Run> {
  const settings = settle(options);
  const sources = await findSources(settings.inputs, settings.cwd);
  const catalog = settings.validators === undefined ? undefined : await loadCatalog(settings.validators);
  if (catalog && settings.as !== undefined)
    (await import("./subject-name.js")).refuseUnknownSubject(catalog, settings.as);
  const check = checkSettings(settings, catalog);
  const checkHere = await createUnitChecker(check);
  const warnings = await warningsAbout(check);
  const ledger = await Ledger.open(settings, catalog);
  const { total, known } = sizeOf(sources);
  const startAfter = dependencies.smallInput ?? smallInput;
  const isLarge = known && total >= startAfter;
  const pool = await workerPoolFor(
    check,
    settings.jobs > 1 && (!known || isLarge) ? settings.jobs - 1 : 0,
    dependencies,
  );
  if (isLarge) pool.start(() => {});
  const { signal } = settings;

  async function* parts(): AsyncGenerator<ReportedPart> {
    const unitSize = new UnitSize(dependencies.unitBytes ?? unitBytes);
    const units = counting(planUnits(sources, { ...settings, unitSize }), () => ledger.isFull);
    for await (const { unit, parts } of inOrder(units, { check: checkHere, pool, startAfter, signal })) {
      unitSize.note(parts.reduce((sum, { findings }) => sum + findings.length, 0));
      for (const part of parts) {
        yield ledger.take(part, unit);
        if (ledger.stopped) break;
      }
      if (ledger.stopped) break;
    }
    ledger.interrupted = signal.aborted;
    yield await ledger.close();
  }

  const largeInput = isLarge ? total : 0;
  return { largeInput, warnings, parts, progress: ledger, summary: () => ledger.summary() };
}

/** Marks the units whose findings can't be shown any more, so that threads needn't describe them. */
async function* counting(units: AsyncGenerator<Unit>, isFull: () => boolean): AsyncGenerator<Unit> {
  for await (const unit of units) yield isFull() ? { ...unit, countOnly: true } : unit;
}

async function warningsAbout({ schema, allowRefsTo }: CheckSettings): Promise<readonly string[]> {
  if (schema === undefined) return [];
  return (await import("./schema-file.js")).schemaWarnings(schema, allowRefsTo);
}

function checkSettings(settings: RunSettings, catalog: Catalog | undefined): CheckSettings {
  const { schema, baseline, sequence, failFast, maxFindings } = settings;
  const { as, strict, all, maxDocument, encryptKey } = settings;
  return {
    validators: schema === undefined ? settings.validators : undefined,
    schema,
    allowRefsTo: settings.allowRefsTo,
    as,
    strict,
    all,
    // Known findings don't fail a document, and only this thread has the baseline.
    failFast: failFast && baseline === undefined && !sequence,
    maxDocument,
    // This thread must see known findings and the first error, even if it doesn't show them.
    maxFindings: baseline === undefined && !failFast ? maxFindings : Number.POSITIVE_INFINITY,
    secrets: catalog === undefined ? [] : secretNames(catalog),
    encryptKey,
    sequence,
  };
}

async function workerPoolFor(
  settings: CheckSettings,
  size: number,
  { start }: RunDependencies,
): Promise<WorkerPool> {
  if (size === 0) return noPool;
  const { createWorkerPool } = await import("./threads/worker-pool.js");
  return createWorkerPool({
    size,
    settings,
    start: start ?? (await import("./threads/start-worker.js")).startWorker,
  });
}

function sizeOf(sources: readonly InputSource[]): { total: number; known: boolean } {
  const known = sources.every(({ regular, name }) => regular && !name.endsWith(".gz"));
  return { total: sources.reduce((sum, { size }) => sum + size, 0), known };
}
