import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../clock.js";
import { lookUpApplications } from "./access.js";
import { applyOutcome, revertPlan } from "./apply.js";
import { isIdle, runCycle } from "./cycle.js";
import { planCycle } from "./plan.js";
import { tell } from "./send.js";
import { emptyState, isQuiet, type SchedulerParts, type SchedulerState, wantLanes } from "./state.js";
import { acquires, isAnswering } from "./statements/held-lanes.js";

/** Sends what is due. */
interface Scheduler {
  /** Begins to work, until it is stopped. */
  readonly start: () => void;
  /**
   * Ends: begins nothing more, waits for attempts under way, at most that many milliseconds, writes their results and gives leases back.
   * Attempts that take longer are aborted. A store that can't be reached by then loses results; the attempts are then made again.
   */
  readonly stop: (deadlineMs: number) => Promise<void>;
  /** Says that something was published. */
  readonly wake: () => void;
  /** Does all that is due and resolves when nothing is left. Rejects if the store fails and nothing is under way. */
  readonly runDue: () => Promise<void>;
  /** Attempts under way. */
  readonly underWay: () => number;
  /** Endpoints whose application can't be looked up, and when that is tried again, in milliseconds since 1970; perhaps in the past. */
  readonly blocked: () => ReadonlyMap<string, number>;
  /** When a pass over the store last succeeded, in milliseconds since 1970; now unless it is started. */
  readonly lastPass: () => number | undefined;
}

/** How long the store is left alone after a failure, in milliseconds; it doubles each time. */
const firstPauseMs = 100;
const longestPauseMs = 5000;

/** Creates a scheduler that does nothing yet. */
export function createScheduler(parts: SchedulerParts): Scheduler {
  const { clock, observer, settings } = parts.context;
  const waiting = createWaiting(clock);
  const state = emptyState(parts, waiting.kick);
  let running: Promise<void> | undefined;
  let isStarted = false;
  let hasGivenUp = false;
  let failures = 0;
  let passedAt: number | undefined;

  /** Returns what went wrong with the store. */
  const cycle = async (): Promise<{ readonly failure: unknown } | undefined> => {
    lookUpApplications(state);
    const plan = planCycle(state);
    const { work } = plan;
    if (isIdle(work)) return undefined;
    if (acquires(work.acquire)) {
      // Those that there was no room for are still wanted.
      if (work.acquire.answering > 0) state.wants.answering = false;
      if (work.acquire.doubtful > 0) state.wants.doubtful = false;
      state.polledAt = work.now;
      if (state.nextReadyAt !== undefined && state.nextReadyAt <= work.now) state.nextReadyAt = undefined;
    }
    try {
      const outcome = await runCycle(parts.context.store, work);
      if (work.wakesIdle) state.sweptAt = work.now;
      if (outcome.hasMoreWakes) wantLanes(state);
      for (const lane of outcome.acquired) state.wants[isAnswering(lane) ? "answering" : "doubtful"] = true;
      applyOutcome(state, plan, outcome);
      for (const { endpoint_id } of outcome.acquired) {
        const lane = state.lanes.get(endpoint_id);
        if (lane !== undefined) lane.leaseUntil = work.acquire.leaseUntil;
      }
      failures = 0;
      // There may be more to do at once.
      waiting.kick();
      return undefined;
    } catch (failure) {
      failures += 1;
      revertPlan(state, plan);
      tell(() => observer.onFailure?.(failure));
      return { failure };
    }
  };

  const nextTime = (): number => {
    const now = clock.now();
    const rest = Math.min(settings.pollMs, settings.leaseMs / 3);
    const never = Number.POSITIVE_INFINITY;
    const nextPlaceAt = (state.isHeldUp ? state.flights.nextLateAt() : undefined) ?? never;
    const next = Math.min(nextPlaceAt, state.nextReadyAt ?? never, state.releaseAt ?? never);
    return Math.min(now + rest, Math.max(now, next));
  };

  /** One at a time; ends when it isn't started and nothing is left. */
  const loop = async (): Promise<void> => {
    while (!hasGivenUp) {
      waiting.begin();
      await nextTurn();
      const failed = await cycle();
      if (state.isStopping && isQuiet(state)) return;
      if (failed !== undefined) {
        if (!isStarted && state.underWay === 0) throw failed.failure;
        const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10));
        await waiting.pauseUntil(clock.now() + pauseMs);
        continue;
      }
      passedAt = clock.now();
      if (isQuiet(state)) {
        waiting.settleIdle();
        if (!isStarted) return;
      }
      await waiting.until(nextTime());
    }
  };

  const run = (): Promise<void> => {
    running ??= loop().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    start() {
      if (isStarted || state.isStopping) return;
      isStarted = true;
      void run().catch(() => {});
    },
    async stop(deadlineMs) {
      state.isStopping = true;
      waiting.kick();
      const cancelAbort = clock.wakeAt(clock.now() + deadlineMs, () => state.abort.abort());
      const cancelEnd = clock.wakeAt(clock.now() + deadlineMs + longestPauseMs, () => {
        hasGivenUp = true;
        waiting.kick();
      });
      await run().catch(() => {});
      cancelAbort();
      cancelEnd();
      waiting.settleIdle();
    },
    wake: () => wakeUp(state),
    async runDue() {
      wantLanes(state);
      waiting.kick();
      if (isStarted) return waiting.idle();
      await run();
      // It may have been about to end already.
      if (!isQuiet(state)) await run();
    },
    underWay: () => state.underWay,
    blocked: () => state.avoided,
    lastPass: () => (isStarted ? passedAt : clock.now()),
  };
}

function wakeUp(state: SchedulerState): void {
  wantLanes(state);
  for (const lane of state.lanes.values()) lane.hasMore = true;
  state.kick();
}

/** How a loop waits. */
interface LoopWaiting {
  /** Ends the present wait, or the next one if nobody waits now. */
  readonly kick: () => void;
  /** Forgets earlier kicks. */
  readonly begin: () => void;
  /** Resolves at a time, in milliseconds since 1970, or when it is kicked. */
  readonly until: (time: number) => Promise<void>;
  /** Resolves at a time, whoever kicks. */
  readonly pauseUntil: (time: number) => Promise<void>;
  /** Resolves when `settleIdle` is called next. */
  readonly idle: () => Promise<void>;
  readonly settleIdle: () => void;
}

/** Waits by a clock. */
function createWaiting(clock: Clock): LoopWaiting {
  let isKicked = false;
  let wake: (() => void) | undefined;
  let idlers: (() => void)[] = [];
  return {
    kick() {
      isKicked = true;
      wake?.();
    },
    begin() {
      isKicked = false;
    },
    until(time) {
      if (isKicked) return Promise.resolve();
      return new Promise((resolve) => {
        const end = (): void => {
          cancel();
          wake = undefined;
          resolve();
        };
        const cancel = clock.wakeAt(time, end);
        wake = end;
      });
    },
    pauseUntil: (time) => new Promise((resolve) => void clock.wakeAt(time, resolve)),
    idle: () => new Promise((resolve) => void idlers.push(resolve)),
    settleIdle() {
      const settled = idlers;
      idlers = [];
      for (const resolve of settled) resolve();
    },
  };
}
