/** From a real time on, the sandbox's time begins at another one, and runs or stands still. Milliseconds since 1970. */
export interface Segment {
  readonly real: number;
  readonly time: number;
  readonly runs: boolean;
}

/** What is kept of a clock. */
export interface ClockState {
  /** The oldest first; at least one. */
  readonly segments: readonly Segment[];
  /** The latest time that the clock has shown. */
  readonly latest: number;
}

/** Segments that are kept at most. */
const maxSegments = 1000;

/** The time of a segment at a real time. */
export function timeIn({ real, time, runs }: Segment, realTime: number): number {
  return runs ? time + Math.max(0, realTime - real) : time;
}

/** Segments with a new one at the end. If they become too many, older ones are remembered less exactly. */
export function withSegment(segments: readonly Segment[], next: Segment): readonly Segment[] {
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
export function timeAt(segments: readonly Segment[], realTime: number): number {
  for (let index = segments.length - 1; index >= 0; index -= 1) {
    const segment = segments[index] as Segment;
    if (segment.real > realTime) continue;
    const end = segments[index + 1]?.time ?? Number.POSITIVE_INFINITY;
    return Math.min(timeIn(segment, realTime), end);
  }
  const [first] = segments;
  return first === undefined ? realTime : first.time - (first.real - realTime);
}
