export { toNodeListener } from "../adapters/node.js";
export type { AttemptReport } from "../dispatch/attempt-report.js";
export {
  HandlerMissing,
  HandlerTimeout,
  LeaseLost,
  ReceiverClosing,
  VersionInvalid,
} from "../dispatch/errors.js";
export type {
  EventDeclaration,
  EventHandler,
  Gap,
  HandlerContext,
  Handlers,
  Reconcile,
  ReconcileContext,
} from "../dispatch/handler.js";
export { type DispatchOptions, type DispatchSettings, dispatchDefaults } from "../dispatch/options.js";
export type { Answer, IncomingRequest } from "../ports/answer.js";
export type { Inbox, InboxQuery, InboxSelection, OpenState, ResourceState } from "../ports/inbox.js";
export type { Claim, Claimed, ClaimRequest, GapClaim, GapRequest, SetAside } from "../ports/inbox-claim.js";
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
export type { JsonObject } from "../ports/json-object.js";
export type { Logger } from "../ports/logger.js";
export type { NonceStore } from "../ports/nonce-store.js";
export { sameContent } from "../ports/same-content.js";
export { StoreFailure, type StoreFailureCode } from "../ports/store-failure.js";
export {
  createMemoryInbox,
  createMemoryNonces,
  type MemoryInboxOptions,
  type MemoryNoncesOptions,
} from "../stores/memory/index.js";
export { ReceiverMisconfigured } from "./check-options.js";
export type { EncryptKey, NonceOrder, PublicKeys, ReceiverOptions, Secrets } from "./options.js";
export type { ReceiverOptionsOf } from "./options-of.js";
export type { Outcome } from "./outcome.js";
export { createReceiver, type Receiver } from "./receiver.js";
export type { ApplicationBinding, BindingPart } from "./steps/binding.js";
export type { CallbackContext, CallbackHandler } from "./steps/callback.js";
export type { EventValidator, Validation, ValidationError } from "./steps/event.js";
export {
  type ParseDeliveryOptions,
  type ParsedDelivery,
  type ParsedEvent,
  parseDelivery,
} from "./steps/parse-delivery.js";
export { Refusal, type RefusalCode } from "./steps/refusal.js";
export { hasKeyPair, isDeterministic } from "./wire/algorithms.js";
export { BatchUnsupported, batchBody } from "./wire/batch-body.js";
export { MalformedBody, parseJsonObject } from "./wire/body.js";
export type { ConnectionVerification, VerificationAnswer } from "./wire/connection-verification.js";
export { type Credentials, type SignDeliveryOptions, signDelivery } from "./wire/delivery.js";
export {
  DecryptionFailed,
  type DecryptOptions,
  decryptBody,
  decryptedText,
  EncryptionUnsupported,
  type EncryptOptions,
  encrypt,
} from "./wire/encryption.js";
export { exampleSecret } from "./wire/example-secret.js";
export { type DeliveryHeaders, type HeaderRole, type HeadersResult, readHeaders } from "./wire/headers.js";
export { insertMember } from "./wire/insert-member.js";
export { formatInstant, isRecent, parseInstant } from "./wire/instant.js";
export { type PublicKey, publicKeyOf } from "./wire/key-pair.js";
export type { JsonWebKeySet } from "./wire/key-set.js";
export { isJsonContentType } from "./wire/media.js";
export type {
  EncryptionScheme,
  EventShape,
  EventTimeScheme,
  Protocol,
  ProtocolHeaders,
  ProtocolResponses,
  TimestampScheme,
  TimestampUnit,
} from "./wire/protocol.js";
export { KeyMalformed } from "./wire/secret-bytes.js";
export { type SignBodyOptions, type SignedDelivery, signBody } from "./wire/sign-body.js";
export {
  type SignOptions,
  sign,
  signContent,
  type VerifySignatureOptions,
  verifySignature,
} from "./wire/signature.js";
export { formatSignatureHeader } from "./wire/signature-header.js";
export type {
  BytesEncoding,
  KeyFormat,
  SignatureAlgorithm,
  SignatureFields,
  SignatureScheme,
  SignedPart,
  SignedRole,
} from "./wire/signature-scheme.js";
export type { SignedParts } from "./wire/signed-content.js";
export { isWithinWindow, parseTimestamp, type WindowOptions } from "./wire/timestamp.js";
