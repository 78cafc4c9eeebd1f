/**
 * The interfaces of stores: the types of an inbox and of a nonce store, and the error of a store that fails. For
 * authors of their own stores; it loads no driver.
 */
export { OipkitError } from "../errors.js";
export type { Inbox, InboxQuery, InboxSelection, OpenState, ResourceState } from "../ports/inbox.js";
export type { Claim, Claimed, ClaimRequest, GapClaim, GapRequest } from "../ports/inbox-claim.js";
export {
  type InboxEntry,
  type InboxRecord,
  type InboxResult,
  type InboxState,
  inboxStates,
  type Ordering,
  type ResourceId,
} from "../ports/inbox-entry.js";
export type { InboxTransaction } from "../ports/inbox-transaction.js";
export type { NonceStore } from "../ports/nonce-store.js";
export { sameContent } from "../ports/same-content.js";
export { sameJson } from "../ports/same-json.js";
export { StoreFailure, type StoreFailureCode } from "../ports/store-failure.js";
export type { MigrationResult } from "./migration.js";
