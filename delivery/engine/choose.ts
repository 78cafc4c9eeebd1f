import type { DeliverySettings } from "../context.js";
import type { Flights } from "./flights.js";
import { type Lane, rest } from "./lane.js";
import { countBegun, nextPeriod } from "./pace.js";
import type { WaitingDelivery } from "./rows.js";

/** A delivery to begin, and its lane. */
export interface ChosenDelivery {
  readonly lane: Lane;
  readonly delivery: WaitingDelivery;
}

/** What is to be done next. */
export interface Choices {
  readonly begin: readonly ChosenDelivery[];
  /** Due, but not allowed any more. */
  readonly refuse: readonly (ChosenDelivery & { readonly error: string })[];
  /** Whether something waits for a place. */
  readonly isHeldUp: boolean;
}

/** What limits the choice. */
export interface ChoiceLimits {
  readonly settings: DeliverySettings;
  /** Content of the attempts under way, in bytes. */
  readonly bytesUnderWay: number;
  readonly flights: Pick<Flights, "late" | "lateBytes">;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An endpoint that hasn't answered for so long may hang, in milliseconds; one that usually answers soon, after eight times as long as usual. */
const [leastDoubtMs, doubtMs] = [100, 1000];
/** How long an endpoint rests whose application is inactive, in milliseconds. */
const inactiveRestMs = 30_000;

/**
 * Whether nothing says that an endpoint would answer: it has never done so, its last attempt failed, or it lets one wait. Such endpoints share half of
 * the places, so that those that answer always have the other half.
 */
export function isDoubtful({ health, flights, memory }: Lane, now: number): boolean {
  if (health.failures > 0 || health.answered_at === 0) return true;
  const [oldest] = flights;
  if (oldest === undefined) return false;
  const limit = Math.min(doubtMs, Math.max(leastDoubtMs, 8 * (memory.usualMs ?? doubtMs)));
  return now - oldest.startedAt >= limit;
}

/**
 * Chooses what begins next: one delivery of each lane in turn, so that none is held up by another's backlog. An attempt has its place
 * for a tenth of a second. Then it costs only a connection, of which there are many more.
 */
export function chooseNext(lanes: Iterable<Lane>, limits: ChoiceLimits): Choices {
  const { settings, flights, now } = limits;
  const begin: ChosenDelivery[] = [];
  const refuse: (ChosenDelivery & { error: string })[] = [];
  const places = { taken: 0, doubtful: 0, bytes: limits.bytesUnderWay - flights.lateBytes };
  const candidates: Candidate[] = [];
  for (const lane of lanes) {
    const prompt = lane.underWay - lane.late;
    const isInDoubt = isDoubtful(lane, now);
    places.taken += prompt;
    if (isInDoubt) places.doubtful += prompt;
    if (lane.access.kind === "inactive") refuseOld(lane, { refuse, now });
    if (lane.access.kind !== "open" || lane.isClosing || lane.waiting.length === 0) continue;
    const window = laneWindow(lane, settings, now);
    if (lane.underWay < window) candidates.push({ lane, isInDoubt, left: window - lane.underWay });
  }
  const isFull = flights.late >= settings.lateConcurrency || flights.lateBytes >= settings.bufferedBytes;
  // As long as nobody is late, a part in reserve is enough.
  const share = flights.late === 0 ? 7 / 8 : 1 / 2;
  const doubtfulLimit = isFull ? 0 : Math.max(1, Math.floor(settings.concurrency * share));
  // Endpoints that answered a moment ago begin to hang, too.
  const isOver =
    flights.late >= 2 * settings.lateConcurrency || flights.lateBytes >= 2 * settings.bufferedBytes;
  const limit = isOver ? 0 : settings.concurrency;
  let isHeldUp = false;
  let open = candidates;
  while (open.length > 0) {
    const again: Candidate[] = [];
    for (const candidate of open) {
      const { lane, isInDoubt } = candidate;
      if (places.taken >= limit || (isInDoubt && places.doubtful >= doubtfulLimit)) {
        isHeldUp = true;
        continue;
      }
      const until = lane.hasOnlyTests ? 0 : nextPeriod(lane.memory, now);
      if (until > now) {
        rest(lane, until);
        continue;
      }
      const delivery = nextGranted(lane, refuse);
      if (delivery === undefined) continue;
      if (places.bytes > 0 && places.bytes + delivery.bytes > settings.bufferedBytes) {
        lane.waiting.unshift(delivery);
        return { begin, refuse, isHeldUp: true };
      }
      places.bytes += delivery.bytes;
      places.taken += 1;
      if (isInDoubt) places.doubtful += 1;
      countBegun(lane.memory, now);
      begin.push({ lane, delivery });
      candidate.left -= 1;
      if (candidate.left > 0) again.push(candidate);
    }
    open = again;
  }
  return { begin, refuse, isHeldUp };
}

interface Candidate {
  readonly lane: Lane;
  readonly isInDoubt: boolean;
  /** Attempts that may still begin. */
  left: number;
}

/** How long an endpoint is known to answer after it has answered, in milliseconds. */
const freshMs = 1000;

/**
 * Attempts that an endpoint may have under way at once. One whose circuit was open, or that hasn't answered of late, gets one to prove itself; one
 * that lets an attempt wait gets no other.
 */
export function laneWindow(lane: Lane, { circuitThreshold }: DeliverySettings, now: number): number {
  const { health, memory } = lane;
  const hasWorked = health.failures === 0 && health.answered_at > 0;
  if (hasWorked && isDoubtful(lane, now)) return 0;
  const isProven = health.failures < circuitThreshold && now - memory.answeredAt < freshMs;
  return isProven ? memory.window : 1;
}

/** The application may be active again soon: only tests, and what has waited too long, fail. */
function refuseOld(
  lane: Lane,
  { refuse, now }: { readonly refuse: (ChosenDelivery & { error: string })[]; readonly now: number },
): void {
  if (lane.isClosing) return;
  const isOver = ({ kind, expires_at }: WaitingDelivery): boolean =>
    kind === "test" || (expires_at !== null && expires_at <= now);
  for (const delivery of lane.waiting.filter(isOver))
    refuse.push({ lane, delivery, error: "application-inactive" });
  lane.waiting = lane.waiting.filter((delivery) => !isOver(delivery));
  if (lane.waiting.length > 0) rest(lane, now + inactiveRestMs);
}

function nextGranted(
  lane: Lane,
  refuse: (ChosenDelivery & { error: string })[],
): WaitingDelivery | undefined {
  for (let delivery = lane.waiting.shift(); delivery !== undefined; delivery = lane.waiting.shift()) {
    if (isGranted(lane, delivery)) return delivery;
    refuse.push({ lane, delivery, error: "type-not-granted" });
  }
  return undefined;
}

/** Whoever may manage an endpoint tests it, also for events that aren't granted. */
function isGranted({ access }: Lane, { kind, event_type }: WaitingDelivery): boolean {
  return kind === "test" || access.kind !== "open" || access.granted.has(event_type);
}
