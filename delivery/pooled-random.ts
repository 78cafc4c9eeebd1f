import { randomBytes } from "node:crypto";

/** Bytes that are asked for at once: enough for 512 nonces. */
const poolBytes = 8192;

/**
 * Returns a function like `randomBytes` of `node:crypto`, which asks for many bytes at once: a call to OpenSSL for each nonce costs as much as
 * the rest of an attempt's preparation. No byte is returned twice.
 */
export function pooledRandom(): (size: number) => Uint8Array {
  let pool = Buffer.alloc(0);
  let used = 0;
  return (size) => {
    if (size > poolBytes) return randomBytes(size);
    if (used + size > pool.length) {
      pool = randomBytes(poolBytes);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
