export { type AuditPage, type AuditQuery, type AuditRecord, readAudit } from "./audit/read-audit.js";
export type { AuditEntry } from "./audit/record-audit.js";
export { type Callbacks, type CallbackTestOutcome, createCallbacks } from "./callbacks/create-callbacks.js";
export type {
  CallbackOutcome,
  CallbackParts,
  CallbackRequest,
  CallbackResult,
  JsonValue,
} from "./callbacks/parts.js";
export { type Driven, drive } from "./clock/drive.js";
export { createVirtualClock, type VirtualClock } from "./clock/virtual.js";
export { createDelivery, type Delivery, type DeliveryOptions } from "./create-delivery.js";
export type { Credentials } from "./credentials/create-credentials.js";
export { type KeyRing, type KeyRingOptions, type RingKey, readKeyRing } from "./credentials/key-ring.js";
export type { CredentialVersion } from "./credentials/list.js";
export type { CredentialId } from "./credentials/parts.js";
export type { Revealed } from "./credentials/reveal.js";
export type { HandOver, Rotation, RotationOutcome } from "./credentials/rotate.js";
export type { VersionOutcome } from "./credentials/settle.js";
export type { NewVersion } from "./credentials/write-version.js";
export type { Configuration } from "./endpoints/check-save.js";
export type { Endpoints } from "./endpoints/create-endpoints.js";
export type { Endpoint } from "./endpoints/endpoint.js";
export type { Recheck } from "./endpoints/recheck.js";
export type { SaveOutcome, SaveRequest } from "./endpoints/save.js";
export type { ConnectionTest } from "./endpoints/test-connection.js";
export type { VerificationFailure, VerificationFault } from "./endpoints/verification-answer.js";
export type { AttemptFunctions, AttemptVerdict } from "./engine/attempt-functions.js";
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
} from "./event-tests/parts.js";
export { createOperator, type Operator } from "./operations/create-operator.js";
export {
  createDeliveryHealth,
  type DeliveryHealth,
  type DeliveryHealthOptions,
  type DeliveryHealthReport,
} from "./operations/health.js";
export { deliveryLog, observers } from "./operations/log.js";
export { type Clock, systemClock } from "./ports/clock.js";
export type { CredentialSource, SigningCredentials } from "./ports/credentials.js";
export type { ApplicationRecord, Directory } from "./ports/directory.js";
export type { AttemptReport, EndpointReport, Observer } from "./ports/observer.js";
export type { OutgoingRequest, Transport, TransportErrorCode, TransportResult } from "./ports/transport.js";
export type { Publishing, PublishOptions } from "./publish/create-publishing.js";
export type {
  BatchOutcome,
  NotDeliveredReason,
  Publication,
  PublishOutcome,
  PublishTarget,
} from "./publish/outcome.js";
export { createReading, type Reading } from "./reading/create-reading.js";
export type { EndpointPage, EndpointQuery, EndpointRecord } from "./reading/endpoints.js";
export type { DeliveryPage } from "./reading/list.js";
export { type DeliveryQuery, deliveryStates } from "./reading/query.js";
export type { AttemptRecord, DeliveryDetails, DeliveryRecord } from "./reading/records.js";
export type { RedeliverOptions, RedeliverOutcome } from "./redelivery/redeliver.js";
export { type DeliverySettings, deliveryDefaults } from "./settings.js";
export { type BatchColumn, rowsOf } from "./store/batch.js";
export type {
  CallerTransaction,
  PostgresTransaction,
  SqliteStatement,
  SqliteTransaction,
} from "./store/caller-connection.js";
export { openPostgresStore, type PostgresStoreOptions } from "./store/postgres/open.js";
export type { PostgresClient, PostgresPool } from "./store/postgres/pool.js";
export { openSqliteStore, type SqliteStoreOptions } from "./store/sqlite/open.js";
export type { Dialect, Store } from "./store/store.js";
export type * from "./store/tables.js";
export { addressProblem } from "./transport/address-problem.js";
export { createTransport } from "./transport/create-transport.js";
export type { Lookup, TransportOptions } from "./transport/options.js";
export { urlProblem } from "./transport/url-problem.js";
