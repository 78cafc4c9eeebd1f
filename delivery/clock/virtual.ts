import type { Clock } from "../ports/clock.js";

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
