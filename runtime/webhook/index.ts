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
export {
  createMemoryInbox,
  createMemoryNonces,
  type MemoryInboxOptions,
  type MemoryNoncesOptions,
} from "../stores/memory/index.js";
export { StoreFailure, type StoreFailureCode } from "../stores/store-failure.js";
export type { Answer, IncomingRequest } from "./answer.js";
export type { ApplicationBinding, BindingPart } from "./binding.js";
export { type JsonObject, MalformedBody, parseJsonObject } from "./body.js";
export type { CallbackContext, CallbackHandler } from "./callback.js";
export { ReceiverMisconfigured } from "./check-options.js";
export { type Credentials, type SignDeliveryOptions, type SignedDelivery, signDelivery } from "./delivery.js";
export {
  DecryptionFailed,
  type DecryptOptions,
  decryptBody,
  EncryptionUnsupported,
  type EncryptOptions,
  encrypt,
} from "./encryption.js";
export type { EventValidator, Validation, ValidationError } from "./event.js";
export { type DeliveryHeaders, type HeaderRole, type HeadersResult, readHeaders } from "./headers.js";
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
} from "./inbox.js";
export type { Logger } from "./logger.js";
export { isJsonContentType } from "./media.js";
export type { NonceStore } from "./nonce.js";
export type { ReceiverOptions, Secrets } from "./options.js";
export type { Outcome } from "./outcome.js";
export { type ParseDeliveryOptions, type ParsedDelivery, parseDelivery } from "./parse-delivery.js";
export type {
  ConnectionVerification,
  EncryptionScheme,
  EventShape,
  Protocol,
  ProtocolHeaders,
  ProtocolResponses,
  SignatureScheme,
} from "./protocol.js";
export { createReceiver, type Receiver } from "./receiver.js";
export { Refusal, type RefusalCode } from "./refusal.js";
export { sameContent } from "./same-content.js";
export {
  type SignedParts,
  type SignOptions,
  sign,
  type VerifySignatureOptions,
  verifySignature,
} from "./signature.js";
export { isWithinWindow, parseTimestamp, type WindowOptions } from "./timestamp.js";
