import type { InboxRecord, ResourceId } from "./inbox-entry.js";

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
