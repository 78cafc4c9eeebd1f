export { toNodeListener } from "../adapters/node.js";
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
export type { AttemptReport } from "../dispatch/work.js";
export type { Answer, IncomingRequest } from "../ports/answer.js";
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
  type SetAside,
} from "../ports/inbox-entry.js";
export { type JsonObject, sameContent } from "../ports/json.js";
export type { Logger } from "../ports/logger.js";
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
export {
  createMemoryInbox,
  createMemoryNonces,
  type MemoryInboxOptions,
  type MemoryNoncesOptions,
} from "../stores/memory/index.js";
export { ReceiverMisconfigured } from "./check-options.js";
export type {
  EncryptKey,
  NonceOrder,
  PublicKeys,
  ReceiverOptions,
  ReceiverOptionsOf,
  Secrets,
} from "./options.js";
export { createReceiver, type Receiver } from "./receiver.js";
export type { CallbackContext, CallbackHandler } from "./steps/callback.js";
export type { ApplicationBinding, BindingPart } from "./steps/content-check.js";
export {
  type EventValidator,
  type Outcome,
  Refusal,
  type RefusalCode,
  type Validation,
  type ValidationError,
} from "./steps/outcome.js";
export {
  type ParseDeliveryOptions,
  type ParsedDelivery,
  type ParsedEvent,
  parseDelivery,
} from "./steps/parse-delivery.js";
export { MalformedBody, parseJsonObject } from "./wire/body.js";
export {
  BatchUnsupported,
  batchBody,
  type DeliveryCredentials as Credentials,
  type SignBodyOptions,
  type SignDeliveryOptions,
  type SignedDelivery,
  signBody,
  signDelivery,
} from "./wire/delivery.js";
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
export { insertMember } from "./wire/json-text.js";
export { derivePublicKey, type JsonWebKeySet, type PublicKey } from "./wire/key-pair.js";
export { isJsonContentType } from "./wire/media.js";
export {
  componentList,
  contentDigest,
  coveredComponents,
  type MessageParts,
  type MessageProtocol,
  signatureBase,
  signsAddress,
} from "./wire/message-base.js";
export { messageParameters } from "./wire/message-signature.js";
export type {
  ConnectionVerification,
  EncryptionScheme,
  EventShape,
  EventTimeScheme,
  Protocol,
  ProtocolHeaders,
  ProtocolResponses,
  StatusSet,
  TimestampScheme,
  TimestampUnit,
  VerificationAnswer,
} from "./wire/protocol.js";
export { KeyMalformed } from "./wire/secret-bytes.js";
export {
  type SignOptions,
  sign,
  signatureHeaders,
  signContent,
  type VerifySignatureOptions,
  verifySignature,
} from "./wire/signature.js";
export { formatSignatureHeader } from "./wire/signature-header.js";
export {
  type BytesEncoding,
  hasKeyPair,
  isDeterministic,
  type KeyFormat,
  type MessageParameters,
  type SignatureAlgorithm,
  type SignatureFields,
  type SignatureScheme,
  type SignedPart,
  type SignedRole,
} from "./wire/signature-scheme.js";
export type { SignedParts } from "./wire/signed-content.js";
export {
  formatInstant,
  isRecent,
  isWithinWindow,
  parseInstant,
  parseTimestamp,
  type WindowOptions,
} from "./wire/timestamp.js";
