import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { UnknownCase } from "../errors.js";
import { createHttpSend } from "../exchange/http-send.js";
import { probeAt } from "../exchange/probe.js";
import { defaultMaxAnswerBytes, type Send } from "../exchange/send.js";
import { exampleBindings } from "../request/fresh-event.js";
import type { CaseResult, Report, Timing } from "../result.js";
import { durability, runReport, unprovenBy } from "../run-report.js";
import { type Subject, subjectSummary } from "../subject.js";
import { expandCases, type Filters, selectCases } from "../suite/select.js";
import type { Case, Suite } from "../suite/suite.js";
import { credentialMasker, type Mask, maskedResult, maskedUrl } from "./mask.js";
import { measureTiming } from "./measure-timing.js";
import { createSuspender, createWait, pauses } from "./pauses.js";
import { type CaseOptions, type OnPause, restarts, runCase, runsAlone } from "./run-case.js";
import { answerTo } from "./run-step.js";
import { untilAborted } from "./until-aborted.js";

/** The subject, the cases to run against it, and how to run them. */
export interface RunOptions extends Subject, Filters {
  readonly suite: Suite;
  /** Whether a failed `should` also fails the run. Default: no. */
  readonly strict?: boolean | undefined;
  /** Ids of cases that are known to fail. They still run; one that passes fails the run. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Sends requests. Default: `node:http` and `node:https` with kept connections. */
  readonly send?: Send | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that never decrease, for durations. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Returns that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** Maximum number of concurrent cases; those that make stores fail, measure time or send piece by piece run alone. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How long a single answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest body of an answer that is read, in bytes; a longer one is a failure. Default: 131,072 (128 KiB). Answers of the
   * probe may have 16 MiB.
   */
  readonly maxAnswerBytes?: number | undefined;
  /** How long to poll a probe for what happens after an answer, in milliseconds. Default: 2,000. */
  readonly settleMs?: number | undefined;
  /** Waits that many milliseconds, for cases that go on later. Default: `setTimeout`. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** Aborts the run: results so far are reported, without the cases that are under way. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each result. */
  readonly onResult?: ((result: CaseResult, progress: SuiteProgress) => void) | undefined;
}

/** The progress of a run. */
export interface SuiteProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Runs a suite against a receiver. Rejects if there is nothing to report: `NoCaseSelected`, `UnknownCase`,
 * `SubjectUnreachable`, `AnswerTooLarge`, `MalformedCase`.
 */
export async function runSuite(options: RunOptions): Promise<Report> {
  const { suite, now = Date.now, clock = performance.now.bind(performance) } = options;
  const cases = casesToRun(suite, options);
  const startedAt = now();
  const started = clock();
  const session = await openSession(options);
  try {
    const results = await runAll(cases, options, session);
    const durationMs = clock() - started;
    const interrupted = results.length < cases.length;
    const restartCases = cases.filter(restarts).map(({ id }) => id);
    return runReport({
      ...maskedUrls(options),
      suite,
      strict: options.strict,
      subject: subjectSummary(options),
      startedAt,
      durationMs,
      timing: session.timing,
      selected: cases.length,
      all: expandCases(suite).length,
      results,
      unproven: unprovenBy(cases, results),
      durability: durability(restartCases, results),
      interrupted,
    });
  } finally {
    session.close();
  }
}

/** The addresses as a report may show them. */
function maskedUrls(options: RunOptions): Pick<RunOptions, "url" | "probeUrl" | "publicUrl"> {
  const masked = credentialMasker(options);
  const { url, probeUrl, publicUrl } = options;
  return {
    url: maskedUrl(url, masked),
    ...(probeUrl !== undefined && { probeUrl: maskedUrl(probeUrl, masked) }),
    ...(publicUrl !== undefined && { publicUrl: maskedUrl(publicUrl, masked) }),
  };
}

/** The cases selected by a run's options. Throws `NoCaseSelected` and `UnknownCase`. */
export function casesToRun(
  suite: Suite,
  options: Filters & Pick<RunOptions, "knownFailures">,
): readonly Case[] {
  const all = expandCases(suite);
  const existing = new Set(all.map(({ id }) => id));
  const unknown = (options.knownFailures ?? []).filter((id) => !existing.has(id));
  if (unknown.length > 0) throw new UnknownCase(unknown);
  return selectCases(all, options);
}

/** A subject that answers, and the means to run cases against it. */
export interface SuiteRun {
  readonly timing: Timing;
  /** Runs one case; if it pauses, it calls the function and waits for it. Rejects with `MalformedCase` only. */
  readonly run: (testCase: Case, onPause?: OnPause) => Promise<CaseResult>;
  readonly close: () => void;
}

/** Connects to a subject. Rejects with `SubjectUnreachable` and `AnswerTooLarge`. */
export async function openSession(options: Omit<RunOptions, keyof Filters>): Promise<SuiteRun> {
  const { clock = performance.now.bind(performance), timeoutMs = 10_000, url } = options;
  const { maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const http = options.send === undefined ? createHttpSend(clock) : undefined;
  const close = (): void => http?.close();
  const send = options.send ?? (http?.send as Send);
  try {
    const timing = await measureTiming({ url, send, timeoutMs, maxAnswerBytes });
    const masked = credentialMasker(options);
    const caseOptions = toCaseOptions(options, { send, clock, timing, masked });
    const known = new Set(options.knownFailures);
    const run = async (testCase: Case, onPause?: OnPause): Promise<CaseResult> => {
      const result = maskedResult(await runCase(caseOptions, testCase, onPause), masked);
      if (known.has(testCase.id)) return { ...result, known: true };
      return result;
    };
    return { timing, run, close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

interface Means {
  readonly send: Send;
  readonly clock: () => number;
  readonly timing: Timing;
  readonly masked: Mask;
}

function toCaseOptions(
  options: Omit<RunOptions, keyof Filters>,
  { send, clock, timing, masked }: Means,
): CaseOptions {
  const { suite, now = Date.now, random = pooledRandom(), timeoutMs = 10_000, settleMs = 2_000 } = options;
  const { application, maxAnswerBytes = defaultMaxAnswerBytes } = options;
  const counter = countAccepted(send);
  const sender = {
    suite,
    bindings: exampleBindings(suite),
    credentials: options,
    application,
    url: options.publicUrl ?? options.url,
    now,
    random,
  };
  const { toleranceMs } = timing;
  const stepOptions = {
    send: counter.send,
    url: options.url,
    timeoutMs,
    maxAnswerBytes,
    toleranceMs,
    newConnections: false,
    masked,
  };
  const { accepted } = counter;
  return {
    subject: options,
    sender,
    probe: options.probeUrl === undefined ? undefined : probeAt(options.probeUrl, { send, timeoutMs }),
    send: counter.send,
    timeoutMs,
    maxAnswerBytes,
    toleranceMs,
    masked,
    clock,
    accepted,
    wait: createWait({
      sender,
      answerTo: (request) => answerTo(stepOptions, request),
      clock,
      sleep: options.sleep ?? sleep,
      accepted,
    }),
    async again(attempt, since) {
      if (clock() - since >= settleMs) return false;
      await sleep(Math.min(2 ** attempt, 100));
      return true;
    },
  };
}

/** At once, since a call of `randomBytes` for a few bytes costs as much as for thousands. */
const poolBytes = 8192;

/** Random bytes, none of which is given out twice. */
function pooledRandom(): (size: number) => Uint8Array {
  let pool = new Uint8Array();
  return (size) => {
    if (pool.length < size) pool = randomBytes(Math.max(size, poolBytes));
    const bytes = pool.subarray(0, size);
    pool = pool.subarray(size);
    return bytes;
  };
}

/** Counts the requests that the subject accepts. */
function countAccepted(send: Send): { readonly send: Send; readonly accepted: () => number } {
  let count = 0;
  return {
    accepted: () => count,
    async send(request) {
      const answer = await send(request);
      if (answer.status >= 200 && answer.status < 300) count++;
      return answer;
    },
  };
}

async function runAll(
  cases: readonly Case[],
  { concurrency = 8, onResult, signal }: RunOptions,
  session: SuiteRun,
): Promise<readonly CaseResult[]> {
  const results = new Map<Case, CaseResult>();
  const run = async (each: Case, onPause?: OnPause): Promise<void> => {
    const result = await session.run(each, onPause);
    if (signal?.aborted) return;
    results.set(each, result);
    onResult?.(result, { done: results.size, total: cases.length });
  };
  const { begin, suspended } = createSuspender();
  const inTurn = async (items: readonly Case[], most: number): Promise<void> =>
    await untilAborted(
      inParallel(items, { concurrency: most, signal }, (each) => run(each)),
      signal,
    );
  const beginning = inParallel(cases.filter(pauses), { concurrency, signal }, (each) =>
    begin((onPause) => run(each, onPause)),
  );
  // All others are what happens in between.
  await untilAborted(beginning, signal);
  const others = cases.filter((each) => !pauses(each));
  await inTurn(
    others.filter((each) => !runsAlone(each)),
    concurrency,
  );
  const alone = others.filter(runsAlone);
  await inTurn(
    alone.filter((each) => !restarts(each)),
    1,
  );
  await untilAborted(
    inParallel(suspended, { concurrency, signal }, ({ resume }) => resume()),
    signal,
  );
  // Restarts come last: they may lose what other cases have sent.
  await inTurn(alone.filter(restarts), 1);
  return cases.flatMap((each) => results.get(each) ?? []);
}

interface Parallelism {
  readonly concurrency: number;
  /** No item is started after it is aborted. */
  readonly signal: AbortSignal | undefined;
}

async function inParallel<Item>(
  items: readonly Item[],
  { concurrency, signal }: Parallelism,
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
