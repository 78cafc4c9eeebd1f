import type { JsonObject } from "./json-object.js";

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
