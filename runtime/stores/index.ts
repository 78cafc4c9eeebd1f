/**
 * The interfaces of stores: the types of an inbox and of a nonce store, and the error of a store that fails. For
 * authors of their own stores; it loads no driver.
 */
export { OipkitError } from "../errors.js";
export {
  type Claim,
  type Claimed,
  type ClaimRequest,
  type GapClaim,
  type GapRequest,
  type InboxEntry,
  type InboxRecord,
  type InboxResult,
  type InboxState,
  inboxStates,
  type Ordering,
  type ResourceId,
} from "../ports/inbox-entry.js";
export { sameContent, sameJson } from "../ports/json.js";
export {
  type Inbox,
  type InboxQuery,
  type InboxSelection,
  type InboxTransaction,
  type NonceStore,
  type OpenState,
  type ResourceState,
  StoreFailure,
  type StoreFailureCode,
} from "../ports/stores.js";
export type { MigrationResult } from "./migration.js";
export { createWriteWatch, type WriteWatch, type WriteWatchOptions } from "./write-watch.js";
