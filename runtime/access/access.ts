/** Why access is restricted. The codes are stable. */
export type RestrictedReason =
  /** The snapshot says so. */
  | "not-allowed"
  /** No usable answer: network error, timeout, token failure, or an answer that violates the contract. */
  | "call-failed"
  /** An answer with a status that isn't a documented success. */
  | "http-status"
  /** The answer doesn't say true or false. */
  | "allowed-invalid"
  /** The answer has no comparable revision. */
  | "revision-invalid"
  /** The answer is older than the event. */
  | "revision-stale"
  /** The event lacks what the question needs. */
  | "event-invalid"
  /** A guard has seen an event that no snapshot has answered yet. */
  | "pending"
  /** A guard knows nothing about the subject. */
  | "unknown-subject"
  /** A guard's store failed. */
  | "store-failed";

/** What went wrong, as facts that are safe to log: never a message, which might quote secrets. */
export interface AccessFailure {
  /** The error's class. */
  readonly name: string;
  /** The stable code, if the error has one. */
  readonly code?: string;
  /** The answer's status, if there was one. */
  readonly status?: number;
}

/** Access that is denied, and why. */
export interface RestrictedAccess {
  readonly kind: "restricted";
  readonly reason: RestrictedReason;
  /** The snapshot's revision, if it has one. */
  readonly revision?: number;
  readonly failure?: AccessFailure;
}

/** The current collections by name, and the revision they belong to. */
export type AllowedAccess<Collections> = {
  readonly kind: "allowed";
  readonly revision: number;
} & Readonly<Collections>;

/** What a subject may do now. Anything uncertain is restricted. */
export type Access<Collections> = AllowedAccess<Collections> | RestrictedAccess;

/** Denies access for a reason. */
export function restricted(
  reason: RestrictedReason,
  more: Pick<RestrictedAccess, "revision" | "failure"> = {},
): RestrictedAccess {
  return { kind: "restricted", reason, ...more };
}

/**
 * How a contract describes a request for access: the `x-access-snapshot` of an operation, as data. Pointers are JSON
 * Pointers (RFC 6901) into the answer's body or into the event.
 */
export interface AccessDescriptor {
  /** In the answer: true or false. */
  readonly allowed: string;
  /** In the answer: an integer that grows with each change. */
  readonly revision: string;
  /** In the answer, by the name that the result gives them. */
  readonly collections: Readonly<Record<string, string>>;
  /** Where an event identifies itself. */
  readonly eventType: string;
  /** The events after which access can be requested, by name. */
  readonly events: Readonly<Record<string, AccessEventDescriptor>>;
}

/** Where an event that announces new access holds what a guard needs. Values are JSON Pointers. */
export interface AccessEventDescriptor {
  /** In the event: the revision it announces. */
  readonly revision: string;
  /** In the event: whose access it is about, by the names used to query a guard. */
  readonly subject: Readonly<Record<string, string>>;
  /** In the event: the parameters of the operation. */
  readonly request: Readonly<Record<string, string>>;
}

/** The type at the tokens of a pointer; `unknown` if the type doesn't declare it. */
export type ValueAt<T, Tokens extends readonly string[]> = Tokens extends readonly [
  infer Name,
  ...infer Rest extends readonly string[],
]
  ? Name extends keyof T
    ? ValueAt<T[Name], Rest>
    : unknown
  : T;
