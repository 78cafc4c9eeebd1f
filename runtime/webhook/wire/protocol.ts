import type { JsonObject } from "../../ports/json.js";
import type { SignatureScheme } from "./signature-scheme.js";

/**
 * The fixed parts of a platform's webhook protocol, as plain data. The generator reads it from the
 * `x-webhook-protocol` extension of an AsyncAPI document (schema: `reader/vocabulary/webhook-protocol.schema.yaml`)
 * and writes it as a constant; everything in `@oipkit/runtime/webhook` takes it as a parameter, so that the
 * runtime knows no header and no event of any one platform. A part that is absent doesn't exist on that platform.
 */
export interface Protocol {
  /** Header names of a delivery, in the contract's spelling; they are compared case-insensitively. */
  readonly headers: ProtocolHeaders;
  readonly signature: SignatureScheme;
  readonly timestamp?: TimestampScheme;
  readonly nonce?: {
    /** Minimum time that a nonce stays reserved. */
    readonly retentionSeconds: number;
  };
  /** The transport field of the plaintext body that carries the verification token. */
  readonly token?: { readonly property: string };
  readonly encryption?: EncryptionScheme;
  readonly event: EventShape;
  readonly responses: ProtocolResponses;
  /** Set if an event whose name isn't known is acknowledged without being stored. Default: it is refused. */
  readonly unknownEvents?: "accepted";
  readonly verification?: ConnectionVerification;
  readonly callbacks?: { readonly eventTypes: readonly string[]; readonly timeoutSeconds: number };
  readonly retries?: {
    readonly maxAttempts: number;
    readonly testAttempts: number;
    readonly retriedStatuses: readonly number[];
    readonly retriesServerErrors: boolean;
    readonly finalStatuses: readonly number[];
    /** Waits after failed attempts, in order; the last one is repeated. */
    readonly delaySeconds?: readonly number[];
    /** Age of an event at which it is no longer retried. */
    readonly maxAgeSeconds?: number;
  };
}

/** Names of the headers of a delivery, by role. Every delivery has each that is named, except those marked as optional. */
export interface ProtocolHeaders {
  readonly signature: string;
  readonly deliveryId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  /** Absent if the timestamp is a field of the signature header. */
  readonly timestamp?: string;
  readonly nonce?: string;
  /** A hint that a delivery is a test; never decides anything on its own. Optional in a delivery. */
  readonly test?: string;
  /** Id for tracing, if no pointer leads to it. Optional in a delivery. */
  readonly correlationId?: string;
  /** When the event happened, if no pointer leads to it. Optional in a delivery. */
  readonly eventTime?: string;
  /** Id of the resource that orders the event, if no pointer leads to it. Optional in a delivery. */
  readonly resource?: string;
  /** Version of that resource, if no pointer leads to it. Optional in a delivery. */
  readonly version?: string;
}

/** How the time of signing is written and checked. */
export interface TimestampScheme {
  readonly unit: TimestampUnit;
  /** How far a timestamp may be from now, in either direction, inclusive. */
  readonly toleranceSeconds: number;
  /** Which times beyond it the platform demands to be refused; a receiver refuses both in any case. Default: both. */
  readonly mustRefuse?: readonly ("past" | "future")[];
  /** The other sides on which the platform recommends it. Default: none. */
  readonly shouldRefuse?: readonly ("past" | "future")[];
}

/** Decimal digits since 1970, or a date and time with its offset. */
export type TimestampUnit = "seconds" | "milliseconds" | "iso8601";

/** How a body is encrypted. */
export interface EncryptionScheme {
  /** The only property of the outer body. */
  readonly property: string;
  readonly algorithm: "aes-256-cbc";
  readonly padding: "pkcs7";
  /** The cipher key is this hash of the UTF-8 Encrypt Key. */
  readonly keyDerivation: "sha256";
  /** Length of the initialisation vector in front of the ciphertext, in bytes. */
  readonly ivBytes: number;
  readonly encoding: "base64";
}

/** How the time at which an event happened is written. */
export interface EventTimeScheme {
  readonly unit: TimestampUnit;
  /** Absent if a header has it. */
  readonly pointer?: string;
}

/** Where an event carries what the protocol uses. Values are JSON Pointers unless stated otherwise. */
export interface EventShape {
  /**
   * Set if a delivery has any number of events: where the array of them is in the body, empty if the body is that array. All
   * other pointers are relative to an event; signature, timestamp, nonce, token and encryption are of the delivery.
   */
  readonly batch?: string;
  /** If a header has the id, too, they must agree. Without either, the delivery's id or a hash of the body replaces it. */
  readonly id?: string;
  /** If a header has the type, too, they must agree. */
  readonly type?: string;
  /** When it happened; recorded, and never compared with a clock. */
  readonly time?: EventTimeScheme;
  readonly correlationId?: string;
  /** Prefix of the event ids of test deliveries. */
  readonly testIdPrefix?: string;
  /** Binding of an event to its receiver's configuration; every pointer that exists must agree. */
  readonly binding?: {
    readonly organization: readonly string[];
    readonly application: readonly string[];
    readonly environment: readonly string[];
    readonly product: readonly string[];
  };
  readonly ordering?: { readonly resource: string; readonly version: string };
  /**
   * What other content under the id of an earlier event means. `conflict`, the default: a fault of the sender, which is
   * refused. `retry`: the platform updates some fields between attempts, so it is a duplicate.
   */
  readonly changedContent?: "conflict" | "retry";
}

/** HTTP statuses of a receiver's answers: the ones that a receiver of ours gives. */
export interface ProtocolResponses {
  readonly accepted: number;
  readonly unauthenticated: number;
  readonly unprocessable: number;
  readonly unavailable: number;
  /** The statuses that are right besides, by answer; absent for an answer that has only one. */
  readonly allowed?: Partial<
    Readonly<Record<"accepted" | "unauthenticated" | "unprocessable" | "unavailable", StatusSet>>
  >;
}

/**
 * Several statuses, or a class of them. `other`: any that doesn't say that an event is accepted. `unspecified`: the protocol
 * doesn't say that anything is refused.
 */
export type StatusSet = readonly number[] | "2XX" | "4XX" | "5XX" | "other" | "unspecified";

/** How a sender verifies a connection before its first delivery. */
export interface ConnectionVerification {
  /** Default: `POST`. */
  readonly method?: "GET" | "POST";
  /** Header that marks the request, with `headerValue`. */
  readonly header?: string;
  readonly headerValue?: string;
  /** Property of the request body that must equal `typeValue`. */
  readonly typeProperty?: string;
  /** Default: `headerValue`. */
  readonly typeValue?: string | number;
  /** Whether the request is signed like a delivery; it is then authenticated first. Default: no. */
  readonly signed?: boolean;
  /** Where the challenge is, if there is one: a property of the body, a parameter of the query, or a header. */
  readonly challengeProperty?: string;
  readonly challengeQuery?: string;
  readonly challengeHeader?: string;
  /** Property of the request body with the token of this verification. */
  readonly tokenProperty?: string;
  /** Default: an object with the challenge in `challengeProperty`. */
  readonly answer?: VerificationAnswer;
  /** The answers that are right besides. Default: none. */
  readonly allowedAnswers?: readonly VerificationAnswer[];
  /** What a receiver answers. */
  readonly status: number;
  /** The statuses that are right besides. Default: none. */
  readonly allowed?: StatusSet;
  readonly timeoutSeconds: number;
  readonly maxResponseBytes: number;
}

/**
 * The body of the answer: the challenge as the only member of an object, as the only field of a form, or as plain text; a fixed
 * object; or nothing.
 */
export type VerificationAnswer =
  | { readonly kind: "json"; readonly property: string }
  | { readonly kind: "form"; readonly property: string }
  | { readonly kind: "text" }
  | { readonly kind: "fixed"; readonly json: JsonObject }
  | { readonly kind: "empty" };
