import type { Claim } from "../ports/inbox-entry.js";
import { ReceiverClosing } from "./errors.js";
import { claimGap, handleClaim, reconcileGap } from "./handle-claim.js";
import { type DispatchSettings, dispatchDefaults, type EventHandlingOptions } from "./options.js";
import type { Work } from "./work.js";

/** Runs handlers for the events in the inbox. */
interface Dispatcher {
  /** Starts with what earlier processes left over, and continues. Does nothing in manual mode. */
  readonly start: () => void;
  /** Signals that something new is due. */
  readonly wake: () => void;
  /** Handles everything that is due; resolves when nothing is due and nothing is running. */
  readonly drain: () => Promise<void>;
  /** Accepts no more work; resolves to `true` if all running work has finished within the time. */
  readonly close: (timeoutMs: number) => Promise<boolean>;
}

/** What a dispatcher needs: handlers, the inbox and a clock. */
interface DispatcherOptions<Event, Transaction>
  extends EventHandlingOptions<Event, Transaction>,
    Omit<Work<Event, Transaction>, "settings" | "random" | "ending" | "persist"> {}

/** Another process locks a resource only for the duration of one statement. */
const contentionMs = 20;

/** `drain` must not wait indefinitely. */
const manualPatienceMs = 5000;

/** A dispatcher for one application. It does nothing before `start`, `wake` or `drain` is called. */
export function createDispatcher<Event, Transaction>(
  options: DispatcherOptions<Event, Transaction>,
): Dispatcher {
  const ending = new AbortController();
  const given = Object.entries(options.dispatch ?? {}).filter(([, value]) => value !== undefined);
  const settings: DispatchSettings = { ...dispatchDefaults, ...Object.fromEntries(given) };
  const { random = Math.random } = options;
  const { inbox, application, reconcile, now, report } = options;
  const patienceMs =
    settings.mode === "manual" ? Math.min(manualPatienceMs, settings.leaseMs) : settings.leaseMs;
  const work: Work<Event, Transaction> = {
    ...options,
    settings,
    random,
    ending: ending.signal,
    persist: (write) => persist(write, { patienceMs, ending: ending.signal, onFailure: report.fault }),
  };
  const running = new Set<Promise<void>>();
  let closed = false;
  /** Number of attempts that have ended. */
  let finished = 0;
  let looking = false;
  let lastLook = Promise.resolve();
  let lookAgain = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextGapLook = 0;
  let timerAt = Number.POSITIVE_INFINITY;

  function track(task: Promise<void>): Promise<void> {
    const tracked: Promise<void> = task.finally(() => {
      running.delete(tracked);
      finished++;
    });
    running.add(tracked);
    return tracked;
  }

  /** Claims and starts as much as fits; returns whether it found anything and whether to look again. */
  async function take(): Promise<{ tasks: Promise<void>[]; more: boolean; contended: boolean }> {
    const limit = settings.concurrency - running.size;
    if (limit <= 0) return { tasks: [], more: false, contended: false };
    const request = { application, now: now(), leaseMs: settings.leaseMs, limit };
    const { claims, more, setAside = [], contended } = await inbox.claim(request);
    for (const each of setAside) report.attempt({ kind: "waiting", ...each });
    const tasks = claims.map((claim: Claim) => track(handleClaim(work, claim)));
    return { tasks, more, contended };
  }

  /** Starts to reconcile the oldest gap, if there is one and there is capacity. */
  async function takeGap(): Promise<Promise<void>[]> {
    if (reconcile === undefined || running.size >= settings.concurrency) return [];
    const gap = await claimGap(work);
    if (gap === undefined) return [];
    return [track(reconcileGap(work, reconcile, gap))];
  }

  async function look(): Promise<void> {
    looking = true;
    let nextMs = settings.pollMs;
    try {
      do {
        lookAgain = false;
        const { tasks, more, contended } = await take();
        if (performance.now() >= nextGapLook) {
          const gaps = await takeGap();
          tasks.push(...gaps);
          if (gaps.length === 0) nextGapLook = performance.now() + settings.pollMs;
        }
        // A finished attempt may have unlocked a version, and there is capacity for another one.
        for (const task of tasks) task.catch(report.fault).finally(wake);
        if (contended) nextMs = Math.min(nextMs, contentionMs);
        lookAgain ||= more;
      } while (lookAgain && !closed && running.size < settings.concurrency);
    } catch (fault) {
      report.fault(fault);
    }
    looking = false;
    schedule(nextMs);
  }

  function schedule(delayMs: number): void {
    const at = performance.now() + delayMs;
    if (closed || settings.mode === "manual" || (timer !== undefined && timerAt <= at)) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(() => {
      timer = undefined;
      if (!looking) lastLook = look();
    }, delayMs);
    // A receiver lives as long as its server; but work that is known to be due is done before the process ends.
    if (delayMs > 0) timer.unref?.();
  }

  function wake(): void {
    if (closed || settings.mode === "manual") return;
    if (looking) lookAgain = true;
    // One turn of the event loop later the answer is on its way, even if a handler blocks the thread.
    else schedule(0);
  }

  async function drain(): Promise<void> {
    while (!closed) {
      const before = finished;
      const { tasks, more, contended } = await take();
      if (tasks.length === 0 && !more) tasks.push(...(await takeGap()));
      await Promise.all(tasks);
      // Attempts that ended in the meantime may have made events due that weren't when the store was queried.
      if (tasks.length > 0 || more || finished > before) continue;
      if (contended) await new Promise((resolve) => setTimeout(resolve, contentionMs));
      // A pending claim may bring work although nothing is running yet.
      else if (looking) await lastLook;
      else if (running.size > 0) await Promise.allSettled(running);
      else return;
    }
  }

  async function close(timeoutMs: number): Promise<boolean> {
    closed = true;
    clearTimeout(timer);
    let limit: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      limit = setTimeout(() => resolve(false), timeoutMs);
    });
    const done = lastLook.then(() => Promise.allSettled(running)).then(() => true);
    const finished = await Promise.race([done, late]);
    clearTimeout(limit);
    if (!finished) {
      ending.abort(new ReceiverClosing());
      await Promise.allSettled(running);
    }
    return finished;
  }

  return { start: () => schedule(0), wake, drain, close };
}

const firstWaitMs = 50;
const maxWaitMs = 5000;

/** How long a write is retried. */
interface PersistOptions {
  /** How long to retry, in milliseconds: the approximate sum of the waits. */
  readonly patienceMs: number;
  /** Ends the waiting. */
  readonly ending: AbortSignal;
  /** Called on the first failure. */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Writes a result to a store that may be briefly unavailable: otherwise the work would be repeated when
 * its lease ends. Rejects with the last failure.
 */
async function persist<Result>(
  write: () => Promise<Result>,
  { patienceMs, ending, onFailure }: PersistOptions,
): Promise<Result> {
  let waitedMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await write();
    } catch (failure) {
      if (waitedMs + waitMs > patienceMs || ending.aborted) throw failure;
      if (waitedMs === 0) onFailure(failure);
    }
    await pause(waitMs, ending);
    waitedMs += waitMs;
  }
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      ending.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    ending.addEventListener("abort", end, { once: true });
  });
}
