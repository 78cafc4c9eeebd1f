/**
 * Queries what a subject may do now, after an event that announces a change of its access. Fails closed. Used by
 * generated code, from the `x-access-snapshot` of an operation.
 */
export { OipkitError } from "../errors.js";
export type {
  Access,
  AccessFailure,
  AllowedAccess,
  RestrictedAccess,
  RestrictedReason,
} from "./access.js";
export type { AccessDescriptor, AccessEventDescriptor } from "./access-descriptor.js";
export { type AccessGuard, type AccessGuardOptions, createAccessGuard } from "./access-guard.js";
export {
  type AccessQuery,
  type AccessQueryOptions,
  type AskOptions,
  createAccessQuery,
} from "./access-query.js";
export type { AccessQuestion, AccessSubject } from "./access-question.js";
export { type AccessRecord, type AccessStore, createMemoryAccessStore } from "./access-store.js";
export { UnknownAccessEventError } from "./errors.js";
export type { SnapshotAnswer } from "./read-snapshot.js";
export type { ValueAt } from "./value-type.js";
