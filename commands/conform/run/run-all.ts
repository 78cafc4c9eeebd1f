import { setTimeout as timer } from "node:timers/promises";
import type { Incident } from "../incident.js";
import type { CaseResult } from "../result.js";
import { caseProofs } from "../subject.js";
import type { Case } from "../suite/suite.js";
import { lostResult } from "./ending.js";
import { isSlow, runPaced } from "./pace.js";
import { hurriedIncident, slowIncident, unrunResult } from "./pace-report.js";
import { createSuspender, pauses, pausingCases } from "./pauses.js";
import { restarts, runsAlone } from "./run-case.js";
import type { RunOptions } from "./run-options.js";
import type { SuiteRun } from "./session.js";
import { createSupervisor, type Supervisor } from "./supervisor.js";
import { isLate, isSuspect, type Trial } from "./trial.js";
import { untilAborted } from "./until-aborted.js";

/** The options that say how cases are run, and when the run began on its clock. */
interface RunAllOptions
  extends Pick<
    RunOptions,
    "suite" | "concurrency" | "onResult" | "signal" | "timeoutMs" | "returnMs" | "budgetMs" | "sleep"
  > {
  readonly clock: () => number;
  readonly startedMs: number;
}

/** The results of all cases, in the suite's order, and what happened on the way. */
interface AllResults {
  readonly results: readonly CaseResult[];
  readonly incidents: readonly Incident[];
}

/** So much time may be lost by waiting for answers that don't come, in milliseconds, before the rest is given less. */
const mostLateMs = 20_000;
const leastHurriedMs = 1000;

/** Runs all cases, unless the receiver or the time comes to an end; cases that weren't run have a result that says why. */
export async function runAll(
  cases: readonly Case[],
  options: RunAllOptions,
  session: SuiteRun,
): Promise<AllResults> {
  const { suite, concurrency = 8, timeoutMs = 10_000, returnMs = 5000, budgetMs = 40_000 } = options;
  const { onResult, signal, clock, sleep = timer, startedMs } = options;
  const results = new Map<string, CaseResult>();
  const incidents: Incident[] = [];
  const supervisor = createSupervisor({ session, clock, sleep, signal, timeoutMs, returnMs });
  let probeGoneAfter: string | undefined;
  const keep = (result: CaseResult): void => {
    if (signal?.aborted) return;
    results.set(result.id, result);
    onResult?.(result, { done: results.size, total: cases.length });
    if (session.probe.isGone()) probeGoneAfter ??= result.id;
  };
  const settle: Settle = async (trials) => {
    const suspects = trials.filter(isSuspect);
    for (const each of trials) {
      if (suspects.includes(each)) continue;
      supervisor.note(each);
      keep(each.result);
    }
    if (suspects.length > 0) for (const result of await supervisor.examine(suspects)) keep(result);
  };
  /** Runs the first case alone; a receiver that takes too long for it gets all others at another pace. Returns whether it did. */
  const begin = async (first: Case, others: readonly Case[]): Promise<boolean> => {
    const trial = await supervisor.attempt(first);
    if (isAccepted(trial)) supervisor.trust(first);
    await settle([trial]);
    if (!isSlow(trial, { count: others.length, concurrency, timeoutMs, budgetMs })) return false;
    const pace = { supervisor, settle, keep, clock, signal, timeoutMs, untilMs: startedMs + budgetMs };
    const paced = await runPaced(
      others.filter((each) => !pauses(each)),
      trial,
      pace,
    );
    // What has to wait for a thousand others has no time.
    const left = [...paced.left, ...others.filter(pauses)];
    for (const each of left) keep(unrunResult(each, paced));
    incidents.push(slowIncident({ ...paced, left }, { protocol: suite.protocol, budgetMs }));
    return true;
  };
  const work = async (): Promise<void> => {
    const first = firstCase(cases);
    const others = cases.filter((each) => each !== first);
    if (first !== undefined && (await begin(first, others))) return;
    const patience = createPatience(supervisor, { suite, timeoutMs, concurrency });
    const pace = { supervisor, settle: patience.watch(settle), timeoutMs: patience.timeoutMs, signal };
    // All others are what happens while these wait.
    const waiting = await beginPauses(pausingCases(others), concurrency, pace);
    const rest = others.filter((each) => !pauses(each));
    await inParallel(
      rest.filter((each) => !runsAlone(each)),
      concurrency,
      pace,
    );
    const alone = rest.filter(runsAlone);
    await inParallel(
      alone.filter((each) => !restarts(each)),
      1,
      pace,
    );
    await waiting.end();
    // Restarts come last: they may lose what other cases have sent.
    await inParallel(alone.filter(restarts), 1, pace);
    incidents.push(...patience.incidents());
  };
  await untilAborted(work(), signal);
  const ending = supervisor.ending();
  const left = ending === undefined || signal?.aborted ? [] : cases.filter(({ id }) => !results.has(id));
  if (ending !== undefined) for (const each of left) keep(lostResult(each, ending));
  const lost = [...results.values()].filter(({ reason = "" }) => reason.startsWith("not run: ")).length;
  const all = [...supervisor.incidents(lost), ...incidents];
  if (probeGoneAfter !== undefined && ending === undefined) all.push(probeIncident(probeGoneAfter));
  return { results: cases.flatMap(({ id }) => results.get(id) ?? []), incidents: all };
}

/** Takes finished trials, when nothing else is under way. */
type Settle = (trials: readonly Trial[]) => Promise<void>;

/** The plainest case in which a signed delivery is accepted, or else the first one that shares the receiver with others. */
function firstCase(cases: readonly Case[]): Case | undefined {
  const together = cases.filter((each) => !runsAlone(each) && !pauses(each));
  return together.find(isPlain) ?? together[0];
}

function isPlain(testCase: Case): boolean {
  const [step, ...more] = testCase.steps;
  if (step === undefined || more.length > 0 || !("deliver" in step) || step.probe !== undefined) return false;
  return (testCase.needs ?? []).length === 0 && caseProofs(testCase).includes("accepts-signed");
}

/** Whether the receiver accepted what it was sent, though perhaps with another status than it should. */
function isAccepted({ testCase, result: { result, actual } }: Trial): boolean {
  if (!isPlain(testCase)) return false;
  const status = actual?.aspect === "status" ? Number(actual.value) : 0;
  return result === "passed" || (status >= 200 && status < 300);
}

interface PatienceFacts extends Pick<RunAllOptions, "suite"> {
  readonly timeoutMs: number;
  readonly concurrency: number;
}

/** How long answers are waited for, which becomes less if too many don't come. */
function createPatience(supervisor: Supervisor, { suite, timeoutMs, concurrency }: PatienceFacts) {
  const { verification, callbacks } = suite.protocol;
  const allowedMs = Math.max(verification?.timeoutSeconds ?? 0, callbacks?.timeoutSeconds ?? 0) * 1000;
  const hurriedMs = Math.min(timeoutMs, Math.max(leastHurriedMs, allowedMs + leastHurriedMs));
  let late = 0;
  const isHurried = (): boolean => (late * timeoutMs) / concurrency > mostLateMs && hurriedMs < timeoutMs;
  return {
    timeoutMs: () => (isHurried() ? hurriedMs : timeoutMs),
    watch:
      (settle: Settle): Settle =>
      async (trials) => {
        await settle(trials);
        if (supervisor.ending() === undefined) late += trials.filter(isLate).length;
      },
    incidents: () => (isHurried() ? [hurriedIncident({ late, timeoutMs, hurriedMs })] : []),
  };
}

interface QueueOptions {
  readonly supervisor: Supervisor;
  readonly settle: Settle;
  readonly timeoutMs: () => number;
  readonly signal: AbortSignal | undefined;
}

/** Runs cases with that many workers. After a suspect trial, none starts another case until it is examined. */
async function inParallel(cases: readonly Case[], concurrency: number, options: QueueOptions): Promise<void> {
  const { supervisor, settle, timeoutMs, signal } = options;
  const queue = [...cases].reverse();
  while (queue.length > 0 && !signal?.aborted && supervisor.ending() === undefined) {
    const suspects: Trial[] = [];
    const worker = async (): Promise<void> => {
      while (suspects.length === 0 && !signal?.aborted) {
        const testCase = queue.pop();
        if (testCase === undefined) return;
        const trial = await supervisor.attempt(testCase, timeoutMs());
        if (isSuspect(trial)) suspects.push(trial);
        else await settle([trial]);
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
    await settle(suspects);
  }
}

/** Begins cases that wait for something; `end` lets them go on, that many at once, and settles them. */
async function beginPauses(
  cases: readonly Case[],
  concurrency: number,
  { supervisor, settle, timeoutMs, signal }: QueueOptions,
): Promise<{ readonly end: () => Promise<void> }> {
  const { begin, suspended } = createSuspender();
  const trials: Trial[] = [];
  for (const each of cases) {
    if (signal?.aborted || supervisor.ending() !== undefined) break;
    await begin(async (onPause) => {
      trials.push(await supervisor.attempt(each, timeoutMs(), onPause));
    });
  }
  return {
    async end() {
      if (signal?.aborted || supervisor.ending() !== undefined) return;
      const queue = suspended.values();
      const worker = async (): Promise<void> => {
        for (const { resume } of queue) await resume();
      };
      await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
      await settle(trials);
    },
  };
}

function probeIncident(id: string): Incident {
  return {
    kind: "probe-gone",
    seen: `the probe stopped answering in or after case ${id}`,
    advice: "The cases that need it since then are inconclusive; the others were run.",
    cases: [id],
    lost: 0,
  };
}
