import { setImmediate as immediate } from "node:timers/promises";

/** A clock that moves to the next moment that something waits for, as soon as nothing else can be done. */
export interface VirtualTime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since it was started. */
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Stops moving it. */
  readonly stop: () => void;
}

/** Turns of the event loop in which nothing new is waited for. */
const idleTurns = 3;

/** Starts a virtual clock; sleepers wake in the order of their times, however many there are. */
export function startVirtualTime(): VirtualTime {
  const start = Date.UTC(2026, 0, 31, 12);
  let ms = 0;
  let stopped = false;
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  let changes = 0;
  const move = async (): Promise<void> => {
    while (!stopped) {
      const before = changes;
      for (let turn = 0; turn < idleTurns; turn++) await immediate();
      if (before !== changes) continue;
      sleepers.sort((a, b) => a.at - b.at);
      const next = sleepers.shift();
      if (next === undefined) continue;
      ms = Math.max(ms, next.at);
      next.wake();
    }
  };
  void move();
  return {
    now: () => start + ms,
    clock: () => ms,
    sleep: (wait) =>
      new Promise((wake) => {
        changes++;
        sleepers.push({ at: ms + wait, wake });
      }),
    stop: () => {
      stopped = true;
    },
  };
}
