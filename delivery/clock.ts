/** Time as the engine sees it: everything that waits goes through it, so that a test or a sandbox can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `wake` once at a time, in milliseconds since 1970, or as soon as possible after it. The result cancels that. */
  readonly wakeAt: (time: number, wake: () => void) => () => void;
}

/** Node sets a timer of more than this to one millisecond. */
const longestTimerMs = 2 ** 31 - 1;

/** The machine's clock. Its timers don't keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  wakeAt(time, wake) {
    let timer: NodeJS.Timeout;
    const set = (): void => {
      const left = Math.max(0, time - Date.now());
      timer = left > longestTimerMs ? setTimeout(set, longestTimerMs) : setTimeout(wake, left);
      timer.unref();
    };
    set();
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is moved. */
export interface VirtualClock extends Clock {
  /** Moves to a time, in milliseconds since 1970, and wakes what waits for it, in order. An earlier time moves nothing. */
  readonly advanceTo: (time: number) => void;
  /** Moves by milliseconds. */
  readonly advanceBy: (ms: number) => void;
  /** Sets the time without waking anything, as an operator or a time server does; also backwards. */
  readonly jumpTo: (time: number) => void;
  /** The earliest time that something waits for. */
  readonly nextWakeAt: () => number | undefined;
}

interface Timer {
  readonly time: number;
  readonly wake: () => void;
}

/** A clock for tests and sandboxes, starting at a time in milliseconds since 1970. */
export function createVirtualClock(start: number): VirtualClock {
  let now = start;
  const timers = new Set<Timer>();
  const earliest = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) if (first === undefined || timer.time < first.time) first = timer;
    return first;
  };
  const advanceTo = (time: number): void => {
    for (let next = earliest(); next !== undefined && next.time <= time; next = earliest()) {
      timers.delete(next);
      now = Math.max(now, next.time);
      next.wake();
    }
    now = Math.max(now, time);
  };
  return {
    now: () => now,
    wakeAt(time, wake) {
      const timer = { time: Math.max(time, now), wake };
      timers.add(timer);
      // What is due is woken as soon as possible, but never inside this call.
      if (time <= now) {
        queueMicrotask(() => {
          if (timers.delete(timer)) wake();
        });
      }
      return () => void timers.delete(timer);
    },
    advanceTo,
    advanceBy: (ms) => advanceTo(now + ms),
    jumpTo(time) {
      now = time;
    },
    nextWakeAt: () => earliest()?.time,
  };
}

/** What `drive` drives: an engine that isn't started. */
export interface Driven {
  /** Does all that is due and resolves when nothing is left. */
  readonly runDue: () => Promise<void>;
  /** When something is due next, in milliseconds since 1970. */
  readonly nextDueAt: () => Promise<number | undefined>;
}

/**
 * Runs an engine through virtual time until nothing waits, or until a time in milliseconds since 1970, where the clock then is: eight
 * attempts over days take milliseconds.
 */
export async function drive(driven: Driven, clock: VirtualClock, until: number): Promise<void> {
  for (;;) {
    await driven.runDue();
    const next = await driven.nextDueAt();
    if (next === undefined || next > until) break;
    // Work that is due but can't be done, such as that of an application without credentials, must not stop the clock.
    clock.advanceTo(Math.max(next, clock.now() + 1));
  }
  clock.advanceTo(until);
}
