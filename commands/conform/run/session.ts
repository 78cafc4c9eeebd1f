import { randomBytes } from "node:crypto";
import { setTimeout as timer } from "node:timers/promises";
import { createHttpSend } from "../exchange/http-send.js";
import type { ProbeClient } from "../exchange/probe.js";
import { defaultMaxAnswerBytes, type NoAnswer, type NoAnswerKind, type Send } from "../exchange/send.js";
import { type WatchedProbe, watchProbe } from "../exchange/watched-probe.js";
import { exampleBindings } from "../request/fresh-event.js";
import type { CaseResult, Timing } from "../result.js";
import type { Filters } from "../suite/select.js";
import type { Case } from "../suite/suite.js";
import { credentialMasker, type Mask, maskedResult } from "./mask.js";
import { createWait } from "./pauses.js";
import { answerLack, measureTiming } from "./round-trip.js";
import { type CaseOptions, type OnPause, runCase } from "./run-case.js";
import type { RunOptions } from "./run-options.js";
import { answerTo } from "./run-step.js";

/** How one case is run. */
export interface CaseRun {
  /** Default: the run's. */
  readonly timeoutMs?: number | undefined;
  /** Called if a request gets no answer, also if it is sent again. */
  readonly onNoAnswer?: ((thrown: NoAnswer) => void) | undefined;
  /** Called when the case is about to wait; it goes on when the promise resolves. Default: it goes on at once. */
  readonly onPause?: OnPause | undefined;
}

/** A subject that answers, and the means to run cases against it. */
export interface SuiteRun {
  readonly timing: Timing;
  /** Runs one case. Rejects with `MalformedCase` only. */
  readonly run: (testCase: Case, options?: CaseRun) => Promise<CaseResult>;
  /** Sends a request that causes no work on a new connection; `undefined` if anything that is HTTP comes back. */
  readonly ping: (timeoutMs: number) => Promise<NoAnswerKind | undefined>;
  /** Whether the probe has stopped answering; it isn't asked again before `forget`. */
  readonly probe: Pick<WatchedProbe, "isGone" | "forget">;
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
    const probe = watchProbe(options.probeUrl, { send, timeoutMs });
    const caseOptions = toCaseOptions(options, { send, clock, timing, masked, probe: probe.client });
    const known = new Set(options.knownFailures);
    const run = async (testCase: Case, own: CaseRun = {}): Promise<CaseResult> => {
      const { onNoAnswer, onPause, timeoutMs: ownTimeoutMs = timeoutMs } = own;
      const result = maskedResult(
        await runCase({ ...caseOptions, onNoAnswer, timeoutMs: ownTimeoutMs }, testCase, onPause),
        masked,
      );
      if (known.has(testCase.id)) return { ...result, known: true };
      return result;
    };
    const ping: SuiteRun["ping"] = (ms) => answerLack({ url, send, timeoutMs: ms, maxAnswerBytes });
    return { timing, run, ping, probe, close };
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
  readonly probe: ProbeClient | undefined;
}

function toCaseOptions(
  options: Omit<RunOptions, keyof Filters>,
  { send, clock, timing, masked, probe }: Means,
): CaseOptions {
  const { suite, now = Date.now, random = pooledRandom(), timeoutMs = 10_000, settleMs = 2_000 } = options;
  const { application, maxAnswerBytes = defaultMaxAnswerBytes, sleep = timer } = options;
  const { send: counting, accepted } = countAccepted(send);
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
  const steps = { send: counting, url: options.url, timeoutMs, maxAnswerBytes, toleranceMs, masked };
  return {
    subject: options,
    sender,
    probe,
    send: counting,
    timeoutMs,
    maxAnswerBytes,
    toleranceMs,
    masked,
    clock,
    accepted,
    wait: createWait({
      sender,
      answerTo: (request) => answerTo({ ...steps, newConnections: false }, request),
      clock,
      sleep,
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
