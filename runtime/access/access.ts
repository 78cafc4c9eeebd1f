/** Why access is restricted. The codes are stable. */
export type RestrictedReason =
  /** The snapshot says so. */
  | "not-allowed"
  /** No usable answer: network, time-out, token, or an answer that breaks the contract. */
  | "call-failed"
  /** An answer with a status that isn't a documented success. */
  | "http-status"
  /** The answer doesn't say true or false. */
  | "allowed-invalid"
  /** The answer has no revision that can be compared. */
  | "revision-invalid"
  /** The answer is older than the event. */
  | "revision-stale"
  /** The event lacks what the question needs. */
  | "event-invalid"
  /** A guard knows of an event that no snapshot has answered yet. */
  | "pending"
  /** A guard knows nothing of the subject. */
  | "unknown-subject"
  /** A guard's store failed. */
  | "store-failed";

/** What went wrong, in facts that may be logged: never a message, which could quote what must not be. */
export interface AccessFailure {
  /** The error's class. */
  readonly name: string;
  /** The stable code, where the error has one. */
  readonly code?: string;
  /** The answer's status, where there was one. */
  readonly status?: number;
}

/** Access that is denied, and why. */
export interface RestrictedAccess {
  readonly kind: "restricted";
  readonly reason: RestrictedReason;
  /** The snapshot's revision, where it gave one. */
  readonly revision?: number;
  readonly failure?: AccessFailure;
}

/** The current collections, by their names, beside the revision that they belong to. */
export type AllowedAccess<Collections> = {
  readonly kind: "allowed";
  readonly revision: number;
} & Readonly<Collections>;

/** What a subject may do now. Anything that isn't certain is restricted. */
export type Access<Collections> = AllowedAccess<Collections> | RestrictedAccess;

/** Denied access for a reason. */
export function restricted(
  reason: RestrictedReason,
  more: Pick<RestrictedAccess, "revision" | "failure"> = {},
): RestrictedAccess {
  return { kind: "restricted", reason, ...more };
}
