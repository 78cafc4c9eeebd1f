import type { DeliverySettings } from "../context.js";
import type { SigningCredentials } from "../ports.js";
import type { LaneHealth, WaitingDelivery } from "./rows.js";

/** What the directory and the credential store say, looked at once per turn. */
type LaneAccess =
  | { readonly kind: "unknown" }
  /** The application gets nothing. */
  | { readonly kind: "inactive" }
  | {
      readonly kind: "open";
      readonly credentials: SigningCredentials;
      readonly granted: ReadonlySet<string>;
    };

/** An endpoint that belongs to this engine for a turn. */
export interface Lane {
  readonly endpointId: string;
  readonly application: string;
  leaseUntil: number;
  /** Then its application is looked up again, or it is given back if others wait. */
  turnUntil: number;
  access: LaneAccess;
  /** Whether `access` is being looked up. */
  isAsking: boolean;
  health: LaneHealth;
  /** Whether `health` differs from the store's. */
  isDirty: boolean;
  /** Attempts that may be under way at once. */
  window: number;
  /** Attempts begun, and not yet ended. */
  underWay: number;
  /** Due, in the order in which they begin. */
  waiting: WaitingDelivery[];
  /** Whether its circuit was open when it was leased: only tests are sent. */
  readonly hasOnlyTests: boolean;
  /** Whether the store may have more. */
  hasMore: boolean;
  /** When the store was last asked. */
  fetchedAt: number;
  /** Begins nothing more, and is given back when nothing is under way. */
  isClosing: boolean;
}

/** Attempts under way at once to an endpoint that has never succeeded. */
export const firstWindow = 2;

/** Whether a lane has nothing to do until it is leased again. */
export function isDone(lane: Lane): boolean {
  return lane.underWay === 0 && (lane.isClosing || (lane.waiting.length === 0 && !lane.hasMore));
}

/** A delivery to begin, and its lane. */
export interface ChosenDelivery {
  readonly lane: Lane;
  readonly delivery: WaitingDelivery;
}

/** What is to be done next. */
interface Choices {
  readonly begin: readonly ChosenDelivery[];
  /** Due, but not allowed any more. */
  readonly refuse: readonly (ChosenDelivery & { readonly error: string })[];
}

/** What limits the choice. */
interface ChoiceLimits {
  readonly settings: DeliverySettings;
  /** Content of the attempts under way, in bytes. */
  readonly bytesUnderWay: number;
}

/**
 * Chooses what begins next: one delivery of each lane in turn, so that none is held up by another's backlog. Endpoints that fail share
 * half of the places, so that those that answer always have the other half.
 */
export function chooseNext(lanes: Iterable<Lane>, { settings, bytesUnderWay }: ChoiceLimits): Choices {
  const begin: ChosenDelivery[] = [];
  const refuse: (ChosenDelivery & { error: string })[] = [];
  let total = 0;
  let failing = 0;
  let bytes = bytesUnderWay;
  const candidates: Lane[] = [];
  for (const lane of lanes) {
    total += lane.underWay;
    if (lane.health.failures > 0) failing += lane.underWay;
    const isKnown = lane.access.kind === "open" || lane.access.kind === "inactive";
    if (isKnown && !lane.isClosing && lane.waiting.length > 0) candidates.push(lane);
  }
  const started = new Map<Lane, number>();
  const failingLimit = Math.max(1, Math.floor(settings.concurrency / 2));
  let open = candidates;
  while (open.length > 0 && total < settings.concurrency) {
    const again: Lane[] = [];
    for (const lane of open) {
      const window = laneWindow(lane, settings);
      const chosen = started.get(lane) ?? 0;
      const isFailing = lane.health.failures > 0;
      if (lane.underWay + chosen >= window || total >= settings.concurrency) continue;
      if (isFailing && failing >= failingLimit) continue;
      const delivery = nextAllowed(lane, refuse);
      if (delivery === undefined) continue;
      if (bytes > 0 && bytes + delivery.bytes > settings.bufferedBytes) {
        lane.waiting.unshift(delivery);
        return { begin, refuse };
      }
      bytes += delivery.bytes;
      total += 1;
      if (isFailing) failing += 1;
      begin.push({ lane, delivery });
      started.set(lane, chosen + 1);
      again.push(lane);
    }
    open = again;
  }
  return { begin, refuse };
}

/** An endpoint whose circuit was open gets one attempt to prove itself. */
function laneWindow({ health, window }: Lane, { circuitThreshold }: DeliverySettings): number {
  if (health.failures >= circuitThreshold) return 1;
  return window;
}

function nextAllowed(
  lane: Lane,
  refuse: (ChosenDelivery & { error: string })[],
): WaitingDelivery | undefined {
  for (let delivery = lane.waiting.shift(); delivery !== undefined; delivery = lane.waiting.shift()) {
    if (lane.access.kind === "inactive") refuse.push({ lane, delivery, error: "application-inactive" });
    else if (isAllowed(lane, delivery)) return delivery;
    else refuse.push({ lane, delivery, error: "type-not-granted" });
  }
  return undefined;
}

/** Whoever may manage an endpoint tests it, also for events that aren't granted. */
function isAllowed({ access }: Lane, { kind, event_type }: WaitingDelivery): boolean {
  return kind === "test" || access.kind !== "open" || access.granted.has(event_type);
}

/** What an attempt says about its endpoint. */
export interface AttemptOutcome {
  readonly kind: "succeeded" | "failed" | "lost";
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Whether the circuit of an endpoint is open. */
export function isOpen({ open_until }: Pick<LaneHealth, "open_until">, now: number): boolean {
  return open_until > now;
}

type HealthSettings = Pick<DeliverySettings, "circuitThreshold" | "circuitBaseMs" | "circuitMaxMs">;

/**
 * The health after an attempt. Attempts that were under way when the circuit opened don't open it for longer. `lost` means that the
 * delivery failed for good.
 */
export function healthAfter(
  health: LaneHealth,
  outcome: AttemptOutcome,
  settings: HealthSettings,
): LaneHealth {
  const { kind, now, random } = outcome;
  if (kind === "succeeded") return { failures: 0, failing_since: null, open_until: 0, lost: 0 };
  const lost = health.lost + (kind === "lost" ? 1 : 0);
  if (health.open_until > now) return { ...health, lost };
  const failures = health.failures + 1;
  const excess = failures - settings.circuitThreshold;
  const longest = Math.min(settings.circuitMaxMs, settings.circuitBaseMs * 2 ** Math.min(excess, 30));
  // Half of it is by chance, so that endpoints that failed together aren't probed together.
  const open_until = excess < 0 ? 0 : Math.ceil(now + (longest / 2) * (1 + random()));
  return { failures, failing_since: health.failing_since ?? now, open_until, lost };
}

/** The attempts that may be under way at once after one more outcome. */
export function windowAfter(window: number, kind: AttemptOutcome["kind"], limit: number): number {
  if (kind === "succeeded") return Math.min(limit, window + 1);
  return Math.max(1, Math.floor(window / 2));
}
