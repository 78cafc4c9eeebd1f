import type { DeliverySettings } from "../context.js";
import type { SigningCredentials } from "../ports.js";
import type { EndpointMemory } from "./endpoint-memory.js";
import type { LaneHealth, LaneRow, WaitingDelivery } from "./rows.js";

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

/** An attempt that was sent. */
export interface Flight {
  readonly lane: Lane;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Of its content. */
  readonly bytes: number;
  /** Whether it has left its place to others. */
  isLate: boolean;
  hasEnded: boolean;
}

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
  /** Until then, nothing is sent, although the endpoint doesn't fail; in milliseconds since 1970. */
  restUntil: number;
  /** Whether `health` or `restUntil` differs from the store's. */
  isDirty: boolean;
  readonly memory: EndpointMemory;
  /** Attempts begun, and not yet ended. */
  underWay: number;
  /** Those that were sent, the oldest first. */
  readonly flights: Flight[];
  /** How many of those have left their places to others. */
  late: number;
  /** Due, in the order in which they begin. */
  waiting: WaitingDelivery[];
  /** Whether its circuit was open when it was leased: only tests are sent. */
  readonly hasOnlyTests: boolean;
  /** Whether the store may have more. */
  hasMore: boolean;
  /** Attempts that are to be repeated in order; nothing begins until they are written and read again. By sequence. */
  rereads: number[];
  /** When the store was last asked. */
  fetchedAt: number;
  /** When it was last asked for everything. */
  wholeAt: number;
  /** When the last one of those was due that it gave; what was due before is asked for now and then only. */
  floor: number;
  /** Begins nothing more, and is given back when nothing is under way. */
  isClosing: boolean;
}

/** Whether a lane has nothing to do until it is leased again. */
export function isDone(lane: Lane): boolean {
  return lane.underWay === 0 && (lane.isClosing || (lane.waiting.length === 0 && !lane.hasMore));
}

/** Sends nothing until a time, in milliseconds since 1970: other lanes get this one's place. */
export function rest(lane: Lane, until: number): void {
  lane.restUntil = Math.max(lane.restUntil, until);
  lane.isDirty = true;
  lane.isClosing = true;
}

/** What the store is to know about a lane. */
export function laneRow({ endpointId, health, restUntil }: Lane, leaseUntil: number): LaneRow {
  return {
    endpoint_id: endpointId,
    lease_until: leaseUntil,
    failures: health.failures,
    failing_since: health.failing_since,
    open_until: Math.max(health.open_until, restUntil),
    lost: health.lost,
    answered_at: health.answered_at,
  };
}

/**
 * What an attempt says about its endpoint: `lost` that its delivery failed for good, `limited` that the endpoint takes no more now, `unsent`
 * nothing, since it wasn't sent.
 */
export type AttemptOutcomeKind = "succeeded" | "failed" | "lost" | "limited" | "unsent";

/** What an attempt says about an endpoint's health. */
interface AttemptOutcome {
  readonly kind: Exclude<AttemptOutcomeKind, "limited" | "unsent">;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** Whether the circuit of an endpoint is open, or it rests. */
export function isOpen({ open_until }: Pick<LaneHealth, "open_until">, now: number): boolean {
  return open_until > now;
}

type HealthSettings = Pick<DeliverySettings, "circuitThreshold" | "circuitBaseMs" | "circuitMaxMs">;

/** How exactly the store knows when an endpoint last succeeded, in milliseconds: it isn't written each time. */
const answeredStepMs = 60_000;

/** The health after an attempt. Attempts that were under way when the circuit opened don't open it for longer. */
export function healthAfter(
  health: LaneHealth,
  outcome: AttemptOutcome,
  settings: HealthSettings,
): LaneHealth {
  const { kind, now, random } = outcome;
  if (kind === "succeeded") {
    const answered_at = now - health.answered_at >= answeredStepMs ? now : health.answered_at;
    return { failures: 0, failing_since: null, open_until: 0, lost: 0, answered_at };
  }
  const { answered_at } = health;
  const lost = health.lost + (kind === "lost" ? 1 : 0);
  if (health.open_until > now) return { ...health, lost };
  const failures = health.failures + 1;
  const excess = failures - settings.circuitThreshold;
  const longest = Math.min(settings.circuitMaxMs, settings.circuitBaseMs * 2 ** Math.min(excess, 30));
  // Half of it is by chance, so that endpoints that failed together aren't probed together.
  const open_until = excess < 0 ? 0 : Math.ceil(now + (longest / 2) * (1 + random()));
  return { failures, failing_since: health.failing_since ?? now, open_until, lost, answered_at };
}

/** The attempts that may be under way at once after one more outcome. */
export function windowAfter(window: number, kind: AttemptOutcomeKind, limit: number): number {
  if (kind === "succeeded") return Math.min(limit, window + 1);
  return Math.max(1, Math.floor(window / 2));
}
