import type { Clock } from "../ports/clock.js";

/** How a loop waits. */
export interface Waiting {
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
export function createWaiting(clock: Clock): Waiting {
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
