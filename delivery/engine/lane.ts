import type { SigningCredentials } from "../ports/credentials.js";
import type { LaneHealth, WaitingDelivery } from "./rows.js";

/** What the directory and the credential store say, looked at once per turn. */
export type LaneAccess =
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
