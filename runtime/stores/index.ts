/**
 * What every store keeps to: the types of an inbox and of a nonce store, and the error for what a store can't do. For those
 * who write a store of their own; it loads no driver.
 */
export { OipkitError } from "../errors.js";
export {
  type Claim,
  type Claimed,
  type ClaimRequest,
  type GapClaim,
  type GapRequest,
  type Inbox,
  type InboxEntry,
  type InboxQuery,
  type InboxRecord,
  type InboxResult,
  type InboxSelection,
  type InboxState,
  type InboxTransaction,
  inboxStates,
  type OpenState,
  type Ordering,
  type ResourceId,
  type ResourceState,
} from "../webhook/inbox.js";
export type { NonceStore } from "../webhook/nonce.js";
export { sameContent } from "../webhook/same-content.js";
export type { MigrationResult } from "./migration.js";
export { StoreFailure, type StoreFailureCode } from "./store-failure.js";
