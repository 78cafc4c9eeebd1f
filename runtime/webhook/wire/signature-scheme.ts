/** A keyed hash with a shared secret, or a signature with a key pair. */
export type SignatureAlgorithm =
  | "hmac-sha1"
  | "hmac-sha256"
  | "hmac-sha512"
  | "ed25519"
  | "ecdsa-p256-sha256"
  | "rsa-pss-sha256"
  | "rsa-pss-sha512"
  | "rsa-v1_5-sha256";

/** How bytes are written as text. Base64 is padded, `base64url` isn't; both only in their canonical form. */
export type BytesEncoding = "hex" | "base64" | "base64url";

/** A header that a signature can cover, by its role. */
export type SignedRole = "deliveryId" | "eventId" | "eventType" | "timestamp" | "nonce";

/** One part of the signing input. */
export type SignedPart =
  /** A header's value as received. */
  | SignedRole
  /** The raw bytes of the body as received. */
  | "body"
  /** The address that the platform posts to, with the query of the request. */
  | "url"
  /** Method, authority, path or query of the request; only in signatures of HTTP messages. */
  | "method"
  | "authority"
  | "path"
  | "query"
  /** A fixed text. */
  | { readonly literal: string }
  /** The value of any other header as received. */
  | { readonly header: string }
  /** A hash of the body, as text. */
  | { readonly digest: "sha1" | "sha256" | "sha512"; readonly encoding: BytesEncoding };

/** How a delivery is signed. */
export interface SignatureScheme {
  /**
   * Set if a delivery is signed as an HTTP message (RFC 9421). `content` is then what must be covered in any order: the body by its
   * digest (RFC 9530), timestamp and nonce as the parameters `created` and `nonce`. `separator`, `prefix` and `encoding` mean nothing.
   */
  readonly form?: "http-message-signatures";
  /** Label of the signature of a message. If set, any other is ignored. Default: `sig1`, and any is read. */
  readonly label?: string;
  /** Parameters of the signature of a message. */
  readonly parameters?: MessageParameters;
  readonly algorithm: SignatureAlgorithm;
  /** The parts of the signing input, in order, joined by `separator`. */
  readonly content: readonly SignedPart[];
  readonly separator: string;
  /** Text before the encoded signature. */
  readonly prefix: string;
  readonly encoding: BytesEncoding;
  /** Case of hexadecimal digits. Default: lower. */
  readonly case?: "lower" | "upper";
  /**
   * Set if the header is a list of signatures, as during a rotation: the text between them. One that matches is enough, and
   * entries without the prefix belong to other versions of the scheme.
   */
  readonly listSeparator?: string;
  /** Set if the header consists of named fields, such as `t=…,v1=…`; unknown fields are ignored. */
  readonly fields?: SignatureFields;
  /** How a secret or key is written. Default: a text whose UTF-8 bytes are the secret. */
  readonly key?: KeyFormat;
}

/** Parameters of the signature of an HTTP message, besides its time and its nonce. */
export interface MessageParameters {
  /** The sender's name of its key. A receiver tries all its keys. */
  readonly keyid?: string;
  /** Whether the sender names the algorithm. A receiver refuses any other, named or not. */
  readonly alg?: boolean;
  /** The application that a signature is for. If set, any other is ignored. */
  readonly tag?: string;
  /** For how long a signature is valid. A receiver refuses any that has expired. */
  readonly expiresSeconds?: number;
}

/** The named fields of a signature header. */
export interface SignatureFields {
  /** Text between fields. */
  readonly separator: string;
  /** Text between a field's name and its value. */
  readonly assignment: string;
  /** Name of the fields with a signature; there may be several. */
  readonly signature: string;
  /** Name of the field with the timestamp, if the header has it. */
  readonly timestamp?: string;
}

/** How secrets and raw public keys are written in configurations. */
export interface KeyFormat {
  /** Text in front of the encoded bytes, such as `whsec_`. Default: none. */
  readonly prefix?: string;
  readonly encoding: "utf8" | BytesEncoding;
}

/** Algorithms with a shared secret. */
type KeyedHash = Extract<SignatureAlgorithm, `hmac-${string}`>;

/** Algorithms with a key pair. */
export type KeyPairAlgorithm = Exclude<SignatureAlgorithm, KeyedHash>;

/** The hash of each algorithm in Node's spelling; none if the algorithm includes it. */
export const hashNames = {
  "hmac-sha1": "sha1",
  "hmac-sha256": "sha256",
  "hmac-sha512": "sha512",
  ed25519: undefined,
  "ecdsa-p256-sha256": "sha256",
  "rsa-pss-sha256": "sha256",
  "rsa-pss-sha512": "sha512",
  "rsa-v1_5-sha256": "sha256",
} as const satisfies Readonly<Record<SignatureAlgorithm, string | undefined>>;

/** Length of each keyed hash, in bytes. */
export const digestBytes: Readonly<Record<KeyedHash, number>> = {
  "hmac-sha1": 20,
  "hmac-sha256": 32,
  "hmac-sha512": 64,
};

/** Whether a signature is verified with a public key rather than a shared secret. */
export function hasKeyPair(algorithm: SignatureAlgorithm): algorithm is KeyPairAlgorithm {
  return !algorithm.startsWith("hmac-");
}

/**
 * Whether the same key, content and random bytes always give the same signature, so that examples can be generated. Node
 * chooses the random number of ECDSA by itself.
 */
export function isDeterministic(algorithm: SignatureAlgorithm): boolean {
  return algorithm !== "ecdsa-p256-sha256";
}

/** A scheme with a shared secret. */
export type KeyedHashScheme = SignatureScheme & { readonly algorithm: KeyedHash };
