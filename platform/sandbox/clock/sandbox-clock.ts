import { type Clock, systemClock } from "@oipkit/delivery";

/** How the sandbox's time goes on. */
export type ClockMode = "running" | "frozen";

/**
 * The one clock of the sandbox, for lifecycles, tokens, retries, proofs and windows. It runs with the real time, ahead of it by what it was
 * advanced, or stands still. It never goes back.
 *
 * What leaves as a stamp that the other side compares with its own clock (a signature's timestamp, `iat` and `exp` of a token) is real time;
 * what the platform decides by is this time. `at` tells which sandbox time a real one was.
 */
export interface SandboxClock extends Clock {
  readonly mode: () => ClockMode;
  /** The real time, in milliseconds since 1970. */
  readonly realNow: () => number;
  /** Stands still, now. */
  readonly freeze: () => void;
  /** Runs with the real time again. */
  readonly resume: () => void;
  /** Moves to a sandbox time without doing what becomes due in between; `advance.ts` does that. */
  readonly moveTo: (time: number) => void;
  /**
   * The sandbox's time at a real time that has passed, both in milliseconds since 1970. The clock may have been moved within a second, so a
   * stamp of whole seconds isn't enough to tell an age: where that matters, keep `now()` beside the stamp.
   */
  readonly at: (realTime: number) => number;
  /** What has to be kept to go on with it in another process. */
  readonly state: () => TimelineState;
  /** Goes on with a state that was kept, also if that is earlier. */
  readonly restore: (state: TimelineState) => void;
}

/** What a clock begins with. */
interface SandboxClockOptions {
  /** Default: the machine's. */
  readonly real?: Clock | undefined;
  /** The state that was kept; then `start` and `frozen` don't count. */
  readonly saved?: TimelineState | undefined;
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

/** From a real time on, the sandbox's time begins at another one, and runs or stands still. Milliseconds since 1970. */
interface Segment {
  readonly real: number;
  readonly time: number;
  readonly runs: boolean;
}

/** What is kept of a clock. */
interface TimelineState {
  /** The oldest first; at least one. */
  readonly segments: readonly Segment[];
  /** The latest time that the clock has shown. */
  readonly latest: number;
}

/** Segments that are kept at most. */
const maxSegments = 1000;

/** The time of a segment at a real time. */
function timeIn({ real, time, runs }: Segment, realTime: number): number {
  if (runs) return time + Math.max(0, realTime - real);
  return time;
}

/** Segments with a new one at the end. If they become too many, older ones are remembered less exactly. */
function withSegment(segments: readonly Segment[], next: Segment): readonly Segment[] {
  const kept = segments.at(-1)?.real === next.real ? segments.slice(0, -1) : segments;
  const all = [...kept, next];
  if (all.length > maxSegments) all.splice(leastMissed(all), 1);
  return all;
}

/** The index of the segment between those that are closest to each other. */
function leastMissed(segments: readonly Segment[]): number {
  let least = 1;
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < segments.length - 1; index += 1) {
    const gap = (segments[index + 1] as Segment).real - (segments[index - 1] as Segment).real;
    if (gap < shortest) [least, shortest] = [index, gap];
  }
  return least;
}

/** The time at a real time. Before the first segment, time ran. */
function timeAt(segments: readonly Segment[], realTime: number): number {
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index] as Segment;
    if (segment.real > realTime) continue;
    const end = segments[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    return Math.min(timeIn(segment, realTime), end);
  }
  const [first] = segments;
  if (first === undefined) return realTime;
  return first.time - (first.real - realTime);
}
