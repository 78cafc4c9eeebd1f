/** Requests that wait for others to pass. */
export interface Held {
  /** Resolves once so many others have passed, or after a time in milliseconds. */
  readonly hold: (count: number, ms: number) => Promise<void>;
  /** One has passed. */
  readonly passed: () => void;
}

/** Creates an empty queue. `sleep` resolves after milliseconds of real time. */
export function createQueueOfHeld(sleep: (ms: number) => Promise<void>): Held {
  const waiting = new Set<{ left: number; readonly go: () => void }>();
  return {
    async hold(count, ms) {
      let go = (): void => {};
      const enough = new Promise<void>((resolve) => {
        go = resolve;
      });
      const one = { left: count, go };
      waiting.add(one);
      await Promise.race([enough, sleep(ms)]);
      waiting.delete(one);
    },
    passed() {
      for (const one of waiting) {
        one.left -= 1;
        if (one.left <= 0) one.go();
      }
    },
  };
}
