import type { SignatureAlgorithm, SignatureScheme } from "./signature-scheme.js";

/** Algorithms with a shared secret. */
export type KeyedHash = Extract<SignatureAlgorithm, `hmac-${string}`>;

/** Algorithms with a key pair. */
export type KeyPairAlgorithm = Exclude<SignatureAlgorithm, KeyedHash>;

/** The hash of each algorithm in Node's spelling; none if the algorithm includes it. */
export const hashOf = {
  "hmac-sha1": "sha1",
  "hmac-sha256": "sha256",
  "hmac-sha512": "sha512",
  ed25519: undefined,
  "ecdsa-p256-sha256": "sha256",
  "rsa-pss-sha256": "sha256",
  "rsa-pss-sha512": "sha512",
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
