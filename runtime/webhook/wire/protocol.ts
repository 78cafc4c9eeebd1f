/**
 * The fixed parts of a platform's webhook protocol, as plain data. The generator reads it from the
 * `x-webhook-protocol` extension of an AsyncAPI document (schema: `vocabulary/webhook-protocol.schema.yaml`)
 * and writes it as a constant; everything in `@oipkit/runtime/webhook` takes it as a parameter, so that the
 * runtime knows no header and no event of any one platform.
 */
export interface Protocol {
  /** Header names of a delivery, in the contract's spelling; they are compared case-insensitively. */
  readonly headers: ProtocolHeaders;
  readonly signature: SignatureScheme;
  readonly timestamp: {
    readonly unit: "seconds";
    /** How far a timestamp may be from now, in either direction, inclusive. */
    readonly toleranceSeconds: number;
  };
  readonly nonce: {
    /** Minimum time that a nonce stays reserved. */
    readonly retentionSeconds: number;
  };
  /** The transport field of the plaintext body that carries the verification token. */
  readonly token: { readonly property: string };
  readonly encryption?: EncryptionScheme;
  readonly event: EventShape;
  readonly responses: ProtocolResponses;
  readonly verification?: ConnectionVerification;
  readonly callbacks?: { readonly eventTypes: readonly string[]; readonly timeoutSeconds: number };
  readonly retries: {
    readonly maxAttempts: number;
    readonly testAttempts: number;
    readonly retriedStatuses: readonly number[];
    readonly retriesServerErrors: boolean;
    readonly finalStatuses: readonly number[];
  };
}

/** Names of the headers of a delivery, by role. */
export interface ProtocolHeaders {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** A hint that a delivery is a test; never decides anything on its own. */
  readonly test?: string;
}

/** How a delivery is signed. */
export interface SignatureScheme {
  readonly algorithm: "hmac-sha256";
  /** The parts of the signing input, in order, joined by `separator`. */
  readonly content: readonly ("timestamp" | "nonce" | "body")[];
  readonly separator: string;
  /** Text before the lowercase hexadecimal digits. */
  readonly prefix: string;
  readonly encoding: "hex";
}

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

/** Where an event carries what the protocol compares. Values are JSON Pointers unless stated otherwise. */
export interface EventShape {
  readonly id: string;
  readonly type: string;
  readonly correlationId: string;
  /** Prefix of the event ids of test deliveries. */
  readonly testIdPrefix?: string;
  /** Binding of an event to its receiver's configuration; every pointer that exists must agree. */
  readonly binding: {
    readonly organization: readonly string[];
    readonly application: readonly string[];
    readonly environment: readonly string[];
    readonly product: readonly string[];
  };
  readonly ordering: { readonly resource: string; readonly version: string };
}

/** HTTP statuses of a receiver's answers. */
export interface ProtocolResponses {
  readonly accepted: number;
  readonly unauthenticated: number;
  readonly unprocessable: number;
  readonly unavailable: number;
}

/** How a sender verifies a connection before its first delivery. */
export interface ConnectionVerification {
  readonly header: string;
  readonly headerValue: string;
  /** Property of the request body that must equal `headerValue`. */
  readonly typeProperty: string;
  readonly challengeProperty: string;
  readonly tokenProperty: string;
  readonly status: number;
  readonly timeoutSeconds: number;
  readonly maxResponseBytes: number;
}
