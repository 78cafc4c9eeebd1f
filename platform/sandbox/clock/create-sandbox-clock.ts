import { type Clock, systemClock } from "@oipkit/delivery";
import type { SandboxClock } from "./sandbox-clock.js";
import { type ClockState, type Segment, timeAt, timeIn, withSegment } from "./timeline.js";

/** What a clock begins with. */
export interface SandboxClockOptions {
  /** Default: the machine's. */
  readonly real?: Clock | undefined;
  /** The state that was kept; then `start` and `frozen` don't count. */
  readonly saved?: ClockState | undefined;
  /** The sandbox's time, in milliseconds since 1970. Default: the real one. */
  readonly start?: number | undefined;
  /** Whether it stands still. Default: no. */
  readonly frozen?: boolean | undefined;
}

interface Waiter {
  readonly time: number;
  readonly wake: () => void;
}

/** Creates the sandbox's clock. Its timers don't keep the process alive. */
export function createSandboxClock(options: SandboxClockOptions = {}): SandboxClock {
  const { real = systemClock, start = real.now(), frozen = false } = options;
  let segments: readonly Segment[] = options.saved?.segments ?? [
    { real: real.now(), time: start, runs: !frozen },
  ];
  let latest = options.saved?.latest ?? start;
  const waiters = new Set<Waiter>();
  let armedFor = Number.POSITIVE_INFINITY;
  let disarm = (): void => {};

  const current = (): Segment => segments.at(-1) as Segment;
  const now = (): number => {
    // The real clock may be set back.
    latest = Math.max(latest, timeIn(current(), real.now()));
    return latest;
  };
  const begin = (time: number, runs: boolean): void => {
    segments = withSegment(segments, { real: real.now(), time, runs });
    latest = Math.max(latest, time);
    wakeDue();
  };
  const wakeDue = (): void => {
    const due = [...waiters].filter(({ time }) => time <= now()).sort((a, b) => a.time - b.time);
    for (const waiter of due) if (waiters.delete(waiter)) waiter.wake();
    // The same waiter may be due at another real time now.
    disarm();
    armedFor = Number.POSITIVE_INFINITY;
    arm();
  };
  const arm = (): void => {
    let earliest = Number.POSITIVE_INFINITY;
    if (current().runs) for (const { time } of waiters) earliest = Math.min(earliest, time);
    if (earliest === armedFor) return;
    disarm();
    armedFor = earliest;
    const left = earliest - now();
    disarm = earliest === Number.POSITIVE_INFINITY ? () => {} : real.wakeAt(real.now() + left, wakeDue);
  };

  return {
    now,
    realNow: real.now,
    wakeAt(time, wake) {
      const waiter = { time, wake };
      waiters.add(waiter);
      if (time > now()) arm();
      // As soon as possible, but never inside this call.
      else queueMicrotask(() => waiters.delete(waiter) && wake());
      return () => {
        if (waiters.delete(waiter)) arm();
      };
    },
    mode: () => (current().runs ? "running" : "frozen"),
    freeze() {
      if (current().runs) begin(now(), false);
    },
    resume() {
      if (!current().runs) begin(now(), true);
    },
    moveTo(time) {
      if (time > now()) begin(time, current().runs);
    },
    at: (realTime) => Math.min(timeAt(segments, realTime), now()),
    state: () => ({ segments, latest: now() }),
    restore(state) {
      ({ segments, latest } = state);
      wakeDue();
    },
  };
}
