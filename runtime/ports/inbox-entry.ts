import type { JsonObject } from "./json.js";

/** The resource that events are ordered by. */
export interface ResourceId {
  readonly application: string;
  /** Event family, from the contract. */
  readonly family: string;
  readonly resource: string;
}

/** The position of an event among the events of its resource. */
export interface Ordering {
  /** Event family, from the contract. */
  readonly family: string;
  readonly resource: string;
  /** A safe integer, 1 or more. */
  readonly version: number;
}

/** One event as a receiver commits it; never holds the verification token. */
export interface InboxEntry {
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The delivery that brought the event first. */
  readonly deliveryId: string;
  readonly correlationId: string | undefined;
  /**
   * The event as received: JSON text, digits and unknown fields kept, without the transport token; where a text repeats
   * it, `[redacted]` replaces it.
   */
  readonly json: string;
  /** Whether the signed event id marks a test, which must never change customer state. */
  readonly test: boolean;
  /** When it happened according to its sender, in milliseconds since 1970; absent if the sender doesn't say. */
  readonly occurredAt?: number | undefined;
  /** The receiver's clock at the commit, in milliseconds since 1970. */
  readonly receivedAt: number;
  /** Absent for tests and for events without a version: they are handled in any order. */
  readonly ordering: Ordering | undefined;
}

/**
 * `pending`: to be handled, now or in a later attempt. `waiting`: an earlier version is missing or not handled yet.
 * `handled`: its handler finished. `superseded`: only recorded, since the resource is at its version or a later
 * one. `dead`: every attempt failed; later versions of its resource wait until somebody decides.
 */
export type InboxState = "pending" | "waiting" | "handled" | "superseded" | "dead";

/** Every state, in the order of an event's life. */
export const inboxStates = [
  "pending",
  "waiting",
  "handled",
  "superseded",
  "dead",
] as const satisfies readonly InboxState[];

/** One event as an inbox keeps it. */
export interface InboxRecord extends InboxEntry {
  /** `json`, parsed. */
  readonly event: JsonObject;
  readonly state: InboxState;
  /** Attempts begun. */
  readonly attempts: number;
  /** Not handled before this time, in milliseconds since 1970; the end of the lease while a handler runs. */
  readonly dueAt: number;
  /** Name and message of the last failure, without credentials. */
  readonly error: string | undefined;
  /** When it was handled, superseded or declared dead, in milliseconds since 1970. */
  readonly settledAt: number | undefined;
  /** Increases in order of arrival; the position of a record in a listing. */
  readonly sequence: number;
}

/**
 * `stored`: new and committed. `duplicate`: the same event already existed. `conflict`: another event with
 * this id already existed and is unchanged.
 */
export type InboxResult = "stored" | "duplicate" | "conflict";

/** A record that only one dispatcher may handle until its lease ends. */
export interface Claim {
  readonly record: InboxRecord;
  /** From 1. */
  readonly attempt: number;
  /** Proves that the claim is still held. */
  readonly lease: string;
}

/** Which records a dispatcher wants to claim. */
export interface ClaimRequest {
  readonly application: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly leaseMs: number;
  /** Maximum number of records to examine. */
  readonly limit: number;
}

/** The result of a claim, and whether to claim again. */
export interface Claimed {
  readonly claims: readonly Claim[];
  /** Further records are due: claim again at once. */
  readonly more: boolean;
  /** Events that were set aside, since an earlier version of their resource isn't handled. Default: not known. */
  readonly setAside?: readonly SetAside[] | undefined;
  /** Another process was working on a resource: claim again soon. */
  readonly contended: boolean;
}

/** An event that waits for earlier versions. */
export interface SetAside {
  readonly eventId: string;
  readonly eventType: string;
  readonly resource: ResourceId;
  /** Its own version. */
  readonly version: number;
  /** The first and the last version that it waits for. */
  readonly waitsFor: readonly [number, number];
}

/** A resource whose next version is missing or can't be handled, claimed by one dispatcher for reconciliation. */
export interface GapClaim extends ResourceId {
  /** Its current version; 0 before the first. */
  readonly version: number;
  /** Waiting versions, ascending. */
  readonly waiting: readonly number[];
  /** From 1. */
  readonly attempt: number;
  readonly lease: string;
}

/** Which gap a dispatcher wants to claim. */
export interface GapRequest {
  readonly application: string;
  readonly now: number;
  readonly leaseMs: number;
  /** Only gaps before events received at or before this time, in milliseconds since 1970. */
  readonly receivedUntil: number;
}
