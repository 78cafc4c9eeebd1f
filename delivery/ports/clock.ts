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
