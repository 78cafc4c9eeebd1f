import { constants, createHash, type KeyObject, privateEncrypt } from "node:crypto";

/** A message to sign with RSASSA-PSS, and its salt. */
export interface PssOptions {
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
  const mask = maskOf(seed, block.length, digest);
  for (let index = 0; index < block.length; index++) block[index] = (block[index] ?? 0) ^ (mask[index] ?? 0);
  const unused = 8 * encoded.length - (bits - 1);
  block[0] = (block[0] ?? 0) & (0xff >> unused);
  encoded.set(block);
  encoded.set(seed, block.length);
  encoded[encoded.length - 1] = 0xbc;
  return privateEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded(encoded, Math.ceil(bits / 8)));
}

/** MGF1 (RFC 8017, appendix B.2.1). */
function maskOf(seed: Buffer, length: number, digest: (bytes: Uint8Array) => Buffer): Buffer {
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
