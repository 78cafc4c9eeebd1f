/**
 * Queries what a subject may do now, after an event that announces a change of its access. Fails closed. Used by
 * generated code, from the `x-access-snapshot` of an operation.
 */
export { OipkitError } from "../errors.js";
export type {
  Access,
  AccessDescriptor,
  AccessEventDescriptor,
  AccessFailure,
  AllowedAccess,
  RestrictedAccess,
  RestrictedReason,
  ValueAt,
} from "./access.js";
export {
  type AccessGuard,
  type AccessGuardOptions,
  type AccessRecord,
  type AccessStore,
  createAccessGuard,
  createMemoryAccessStore,
} from "./access-guard.js";
export {
  type AccessQuery,
  type AccessQueryOptions,
  type AskOptions,
  createAccessQuery,
} from "./access-query.js";
export {
  type AccessQuestion,
  type AccessSubject,
  type SnapshotAnswer,
  UnknownAccessEventError,
} from "./access-question.js";
