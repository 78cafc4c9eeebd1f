/** How many attempts may begin in a period, which begins with its first attempt. */
interface Pace {
  quota: number;
  /** Milliseconds. */
  periodMs: number;
  begun: number;
  /** When the period ends, in milliseconds since 1970. */
  endsAt: number;
}

/** The pace that an endpoint's refusals show: twice as many attempts in each period until it refuses, then as many as it took. */
interface LearnedPace extends Pace {
  succeeded: number;
  /** Whether it has refused what was more than the present quota. */
  isFound: boolean;
  /** Periods in a row in which it took the whole quota. */
  full: number;
}

/** What limits the pace of an endpoint. */
export interface Paces {
  /** As it is configured. */
  pace: Pace | undefined;
  /** As the endpoint's own refusals show. */
  learned: LearnedPace | undefined;
  /** Times in a row that it asked for a rest, and until when it did, in milliseconds since 1970. */
  rests: number;
  restsUntil: number;
}

/** Full periods after which an endpoint is asked for more than it took at first. */
const patience = 10;
/** First and longest rest of an endpoint that takes no more and doesn't say for how long, in milliseconds; it doubles each time. */
const [firstRestMs, longestRestMs] = [1000, 300_000];

/** Sets the attempts that may begin in a second; null for any number. */
export function setRate(paces: Paces, rate: number | null): void {
  if (rate === null) {
    paces.pace = undefined;
    return;
  }
  const quota = Math.max(1, Math.floor(rate));
  const periodMs = (1000 * quota) / rate;
  if (paces.pace?.quota === quota && paces.pace.periodMs === periodMs) return;
  paces.pace = { quota, periodMs, begun: 0, endsAt: 0 };
}

/** When an endpoint takes more attempts, in milliseconds since 1970; 0 if it takes some now. */
export function nextPeriod({ pace, learned }: Paces, now: number): number {
  return Math.max(endIfSpent(pace, now), endIfSpent(learned, now));
}

function endIfSpent(pace: Pace | undefined, now: number): number {
  if (pace === undefined || now >= pace.endsAt || pace.begun < pace.quota) return 0;
  return pace.endsAt;
}

/** Counts an attempt that begins. */
export function countBegun({ pace, learned }: Paces, now: number): void {
  if (pace !== undefined) {
    if (now >= pace.endsAt) restart(pace, now);
    pace.begun += 1;
  }
  if (learned === undefined) return;
  if (now >= learned.endsAt) grow(learned, now);
  learned.begun += 1;
}

/** Takes back an attempt that didn't begin after all. */
export function uncountBegun({ pace, learned }: Paces): void {
  if (pace !== undefined) pace.begun = Math.max(0, pace.begun - 1);
  if (learned !== undefined) learned.begun = Math.max(0, learned.begun - 1);
}

/** Counts an attempt that succeeded. */
export function countSucceeded(paces: Paces): void {
  paces.rests = 0;
  if (paces.learned !== undefined) paces.learned.succeeded += 1;
}

function restart(pace: Pace, now: number): void {
  pace.begun = 0;
  pace.endsAt = now + pace.periodMs;
}

function grow(learned: LearnedPace, now: number): void {
  learned.full = learned.succeeded >= learned.quota ? learned.full + 1 : 0;
  const isAsked = learned.full >= (learned.isFound ? patience : 1);
  if (isAsked) {
    learned.quota *= 2;
    learned.full = 0;
  }
  learned.succeeded = 0;
  restart(learned, now);
}

/** A refusal of an endpoint that takes no more; times are milliseconds. */
interface RestAsked {
  /** Since 1970. */
  readonly now: number;
  /** The longest rest that it can have. */
  readonly mostMs: number;
  readonly askedMs: number | undefined;
}

/**
 * Notes that an endpoint takes no more now, and returns how long it rests, in milliseconds: as long as it asked for, or else twice as long each
 * time. An attempt that was under way when it refused another says nothing new.
 */
export function learnPace(paces: Paces, { now, mostMs, askedMs }: RestAsked): number {
  const ownMs = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(paces.rests, 20));
  const restMs = Math.max(firstRestMs, Math.min(mostMs, askedMs ?? ownMs));
  if (now < paces.restsUntil) return restMs;
  paces.rests += 1;
  paces.restsUntil = now + restMs;
  const { learned } = paces;
  const quota = Math.max(1, learned?.succeeded ?? 1);
  paces.learned = {
    quota,
    periodMs: restMs,
    begun: 0,
    endsAt: now + restMs,
    succeeded: 0,
    isFound: learned !== undefined,
    full: 0,
  };
  return restMs;
}
