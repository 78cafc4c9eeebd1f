export { type AuditEntry, type AuditPage, type AuditQuery, type AuditRecord, readAudit } from "./audit.js";
export { type Callbacks, type CallbackTestOutcome, createCallbacks } from "./callbacks/create-callbacks.js";
export type {
  CallbackOutcome,
  CallbackParts,
  CallbackRequest,
  CallbackResult,
  JsonValue,
} from "./callbacks/invocation.js";
export type { ExhaustedDelivery, OperationalChange } from "./changes/operational-change.js";
export type { OperationalEvents } from "./changes/operational-events.js";
export {
  type Clock,
  createVirtualClock,
  type Driven,
  drive,
  systemClock,
  type VirtualClock,
} from "./clock.js";
export { type DeliverySettings, deliveryDefaults } from "./context.js";
export { createDelivery, type Delivery, type DeliveryOptions } from "./create-delivery.js";
export type { Credentials } from "./credentials/create-credentials.js";
export { type KeyRing, type KeyRingOptions, type RingKey, readKeyRing } from "./credentials/key-ring.js";
export type { CredentialVersion, PreviousSecret, Revealed } from "./credentials/read-credentials.js";
export type { HandOver, Rotation, RotationOutcome, VersionOutcome } from "./credentials/rotate.js";
export type { CredentialId, NewVersion } from "./credentials/versions.js";
export type { Recheck } from "./endpoints/change-state.js";
export type { Endpoints } from "./endpoints/create-endpoints.js";
export type { Endpoint } from "./endpoints/endpoint.js";
export type { Configuration, SaveOutcome, SaveRequest } from "./endpoints/save.js";
export type { ConnectionTest } from "./endpoints/test-connection.js";
export type { VerificationFailure, VerificationFault } from "./endpoints/verification.js";
export type { AttemptFunctions, AttemptVerdict } from "./engine/send.js";
export { DeliveryError, type DeliveryErrorCode } from "./errors.js";
export {
  createEventTests,
  type EventTests,
  type TestResult,
} from "./event-tests/create-event-tests.js";
export type { Explanation } from "./event-tests/explain.js";
export type {
  EventTestParts,
  SynthesisRequest,
  TestOutcome,
  TestProblem,
  TestRequest,
} from "./event-tests/test-request.js";
export {
  type AttemptReport,
  deliveryLog,
  type EndpointReport,
  type Observer,
  observers,
} from "./observer.js";
export { createOperator, type Operator } from "./operations/create-operator.js";
export {
  createDeliveryHealth,
  type DeliveryHealth,
  type DeliveryHealthOptions,
  type DeliveryHealthReport,
} from "./operations/health.js";
export type { PruneOptions, PruneOutcome } from "./operations/prune.js";
export type { RedeliverAllOptions, RedeliverAllOutcome } from "./operations/redeliver-all.js";
export type { RedeliveredStates } from "./operations/redelivered.js";
export type {
  ApplicationRecord,
  CredentialSource,
  Directory,
  OutgoingRequest,
  SigningCredentials,
  Transport,
  TransportErrorCode,
  TransportResult,
} from "./ports.js";
export type { Publishing, PublishOptions } from "./publish/create-publishing.js";
export type {
  BatchOutcome,
  NotDeliveredReason,
  Publication,
  PublishOutcome,
  PublishTarget,
} from "./publish/prepare.js";
export { countedRandom, type RandomSource } from "./random-bytes.js";
export { createReading, type Reading, type WaitingReason } from "./reading/create-reading.js";
export type { EndpointChange } from "./reading/endpoint-changes.js";
export type { AttemptErrorCount, EndpointHealth, FailingRun } from "./reading/endpoint-health.js";
export type { EndpointPage, EndpointQuery, EndpointRecord } from "./reading/endpoints.js";
export type { DeliveryPage } from "./reading/list.js";
export { type DeliveryQuery, deliveryStates } from "./reading/query.js";
export type { AttemptRecord, DeliveryDetails, DeliveryRecord } from "./reading/records.js";
export type { DeliverySearch, SearchedPage } from "./reading/search.js";
export type { EndpointStanding, EndpointStatus, StandingPage } from "./reading/standings.js";
export type { RedeliverOptions, RedeliverOutcome } from "./redeliver.js";
export { type BatchColumn, parameterRows } from "./store/batch.js";
export { openPostgresStore, type PostgresStoreOptions } from "./store/postgres/open.js";
export type { PostgresClient, PostgresPool } from "./store/postgres/runner.js";
export { openSqliteStore, type SqliteStoreOptions } from "./store/sqlite/open.js";
export type {
  CallerTransaction,
  Dialect,
  PostgresTransaction,
  SqliteStatement,
  SqliteTransaction,
  Store,
} from "./store/store.js";
export type * from "./store/tables.js";
export type { Lookup, TransportOptions } from "./transport/connector.js";
export { createTransport } from "./transport/create-transport.js";
export { addressProblem, urlProblem } from "./transport/url-problem.js";
