import crypto, {
  constants,
  createHash,
  type KeyObject,
  privateEncrypt,
  type SignKeyObjectInput,
  sign as signWith,
  timingSafeEqual,
  verify as verifyWith,
} from "node:crypto";
import { type PublicKey, readPrivateKey, readPublicKey } from "./key-pair.js";
import { decodeBytes, encodeBytes, encodedLength, secretBytes } from "./secret-bytes.js";
import {
  digestBytes,
  hashNames,
  hasKeyPair,
  type KeyedHashScheme,
  type KeyPairAlgorithm,
  type SignatureScheme,
} from "./signature-scheme.js";
import { contentFrame, frameBytes, type SignedParts } from "./signed-content.js";

/** A key to verify with: a shared secret, or a public key, depending on the algorithm. */
export type VerificationKey = string | PublicKey;

/** Returns that many random bytes. */
type Random = (size: number) => Uint8Array;

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
  if (hasKeyPair(scheme.algorithm)) return withKeyPair(scheme, scheme.algorithm);
  return withSecret(scheme as KeyedHashScheme);
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
const keyOptions: Readonly<Record<KeyPairAlgorithm, Omit<SignKeyObjectInput, "key">>> = {
  ed25519: {},
  "ecdsa-p256-sha256": { dsaEncoding: "der" },
  "rsa-pss-sha256": pss,
  "rsa-pss-sha512": pss,
  "rsa-v1_5-sha256": { padding: constants.RSA_PKCS1_PADDING },
};

function withKeyPair(scheme: SignatureScheme, algorithm: KeyPairAlgorithm): CompiledSignature {
  const frame = contentFrame(scheme);
  const hash = hashNames[algorithm];
  const options = { ...keyOptions[algorithm] };
  // RFC 9421, section 3.3.4: both numbers of ECDSA, one after the other.
  if (scheme.form !== undefined && algorithm === "ecdsa-p256-sha256") options.dsaEncoding = "ieee-p1363";
  const publicKey = keyCache((given) => readPublicKey(scheme, given));
  return {
    sign(key, parts, random) {
      const input = frame(parts).subarray(frameBytes);
      const privateKey = readPrivateKey(scheme, key);
      const isSalted = options.padding === constants.RSA_PKCS1_PSS_PADDING;
      const isRepeatable = random !== undefined && isSalted && privateKey.asymmetricKeyType === "rsa";
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

/** The keyed hash of an input, as text. `framed` is the input after `frameBytes` bytes, which may be overwritten. */
type Mac = (secret: string, framed: Buffer) => string;

/** Prepares HMAC (RFC 2104) for the algorithm, the encoding and the secrets of a scheme. */
function schemeMac(scheme: KeyedHashScheme): Mac {
  const hash = hashNames[scheme.algorithm];
  const slow: Mac = (secret, framed) => {
    const key = secretBytes(scheme, secret);
    const hmac = crypto.createHmac(hash, key).update(framed.subarray(frameBytes));
    return encodeBytes(scheme, hmac.digest());
  };
  if (scheme.algorithm !== "hmac-sha256" || scheme.case === "upper") return slow;
  const { encoding } = scheme;
  const findPads = padsCache(scheme);
  // Two one-shot hashes take two thirds of the time of Node's `Hmac`, which is the fallback without them.
  return (secret, framed) => {
    if (typeof crypto.hash !== "function") return slow(secret, framed);
    const { inner, outer } = findPads(secret);
    framed.set(inner);
    // A digest as text costs less than one as a buffer.
    outer.write(crypto.hash("sha256", framed, "binary"), frameBytes, "latin1");
    return crypto.hash("sha256", outer, encoding);
  };
}

const sha256Bytes = 32;

interface Pads {
  /** The key's block for the inner hash. */
  readonly inner: Uint8Array;
  /** The key's block for the outer hash, with room for the inner one's digest behind. */
  readonly outer: Buffer;
}

/** Enough for a sender with many endpoints (about 500 bytes each); with more, the cache restarts. */
const maxPads = 1024;

function padsCache(scheme: KeyedHashScheme): (secret: string) => Pads {
  const keys = new Map<string, Pads>();
  return (secret) => {
    let pads = keys.get(secret);
    if (pads === undefined) {
      pads = padsFrom(secretBytes(scheme, secret));
      if (keys.size === maxPads) keys.clear();
      keys.set(secret, pads);
    }
    return pads;
  };
}

function padsFrom(secret: Buffer): Pads {
  const key = secret.length > frameBytes ? crypto.createHash("sha256").update(secret).digest() : secret;
  const inner = Buffer.alloc(frameBytes, 0x36);
  const outer = Buffer.alloc(frameBytes + sha256Bytes, 0x5c);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return { inner, outer };
}

/** A message to sign with RSASSA-PSS, and its salt. */
interface PssOptions {
  /** An RSA key without restrictions of its own. */
  readonly key: KeyObject;
  readonly hash: "sha256" | "sha512";
  readonly input: Uint8Array;
  /** As long as the hash. */
  readonly salt: Uint8Array;
}

/**
 * A signature of RSASSA-PSS (RFC 8017, section 8.1.1) with a given salt, so that it is the same each time; `node:crypto`
 * only signs with a random one.
 */
export function pssSignature({ key, hash, input, salt }: PssOptions): Buffer {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const digest = (bytes: Uint8Array): Buffer => createHash(hash).update(bytes).digest();
  const encoded = Buffer.alloc(Math.ceil((bits - 1) / 8));
  const seed = digest(Buffer.concat([Buffer.alloc(8), digest(input), salt]));
  const block = Buffer.alloc(encoded.length - seed.length - 1);
  block[block.length - salt.length - 1] = 1;
  block.set(salt, block.length - salt.length);
  const mask = generateMask(seed, block.length, digest);
  for (let index = 0; index < block.length; index++) block[index] = (block[index] ?? 0) ^ (mask[index] ?? 0);
  const unused = 8 * encoded.length - (bits - 1);
  block[0] = (block[0] ?? 0) & (0xff >> unused);
  encoded.set(block);
  encoded.set(seed, block.length);
  encoded[encoded.length - 1] = 0xbc;
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded(encoded, Math.ceil(bits / 8)));
}

/** MGF1 (RFC 8017, appendix B.2.1). */
function generateMask(seed: Buffer, length: number, digest: (bytes: Uint8Array) => Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0; counter * seed.length < length; counter++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    blocks.push(digest(Buffer.concat([seed, number])));
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** A modulus of 8n + 1 bits has one byte more than the message. */
function padded(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
}
