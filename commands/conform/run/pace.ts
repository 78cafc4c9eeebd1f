import type { CaseResult } from "../result.js";
import { caseProofs } from "../subject.js";
import type { Case } from "../suite/suite.js";
import { runsAlone } from "./run-case.js";
import type { Supervisor } from "./supervisor.js";
import { isCutOff, isLate, type Trial } from "./trial.js";

/** The size of a run, and the time it has. */
interface Workload {
  /** How many cases there are to run. */
  readonly count: number;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly budgetMs: number;
}

/** A receiver that answers faster than this is never too slow; a long suite then takes as long as it takes. */
const slowMs = 1000;

/** Whether a receiver with such an answer is too slow to run all cases in the usual way within the budget. */
export function isSlow(first: Trial, { count, concurrency, timeoutMs, budgetMs }: Workload): boolean {
  const took = answerMs(first, timeoutMs);
  return took > slowMs && (took * count) / Math.max(1, concurrency) > budgetMs / 2;
}

/** What a paced run did. */
export interface PacedRun {
  /** The first answer's time, or how long it was waited for, in milliseconds. */
  readonly answerMs: number;
  /** Whether no request was ever answered: `timeout` if no answer began, `unfinished` if none ended. */
  readonly silent: "timeout" | "unfinished" | undefined;
  readonly run: number;
  /** Cases that there was no time for. */
  readonly left: readonly Case[];
}

/** How to run cases against a slow receiver. */
interface PaceOptions {
  readonly supervisor: Supervisor;
  readonly settle: (trials: readonly Trial[]) => Promise<void>;
  readonly keep: (result: CaseResult) => void;
  readonly clock: () => number;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** When the time is up, on the clock. */
  readonly untilMs: number;
}

const firstWave = 8;
/** More connections than that would test how many the receiver can hold. */
const largestWave = 64;

/** Runs as many cases as there is time for, one of each kind first: more at once as long as that doesn't make answers slower. */
export async function runPaced(
  cases: readonly Case[],
  first: Trial,
  options: PaceOptions,
): Promise<PacedRun> {
  const { supervisor, settle, keep, clock, signal, timeoutMs, untilMs } = options;
  const usualMs = answerMs(first, timeoutMs);
  const queue = [...bySpread(cases.filter((each) => !runsAlone(each))), ...cases.filter(runsAlone)];
  const isSilent = isLate(first);
  let size = firstWave;
  let run = 0;
  let answered = isSilent ? 0 : 1;
  while (queue.length > 0 && !signal?.aborted && supervisor.ending() === undefined) {
    if (clock() + usualMs > untilMs) break;
    const wave = takeWave(queue, size);
    const trials = await Promise.all(wave.map((each) => supervisor.attempt(each)));
    const crowded = !isSilent && wave.length > 1 ? trials.filter(isLate) : [];
    // They waited for each other: they need another attempt, with fewer at once.
    queue.unshift(...crowded.map(({ testCase }) => testCase));
    const done = trials.filter((each) => !crowded.includes(each));
    const cut = done.filter(isCutOff);
    for (const each of done) if (!cut.includes(each)) keep(each.result);
    if (cut.length > 0) await settle(cut);
    run += done.length;
    answered += done.filter((each) => !isLate(each)).length;
    if (answered === 0) break;
    size = nextSize(size, trials, { crowded: crowded.length, usualMs, timeoutMs });
  }
  const unfinished = first.result.actual?.value === "unfinished";
  const silence = unfinished ? "unfinished" : "timeout";
  const left = supervisor.ending() === undefined ? queue : [];
  return { answerMs: usualMs, silent: answered === 0 ? silence : undefined, run: run + 1, left };
}

/** Those at the front that may run together. */
function takeWave(queue: Case[], size: number): readonly Case[] {
  const alone = queue.findIndex(runsAlone);
  const count = alone === -1 ? size : Math.min(size, Math.max(1, alone));
  return queue.splice(0, count);
}

interface WaveFacts {
  readonly crowded: number;
  readonly usualMs: number;
  readonly timeoutMs: number;
}

/** Twice as many if the last ones weren't slower than one alone; one if they waited for each other. */
function nextSize(
  size: number,
  trials: readonly Trial[],
  { crowded, usualMs, timeoutMs }: WaveFacts,
): number {
  if (crowded > 0) return 1;
  const slowest = Math.max(...trials.map((each) => answerMs(each, timeoutMs)));
  if (slowest > usualMs * 1.5) return Math.max(1, Math.floor(size / 2));
  return Math.min(largestWave, size * 2);
}

/** The slowest answer of a trial; without one, the time that was waited, in milliseconds. */
function answerMs({ result: { exchanges } }: Trial, timeoutMs: number): number {
  const times = exchanges.map(({ response, noAnswer }) => {
    if (noAnswer === "timeout" || noAnswer === "unfinished") return timeoutMs;
    return response?.elapsedMs ?? 0;
  });
  return Math.max(0, ...times);
}

/** One case of each family, then a second one, and so on; a forged delivery first, without which nothing is shown. */
function bySpread(cases: readonly Case[]): readonly Case[] {
  const families = new Map<string, Case[]>();
  for (const each of cases) {
    const family = each.id.slice(0, each.id.lastIndexOf("/"));
    const known = families.get(family);
    if (known === undefined) families.set(family, [each]);
    else known.push(each);
  }
  const forged = cases.find((each) => each.steps.length === 1 && caseProofs(each).includes("refuses-forged"));
  const longest = Math.max(0, ...[...families.values()].map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, at) =>
    [...families.values()].flatMap((family) => family[at] ?? []),
  );
  const others = rounds.flat().filter((each) => each !== forged);
  if (forged === undefined) return others;
  return [forged, ...others];
}
