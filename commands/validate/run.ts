import type { Finding, ReportedPart, Summary } from "../report/reporter.js";
import type { Catalog } from "./catalog.js";
import { createUnitChecker } from "./check-unit.js";
import { planUnits } from "./input/plan.js";
import { findSources, type InputSource, UnitSize } from "./input/sources.js";
import { Ledger } from "./ledger.js";
import { loadCatalog, secretNames } from "./load-catalog.js";
import { settle, type ValidateOptions, type ValidationSettings } from "./options.js";
import { lineEndsWithin } from "./read-file.js";
import { inOrder } from "./threads/in-order.js";
import { createWorkerPool, type StartThread } from "./threads/worker-pool.js";
import type { CheckSettings, Unit, UnitPart } from "./unit.js";

/** Maximum size of a unit, in bytes. */
const unitBytes = 1024 * 1024;

/** Smaller input, in bytes, is finished before another thread would be ready. */
const smallInput = 12 * 1024 * 1024;

/**
 * While this thread checks, it gets no signal. So once signals are to stop the run instead of ending the process, it checks only what is
 * small, in bytes, and nothing after a unit that has taken longer, in milliseconds.
 */
const smallUnit = 2 * unitBytes;
const longCheckMs = 400;

/** Dependencies that tests may replace. */
export interface RunDependencies {
  /** Starts another thread; default: a Node worker. */
  readonly start?: StartThread | undefined;
  readonly unitBytes?: number;
  readonly smallInput?: number;
  /** Called when the run begins to stop by its signal: at once for a stream, otherwise once there are threads that end with it. */
  readonly onStoppable?: (() => void) | undefined;
  /** Milliseconds that never decrease. */
  readonly clock?: (() => number) | undefined;
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
    (await import("./unknown-document.js")).refuseUnknownSubject(catalog, settings.as);
  const check = checkSettings(settings, catalog);
  const checkUnit = await createUnitChecker(check);
  const warnings = await warningsAbout(check);
  const ledger = await Ledger.open(settings, catalog);
  const { total, known } = totalSize(sources);
  const startAfter = dependencies.smallInput ?? smallInput;
  const isLarge = known && total >= startAfter;
  let isStoppable = false;
  const makeStoppable = (): void => {
    isStoppable = true;
    dependencies.onStoppable?.();
  };
  const pool = createWorkerPool({
    size: Math.max(1, settings.jobs - 1),
    settings: check,
    startThread: dependencies.start,
    onReady: makeStoppable,
  });
  if (isLarge && settings.jobs > 1) pool.start();
  const { clock = performance.now.bind(performance) } = dependencies;
  let isSlow = false;
  const checkHere = async (unit: Unit): Promise<readonly UnitPart[] | undefined> => {
    if (isStoppable && (isSlow || !isSmall(unit))) return undefined;
    const since = clock();
    const parts = await checkUnit(unit);
    isSlow ||= clock() - since > longCheckMs;
    return parts;
  };
  const { signal } = settings;

  async function* parts(): AsyncGenerator<ReportedPart> {
    const unitSize = new UnitSize(dependencies.unitBytes ?? unitBytes);
    const units = counting(planUnits(sources, { ...settings, unitSize }), () => ledger.isFull);
    if (!known) makeStoppable();
    const poolAfter = settings.jobs > 1 ? startAfter : Number.POSITIVE_INFINITY;
    const order = { check: checkHere, pool, startAfter: poolAfter, signal };
    for await (const { unit, parts } of inOrder(units, order)) {
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

function isSmall(unit: Unit): boolean {
  switch (unit.kind) {
    case "files":
      return unit.size <= smallUnit;
    case "range":
      return lineEndsWithin(unit, smallUnit);
    case "lines":
    case "document":
      return unit.bytes.length <= smallUnit;
    case "fault":
      return true;
  }
}

/** Marks the units whose findings can't be shown any more, so that threads needn't describe them. */
async function* counting(units: AsyncGenerator<Unit>, isFull: () => boolean): AsyncGenerator<Unit> {
  for await (const unit of units) yield isFull() ? { ...unit, countOnly: true } : unit;
}

async function warningsAbout({ schema, allowRefsTo }: CheckSettings): Promise<readonly string[]> {
  if (schema === undefined) return [];
  return (await import("./schema-file.js")).schemaWarnings(schema, allowRefsTo);
}

function checkSettings(settings: ValidationSettings, catalog: Catalog | undefined): CheckSettings {
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

function totalSize(sources: readonly InputSource[]): { total: number; known: boolean } {
  const known = sources.every(({ regular, name }) => regular && !name.endsWith(".gz"));
  return { total: sources.reduce((sum, { size }) => sum + size, 0), known };
}

/** Callbacks during a run. The run waits for their promises, so that output can't accumulate. */
export interface ValidateHooks {
  /** Each finding, in the order of the input. */
  onFinding?(finding: Finding): void | Promise<void>;
  /** Each file, or part of a large one, even without findings; the input of a reporter. */
  onPart?(part: ReportedPart): void | Promise<void>;
  /** After each part. */
  onProgress?(progress: Progress): void;
}

/**
 * Validates JSON and NDJSON documents as `oipkit validate` does: in files, folders, globs or a stream, with several
 * threads for large input. A broken document is a finding, not an error. Resolves with the counts of the run, which
 * failed if `findings` is greater than `warnings`. Throws `DocumentsError` if it can't run at all, and `SchemaError` if
 * `schema` isn't a usable JSON Schema.
 */
export async function validateDocuments(
  options: ValidateOptions,
  { onFinding, onPart, onProgress }: ValidateHooks = {},
): Promise<Summary> {
  const run = await openRun(options);
  for await (const part of run.parts()) {
    for (const finding of onFinding ? part.findings : []) await onFinding?.(finding);
    await onPart?.(part);
    onProgress?.(run.progress);
  }
  return run.summary();
}
