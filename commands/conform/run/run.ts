import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AnswerTooLarge, SubjectUnreachable, UnknownCase } from "../errors.js";
import { createHttpSend } from "../exchange/http-send.js";
import { probeAt } from "../exchange/probe.js";
import { defaultMaxAnswerBytes, NoAnswer, type Send } from "../exchange/send.js";
import { exampleBindings } from "../request/fresh-event.js";
import type { CaseResult, Report, Timing } from "../result.js";
import { durability, runReport, unprovenBy } from "../run-report.js";
import { type Subject, subjectSummary } from "../subject.js";
import { expandCases, type Filters, selectCases } from "../suite/select.js";
import type { Case, Suite } from "../suite/suite.js";
import { credentialMasker, type Mask, maskedResult, maskedUrl } from "./mask.js";
import { type CaseOptions, restarts, runCase, runsAlone } from "./run-case.js";
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
  /** Runs one case. Rejects with `MalformedCase` only. */
  readonly run: (testCase: Case) => Promise<CaseResult>;
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
    const run = async (testCase: Case): Promise<CaseResult> => {
      const result = maskedResult(await runCase(caseOptions, testCase), masked);
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
  const { suite, now = Date.now, random = randomBytes, timeoutMs = 10_000, settleMs = 2_000 } = options;
  const { application } = options;
  return {
    subject: options,
    sender: {
      suite,
      bindings: exampleBindings(suite),
      credentials: options,
      application,
      url: options.publicUrl ?? options.url,
      now,
      random,
    },
    probe: options.probeUrl === undefined ? undefined : probeAt(options.probeUrl, { send, timeoutMs }),
    send,
    timeoutMs,
    maxAnswerBytes: options.maxAnswerBytes ?? defaultMaxAnswerBytes,
    toleranceMs: timing.toleranceMs,
    masked,
    clock,
    async again(attempt, since) {
      if (clock() - since >= settleMs) return false;
      await sleep(Math.min(2 ** attempt, 100));
      return true;
    },
  };
}

async function runAll(
  cases: readonly Case[],
  { concurrency = 8, onResult, signal }: RunOptions,
  session: SuiteRun,
): Promise<readonly CaseResult[]> {
  const results = new Map<Case, CaseResult>();
  const run = async (each: Case): Promise<void> => {
    const result = await session.run(each);
    if (signal?.aborted) return;
    results.set(each, result);
    onResult?.(result, { done: results.size, total: cases.length });
  };
  const together = cases.filter((each) => !runsAlone(each));
  await untilAborted(inParallel(together, { concurrency, signal }, run), signal);
  const alone = cases.filter(runsAlone);
  // Restarts come last: they may lose what other cases have sent.
  const ordered = [...alone.filter((each) => !restarts(each)), ...alone.filter(restarts)];
  await untilAborted(inParallel(ordered, { concurrency: 1, signal }, run), signal);
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

/** Where and how to measure the round trip. */
interface TimingOptions {
  readonly url: string;
  readonly send: Send;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

const samples = 5;
/** Added however fast the network is: a busy machine may wake a process this late. */
const leastToleranceMs = 100;

/**
 * Measures the round trip to a subject, with requests that cause no work. Rejects with
 * `SubjectUnreachable` if the subject doesn't answer, and with `AnswerTooLarge` if an answer is longer than `maxAnswerBytes`.
 */
async function measureTiming(options: TimingOptions): Promise<Timing> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    // The first request of a connection includes the time to connect, so it is not a sample.
    if (sample === 0) await ping(options);
    times.push(await ping(options));
  }
  times.sort((a, b) => a - b);
  const roundTripMs = Math.round((times[Math.floor(samples / 2)] ?? 0) * 10) / 10;
  return { roundTripMs, toleranceMs: Math.max(leastToleranceMs, Math.ceil(roundTripMs * 3)) };
}

async function ping({ url, send, timeoutMs, maxAnswerBytes }: TimingOptions): Promise<number> {
  const request = { url, method: "GET", headers: [], body: new Uint8Array(), timeoutMs, maxAnswerBytes };
  for (const newConnection of [false, true]) {
    try {
      return (await send({ ...request, newConnection })).elapsedMs;
    } catch (cause) {
      if (!(cause instanceof NoAnswer)) throw cause;
      if (cause.kind === "too-large") throw new AnswerTooLarge(url, maxAnswerBytes, { cause });
      if (!cause.reused) throw new SubjectUnreachable(url, { cause });
    }
  }
  throw new SubjectUnreachable(url, {});
}
