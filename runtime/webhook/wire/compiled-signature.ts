import {
  constants,
  createHash,
  type KeyObject,
  type SignKeyObjectInput,
  sign as signWith,
  timingSafeEqual,
  verify as verifyWith,
} from "node:crypto";
import {
  digestBytes,
  hashOf,
  hasKeyPair,
  type KeyedHashScheme,
  type KeyPairAlgorithm,
} from "./algorithms.js";
import { decodeBytes, encodeBytes, encodedLength } from "./encoded-bytes.js";
import { schemeMac } from "./hmac.js";
import { type PublicKey, readPrivateKey, readPublicKey } from "./key-pair.js";
import { pssSignature } from "./pss-signature.js";
import type { SignatureScheme } from "./signature-scheme.js";
import { contentFrame, frameBytes, type SignedParts } from "./signed-content.js";

/** A key to verify with: a shared secret, or a public key, depending on the algorithm. */
export type VerificationKey = string | PublicKey;

/** Returns that many random bytes. */
export type Random = (size: number) => Uint8Array;

/** A signature scheme, prepared. */
export interface CompiledSignature {
  /** The encoded signature, without prefix. `random` makes the salt of RSA-PSS. Throws `KeyMalformed`. */
  readonly sign: (key: string, parts: SignedParts, random?: Random) => string;
  /**
   * Whether one of the keys made one of the encoded signatures. All are tried, and each comparison takes constant time,
   * so timing reveals neither how close a forgery came nor which key matches. Throws `KeyMalformed`.
   */
  readonly verify: (
    keys: readonly VerificationKey[],
    parts: SignedParts,
    signatures: readonly string[],
  ) => boolean;
}

/** Prepares a scheme once for all deliveries. */
export function compileSignature(scheme: SignatureScheme): CompiledSignature {
  return hasKeyPair(scheme.algorithm)
    ? withKeyPair(scheme, scheme.algorithm)
    : withSecret(scheme as KeyedHashScheme);
}

function withSecret(scheme: KeyedHashScheme): CompiledSignature {
  const frame = contentFrame(scheme);
  const mac = schemeMac(scheme);
  const length = encodedLength(scheme.encoding, digestBytes[scheme.algorithm]);
  // Allocated once, since memory outside the heap costs more than the comparison.
  const compared = Buffer.alloc(2 * length);
  const expected = compared.subarray(0, length);
  const presented = compared.subarray(length);
  return {
    sign: (key, parts) => mac(key, frame(parts)),
    verify(keys, parts, signatures) {
      if (!signatures.some((signature) => signature.length === length)) return false;
      const framed = frame(parts);
      let matches = false;
      for (const key of keys) {
        const made = mac(key as string, framed);
        for (const signature of signatures) {
          if (signature.length !== length) continue;
          // Both at once, as UTF-8, where no character beyond ASCII looks like a digit.
          const written = compared.write(made + signature, "utf8");
          if (timingSafeEqual(expected, presented) && written === compared.length) matches = true;
        }
      }
      return matches;
    },
  };
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

/** How Node signs and verifies with each algorithm. */
const optionsOf: Readonly<Record<KeyPairAlgorithm, Omit<SignKeyObjectInput, "key">>> = {
  ed25519: {},
  "ecdsa-p256-sha256": { dsaEncoding: "der" },
  "rsa-pss-sha256": pss,
  "rsa-pss-sha512": pss,
};

function withKeyPair(scheme: SignatureScheme, algorithm: KeyPairAlgorithm): CompiledSignature {
  const frame = contentFrame(scheme);
  const hash = hashOf[algorithm];
  const options = optionsOf[algorithm];
  const publicKey = keyCache((given) => readPublicKey(scheme, given));
  return {
    sign(key, parts, random) {
      const input = frame(parts).subarray(frameBytes);
      const privateKey = readPrivateKey(scheme, key);
      const isRepeatable = random !== undefined && privateKey.asymmetricKeyType === "rsa";
      if (hash === undefined || !isRepeatable)
        return encodeBytes(scheme, signWith(hash, input, { key: privateKey, ...options }));
      const salt = createHash(hash).update(random(32)).digest();
      return encodeBytes(scheme, pssSignature({ key: privateKey, hash, input, salt }));
    },
    verify(keys, parts, signatures) {
      const input = frame(parts).subarray(frameBytes);
      const decoded = signatures.flatMap((text) => decodeBytes(scheme, text) ?? []);
      const pairs = keys.flatMap((key) => decoded.map((bytes) => [publicKey(key), bytes] as const));
      return pairs.filter(([key, bytes]) => verifyWith(hash, input, { key, ...options }, bytes)).length > 0;
    },
  };
}

/** Enough for a key set during a rotation; with more, the cache restarts. */
const maxKeys = 32;

function keyCache(read: (given: PublicKey) => KeyObject): (given: PublicKey) => KeyObject {
  const known = new Map<string, KeyObject>();
  return (given) => {
    const name = typeof given === "string" ? given : JSON.stringify(given);
    let key = known.get(name);
    if (key === undefined) {
      key = read(given);
      if (known.size === maxKeys) known.clear();
      known.set(name, key);
    }
    return key;
  };
}
