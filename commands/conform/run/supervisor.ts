import type { Incident } from "../incident.js";
import type { CaseResult } from "../result.js";
import type { Case } from "../suite/suite.js";
import { endingIncident, lostResult, type RunEnding } from "./ending.js";
import { lookAtReceiver, type Sight, waitForReturn } from "./look.js";
import type { OnPause } from "./run-case.js";
import type { SuiteRun } from "./session.js";
import { culprits, isCutOff, isStarved, type Trial } from "./trial.js";

/** What a supervisor needs. */
export interface SupervisorOptions {
  readonly session: SuiteRun;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** How long to wait for a receiver to come back, in milliseconds. */
  readonly returnMs: number;
}

/** Runs cases, and asks after a failure whether the receiver lives. */
export interface Supervisor {
  /** Runs a case. If it waits for something, it calls `onPause` and goes on when that resolves; without it, at once. */
  readonly attempt: (testCase: Case, timeoutMs?: number, onPause?: OnPause) => Promise<Trial>;
  /** Names a case that this receiver has passed, in which it accepts a signed delivery. */
  readonly trust: (control: Case) => void;
  /** Notes that a case ended without any doubt. */
  readonly note: (trial: Trial) => void;
  /** Judges trials after which the receiver may have changed; returns their results. Nothing else may be under way. */
  readonly examine: (suspects: readonly Trial[]) => Promise<readonly CaseResult[]>;
  /** Why the run can't go on; `undefined` if it can. */
  readonly ending: () => RunEnding | undefined;
  /** What happened; `lost`: how many cases say nothing since the run ended. */
  readonly incidents: (lost: number) => readonly Incident[];
}

/** Whoever dies this often dies of too much. */
const mostRestarts = 10;
/** How long an answer may take that only shows whether the receiver lives, in milliseconds. */
const leastLookMs = 3000;

/** A supervisor of one run. */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { session, clock, sleep, signal, returnMs } = options;
  const past: Incident[] = [];
  const last: string[] = [];
  const deadly: string[] = [];
  let control: Case | undefined;
  let usualMs = session.timing.roundTripMs;
  let ended: RunEnding | undefined;

  const attempt: Supervisor["attempt"] = async (testCase, timeoutMs, onPause) => {
    const unanswered: Trial["unanswered"][number][] = [];
    const startedMs = clock();
    const onNoAnswer = (each: Trial["unanswered"][number]) => unanswered.push(each);
    const result = await session.run(testCase, { timeoutMs, onNoAnswer, onPause });
    return { testCase, result, startedMs, unanswered };
  };
  const look = (): Promise<Sight> => {
    const timeoutMs = Math.min(options.timeoutMs, Math.max(leastLookMs, usualMs * 3));
    return lookAtReceiver({ ping: session.ping, run: session.run, control, timeoutMs });
  };
  const isBack = async (): Promise<Sight> => {
    const sight = await waitForReturn({ look, waitMs: returnMs, clock, sleep, signal });
    if (sight.kind === "answers") session.probe.forget();
    return sight;
  };
  const end = (
    sight: Exclude<Sight, { kind: "answers" }>,
    trials: readonly Trial[],
    deaths?: number,
  ): void => {
    const likely = culprits(trials).map(({ testCase }) => testCase.id);
    const all = [...trials].sort((a, b) => a.startedMs - b.startedMs).map(({ testCase }) => testCase.id);
    const cases = sight.kind === "silent" && sight.how === "gone" ? likely : all;
    ended = { sight, cases, before: last.slice(-1), returnMs, ...(deaths !== undefined && { deaths }) };
  };

  /** Each once more, alone: who kills the receiver again is found out, the others get their own verdict. */
  const repeat = async (trials: readonly Trial[]): Promise<readonly CaseResult[]> => {
    const results: CaseResult[] = [];
    for (const [at, { testCase }] of trials.entries()) {
      if (signal?.aborted) break;
      const again = await attempt(testCase);
      const sight = await lookAfter(again, look);
      if (sight.kind === "answers") {
        results.push(again.result);
        continue;
      }
      const back = await isBack();
      if (sight.kind === "silent" && sight.how === "gone" && isCutOff(again)) deadly.push(testCase.id);
      if (back.kind === "answers" && deadly.length < mostRestarts) {
        results.push(again.result);
        continue;
      }
      if (back.kind === "answers") end(sight, [again], deadly.length);
      else end(back, [again]);
      const rest = trials.slice(at + 1);
      results.push(again.result, ...rest.map((each) => lostResult(each.testCase, ended as RunEnding)));
      break;
    }
    return results;
  };

  const examine: Supervisor["examine"] = async (suspects) => {
    const sight = await look();
    const cut = suspects.filter(isCutOff);
    if (sight.kind === "answers") {
      // A single one may have been closed for its own sake; of several, some only shared its fate.
      const wasAway = suspects.some(({ unanswered }) => unanswered.some(({ kind }) => kind === "refused"));
      const doubtful = cut.length > 1 || wasAway ? cut : [];
      const starving = suspects.filter((each) => isStarved(each));
      const others = suspects.filter((each) => !doubtful.includes(each) && !starving.includes(each));
      const before = deadly.length;
      const again = await repeat([...culprits(doubtful), ...rest(doubtful), ...starving]);
      if (wasAway && deadly.length === before && ended === undefined) past.push(unclear(doubtful, last));
      return [...others.map(({ result }) => result), ...again];
    }
    const back = await isBack();
    if (back.kind === "answers") {
      const before = deadly.length;
      const again = await repeat([...culprits(suspects), ...rest(suspects)]);
      if (ended === undefined && deadly.length === before) past.push(recovery(sight, suspects, last));
      return again;
    }
    if (signal?.aborted) return [];
    end(back, suspects);
    return endedResults(suspects, ended as RunEnding);
  };

  return {
    attempt,
    examine,
    trust: (testCase) => {
      control = testCase;
    },
    note: ({ testCase, result }) => {
      last.push(testCase.id);
      const took = result.exchanges.at(-1)?.response?.elapsedMs;
      if (took !== undefined) usualMs = Math.max(session.timing.roundTripMs, took);
    },
    ending: () => ended,
    incidents: (lost) => [
      ...(deadly.length === 0 ? [] : [death(deadly)]),
      ...past,
      ...(ended === undefined ? [] : [endingIncident(ended, lost)]),
    ],
  };
}

function rest(trials: readonly Trial[]): readonly Trial[] {
  const first = new Set(culprits(trials));
  return trials.filter((each) => !first.has(each));
}

/** A look is worth its time only if the trial leaves a doubt. */
async function lookAfter({ unanswered }: Trial, look: () => Promise<Sight>): Promise<Sight> {
  if (unanswered.length === 0) return { kind: "answers" };
  return look();
}

/** Only the one trial that must have ended the receiver is judged. */
function endedResults(suspects: readonly Trial[], ending: RunEnding): readonly CaseResult[] {
  const only = ending.sight.kind === "silent" && ending.cases.length === 1 ? ending.cases[0] : undefined;
  return suspects.map(({ testCase, result }) => {
    if (testCase.id === only) return result;
    return lostResult(testCase, ending);
  });
}

function death(cases: readonly string[]): Incident {
  const [first] = cases;
  const more = cases.length === 1 ? "" : ` and ${cases.length - 1} more`;
  return {
    kind: "restarted",
    seen: `the receiver dies in case ${first}${more}`,
    advice:
      "It came back by itself, and died again when the case was run alone. The other cases were run again after that.",
    cases,
    lost: 0,
  };
}

function unclear(trials: readonly Trial[], last: readonly string[]): Incident {
  return recovery({ kind: "silent", how: "gone" }, trials, last);
}

function recovery(
  sight: Exclude<Sight, { kind: "answers" }>,
  trials: readonly Trial[],
  last: readonly string[],
): Incident {
  const likely = culprits(trials).map(({ testCase }) => testCase.id);
  const cases = likely.length > 0 ? likely : last.slice(-1);
  const [first = "the first"] = cases;
  const again = "The cases that were under way were run again, and their results are of that second time.";
  if (sight.kind === "silent" && sight.how === "gone") {
    return {
      kind: "restarted",
      seen: `the receiver died during or after case ${first}, and came back by itself`,
      advice: `${again} None of them killed it alone; it may need several requests at once, or what a handler does after the answer.`,
      cases,
      lost: 0,
    };
  }
  const what = sight.kind === "refuses" ? `answered ${sight.status} to every delivery` : "answered nothing";
  return {
    kind: "recovered",
    seen: `the receiver ${what} for a while, from case ${first} on`,
    advice: again,
    cases,
    lost: 0,
  };
}
