import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ControlFailed, ControlLacking, SubjectUnreachable, UnknownCase } from "../../errors.js";
import { createHttpSend } from "../../exchange/http-send.js";
import type { Send } from "../../exchange/send.js";
import { exampleBindings } from "../../request/fresh-event.js";
import type { CaseResult, Report, Timing } from "../../result.js";
import type { SuiteProgress } from "../../run/run-options.js";
import { untilAborted } from "../../run/until-aborted.js";
import { runReport } from "../../run-report.js";
import type { SenderProof } from "../../subject.js";
import { type Filters, selectCases } from "../../suite/select.js";
import { type Control, callControl, controlBy } from "../control.js";
import { startEndpointServer } from "../endpoint.js";
import type { SenderCase, SenderSuite } from "../sender-suite.js";
import { onlyWaits, type SenderRun } from "./case-state.js";
import { runSenderCase } from "./run-case.js";

/** The sender, the cases to run against it, and how to run them. */
export interface SenderRunOptions extends Filters {
  readonly suite: SenderSuite;
  /** Base address of its control, without a trailing slash; `contracts/sender-probe.openapi.yaml`. */
  readonly controlUrl: string;
  /** Whether a failed `should` also fails the run. Default: no. */
  readonly strict?: boolean | undefined;
  /** Ids of cases that are known to fail. They still run; one that passes fails the run. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Sends requests to the control. Default: `node:http` and `node:https` with kept connections. */
  readonly send?: Send | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that never decrease, for durations. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Returns that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** How long a single operation of the control may take, in milliseconds. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** What the sender is asked to wait for the answer to a delivery, in cases where none comes, in milliseconds. Default: 500. */
  readonly deliveryTimeoutMs?: number | undefined;
  /** Aborts the run: results so far are reported, without the cases that are under way. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each result. */
  readonly onResult?: ((result: CaseResult, progress: SuiteProgress) => void) | undefined;
}

/**
 * Runs the cases for senders. Rejects if there is nothing to report:
 * `NoCaseSelected`, `UnknownCase`, `SubjectUnreachable`, `MalformedCase`.
 */
export async function runSenderSuite(options: SenderRunOptions): Promise<Report> {
  const { suite, now = Date.now, clock = performance.now.bind(performance), signal } = options;
  const cases = senderCasesToRun(suite, options);
  const known = new Set(options.knownFailures);
  const http = options.send === undefined ? createHttpSend(clock) : undefined;
  const send = options.send ?? (http?.send as Send);
  const { timeoutMs = 60_000, random = randomBytes, deliveryTimeoutMs = 500, controlUrl } = options;
  const control = controlBy(callControl(controlUrl, { send, timeoutMs }));
  const startedAt = now();
  const started = clock();
  try {
    const timing = await measureTiming(control, controlUrl, clock);
    const run = {
      suite,
      bindings: exampleBindings(suite),
      control,
      random,
      now,
      sleep,
      deliveryTimeoutMs,
    };
    const marked = (result: CaseResult): CaseResult => {
      if (known.has(result.id)) return { ...result, known: true };
      return result;
    };
    const onResult: RunCasesOptions["onResult"] = (result, progress) =>
      options.onResult?.(marked(result), progress);
    const results = (await runSenderCases(cases, { run, clock, signal, onResult })).map(marked);
    return runReport({
      url: controlUrl,
      suite,
      strict: options.strict,
      subject: { kind: "sender" },
      startedAt,
      durationMs: clock() - started,
      timing,
      selected: cases.length,
      all: suite.senderCases.length,
      results,
      unproven: senderProofs(cases, results),
      interrupted: results.length < cases.length,
    });
  } finally {
    http?.close();
  }
}

/** The cases that a run's options select. Throws `NoCaseSelected` and `UnknownCase`. */
function senderCasesToRun(
  { senderCases }: SenderSuite,
  options: Filters & Pick<SenderRunOptions, "knownFailures">,
): readonly SenderCase[] {
  const existing = new Set(senderCases.map(({ id }) => id));
  const unknown = (options.knownFailures ?? []).filter((id) => !existing.has(id));
  if (unknown.length > 0) throw new UnknownCase(unknown);
  return selectCases(senderCases, options);
}

const samples = 3;

/** The round trip to the control, and whether there is one. */
async function measureTiming(control: Control, url: string, clock: () => number): Promise<Timing> {
  const times: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const since = clock();
    try {
      await control.leaks("oipkit-is-there-a-control");
    } catch (cause) {
      if (cause instanceof ControlFailed) throw new SubjectUnreachable(url, { cause });
      if (!(cause instanceof ControlLacking)) throw cause;
    }
    times.push(clock() - since);
  }
  const roundTripMs = Math.round(Math.min(...times) * 10) / 10;
  return { roundTripMs, toleranceMs: Math.max(100, Math.ceil(roundTripMs * 3)) };
}

/** How to run cases. */
interface RunCasesOptions {
  readonly run: SenderRun;
  /** Milliseconds that never decrease. */
  readonly clock: () => number;
  /** Begins no further case. */
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (result: CaseResult, progress: SuiteProgress) => void;
}

/** Cases that wait together at most. */
const mostTogether = 16;

/**
 * Runs cases one after another, because they share the sender's clock, and at last those together that only wait. Returns the results
 * in the order of the cases.
 */
async function runSenderCases(
  cases: readonly SenderCase[],
  { run, clock, signal, onResult }: RunCasesOptions,
): Promise<readonly CaseResult[]> {
  const results = new Map<SenderCase, CaseResult>();
  const waiting = cases.filter(onlyWaits);
  const groups: (readonly SenderCase[])[] = cases.filter((each) => !onlyWaits(each)).map((each) => [each]);
  for (let at = 0; at < waiting.length; at += mostTogether) groups.push(waiting.slice(at, at + mostTogether));
  const shared = await startEndpointServer();
  const runOne = async (testCase: SenderCase, isAlone: boolean): Promise<void> => {
    // A sender may limit its connections to one address, and a case would wait for another one.
    const server = isAlone ? shared : await startEndpointServer();
    try {
      const result = await runSenderCase({ run, server, clock }, testCase);
      if (signal?.aborted) return;
      results.set(testCase, result);
      onResult(result, { done: results.size, total: cases.length });
    } finally {
      if (!isAlone) await server.close();
    }
  };
  try {
    for (const group of groups) {
      if (signal?.aborted) break;
      const work = Promise.all(group.map((each) => runOne(each, group.length === 1)));
      await untilAborted(work, signal);
    }
  } finally {
    await shared.close();
  }
  return cases.flatMap((each) => results.get(each) ?? []);
}

/** What a case shows about a sender if it passes. */
function listProofs({ steps }: SenderCase): readonly SenderProof[] {
  const signs = steps.some(({ requests = [] }) =>
    requests.some(({ each = [] }) => each.includes("signature")),
  );
  const refuses = steps.some((step) => "verify" in step && !step.expect.accepted);
  const proofs: SenderProof[] = [];
  if (signs) proofs.push("delivers-signed");
  if (refuses) proofs.push("refuses-unverified");
  return proofs;
}

const all: readonly SenderProof[] = ["delivers-signed", "refuses-unverified"];

/** What no passed case has shown: a sender that does nothing, or agrees to everything, lacks one. */
function senderProofs(cases: readonly SenderCase[], results: readonly CaseResult[]): readonly SenderProof[] {
  const passed = new Set(results.filter(({ result }) => result === "passed").map(({ id }) => id));
  const shown = new Set(cases.filter(({ id }) => passed.has(id)).flatMap(listProofs));
  return all.filter((proof) => !shown.has(proof));
}
