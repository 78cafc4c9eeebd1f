import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { casesOf } from "./cases.js";
import { UnknownCase } from "./errors.js";
import { exampleBindings } from "./fresh-event.js";
import { createHttpSend } from "./http-send.js";
import { probeAt } from "./probe.js";
import { reportOf } from "./report-of.js";
import type { CaseResult, Report, Timing } from "./result.js";
import { type CaseOptions, runCase, runsAlone } from "./run-case.js";
import { type Filters, selectCases } from "./select.js";
import type { Send } from "./send.js";
import type { Subject } from "./subject.js";
import type { Case, Suite } from "./suite.js";
import { measureTiming } from "./timing.js";

export interface RunOptions extends Subject, Filters {
  readonly suite: Suite;
  /** Whether a failed `should` fails the run, too. Default: no. */
  readonly strict?: boolean | undefined;
  /** Ids of cases that are known to fail. They run all the same; one that passes fails the run. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Sends requests. Default: by `node:http` and `node:https`, over connections that are kept. */
  readonly send?: Send | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that never go back, for durations. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Gives that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** How many cases run at once; those that make stores fail, measure time or send piece by piece run alone. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How long a single answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /** How long to wait until a probe shows what happens after an answer, in milliseconds. Default: 2,000. */
  readonly settleMs?: number | undefined;
  /** Ends the run early: what was found until then is reported. Cases that have begun are finished. */
  readonly signal?: AbortSignal | undefined;
  /** Told of each result as it comes. */
  readonly onResult?: ((result: CaseResult, progress: Progress) => void) | undefined;
}

/** How far a run is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * Runs a suite against a receiver. Rejects when there is nothing to report: `NoCaseSelected`, `UnknownCase`,
 * `SubjectUnreachable`, `MalformedCase`.
 */
export async function runSuite(options: RunOptions): Promise<Report> {
  const { suite, now = Date.now, clock = performance.now.bind(performance) } = options;
  const all = casesOf(suite);
  const cases = selectCases(all, options);
  assertKnown(all, options.knownFailures ?? []);
  const http = options.send === undefined ? createHttpSend(clock) : undefined;
  const send = options.send ?? (http?.send as Send);
  const startedAt = now();
  const started = clock();
  try {
    const timing = await measureTiming({ url: options.url, send, timeoutMs: options.timeoutMs ?? 10_000 });
    const results = await runCases(cases, {
      options,
      caseOptions: caseOptions(options, { send, clock, timing }),
    });
    const interrupted = results.length < cases.length;
    return reportOf({ ...options, startedAt, durationMs: clock() - started, timing, results, interrupted });
  } finally {
    http?.close();
  }
}

interface Means {
  readonly send: Send;
  readonly clock: () => number;
  readonly timing: Timing;
}

function caseOptions(options: RunOptions, { send, clock, timing }: Means): CaseOptions {
  const { suite, now = Date.now, random = randomBytes, timeoutMs = 10_000, settleMs = 2_000 } = options;
  const { application } = options;
  return {
    subject: options,
    sender: { suite, bindings: exampleBindings(suite), credentials: options, application, now, random },
    probe: options.probeUrl === undefined ? undefined : probeAt(options.probeUrl, { send, timeoutMs }),
    send,
    timeoutMs,
    toleranceMs: timing.toleranceMs,
    clock,
    async again(attempt, since) {
      if (clock() - since >= settleMs) return false;
      await sleep(Math.min(2 ** attempt, 100));
      return true;
    },
  };
}

async function runCases(
  cases: readonly Case[],
  { options, caseOptions }: { readonly options: RunOptions; readonly caseOptions: CaseOptions },
): Promise<readonly CaseResult[]> {
  const results = new Map<Case, CaseResult>();
  const known = new Set(options.knownFailures);
  const run = async (each: Case): Promise<void> => {
    const found = await runCase(caseOptions, each);
    const result: CaseResult = known.has(each.id) ? { ...found, known: true } : found;
    results.set(each, result);
    options.onResult?.(result, { done: results.size, total: cases.length });
  };
  await inParallel(
    cases.filter((each) => !runsAlone(each)),
    { concurrency: options.concurrency ?? 8, signal: options.signal },
    run,
  );
  await inParallel(cases.filter(runsAlone), { concurrency: 1, signal: options.signal }, run);
  return cases.flatMap((each) => results.get(each) ?? []);
}

function assertKnown(cases: readonly Case[], ids: readonly string[]): void {
  const existing = new Set(cases.map(({ id }) => id));
  const unknown = ids.filter((id) => !existing.has(id));
  if (unknown.length > 0) throw new UnknownCase(unknown);
}

interface Pace {
  readonly concurrency: number;
  /** No item is begun after it. */
  readonly signal: AbortSignal | undefined;
}

async function inParallel<Item>(
  items: readonly Item[],
  { concurrency, signal }: Pace,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (signal?.aborted) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
}
