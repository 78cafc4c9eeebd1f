import type { InboxRecord, ResourceId } from "./inbox-entry.js";

/** A record that one dispatcher may handle until its lease ends. */
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
  /** Records to look at, at most. */
  readonly limit: number;
}

/** What a dispatcher got, and whether to ask again. */
export interface Claimed {
  readonly claims: readonly Claim[];
  /** Further records are due: claim again at once. */
  readonly more: boolean;
  /** Another process had its hands on a resource: claim again soon. */
  readonly contended: boolean;
}

/** A resource whose next version doesn't come or can't be handled, and that one dispatcher may reconcile. */
export interface GapClaim extends ResourceId {
  /** The version that it stands at; 0 before the first. */
  readonly version: number;
  /** Versions that wait, ascending. */
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
  /** Only gaps before events that were received no later, in milliseconds since 1970. */
  readonly receivedUntil: number;
}
