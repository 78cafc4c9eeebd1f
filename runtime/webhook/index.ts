export {
  createMemoryInbox,
  createMemoryNonces,
  type MemoryInbox,
  type MemoryInboxOptions,
  type MemoryNoncesOptions,
} from "../stores/memory.js";
export type { Answer, IncomingRequest } from "./answer.js";
export type { ApplicationBinding, BindingPart } from "./binding.js";
export { type JsonObject, MalformedBody, parseJsonObject } from "./body.js";
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
export type { DeliveryHeaders } from "./headers.js";
export { type Inbox, type InboxRecord, type InboxResult, sameContent } from "./inbox.js";
export { toNodeListener } from "./node.js";
export type { NonceStore } from "./nonce.js";
export { ReceiverMisconfigured, type ReceiverOptions, type Secrets } from "./options.js";
export type { Outcome } from "./outcome.js";
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
export {
  type SignedParts,
  type SignOptions,
  sign,
  type VerifySignatureOptions,
  verifySignature,
} from "./signature.js";
