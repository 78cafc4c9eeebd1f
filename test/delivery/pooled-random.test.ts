import { describe, expect, it } from "vitest";
import { pooledRandom } from "../../delivery/create-delivery.js";

describe("random bytes from a pool", () => {
  it("have the length that was asked for, also beyond the pool", () => {
    const random = pooledRandom();
    for (const size of [0, 1, 16, 8191, 8192, 8193, 100_000, 6]) expect(random(size)).toHaveLength(size);
  });

  it("are never the same twice, and keep their value when others are asked for", () => {
    const random = pooledRandom();
    const nonces = Array.from({ length: 5000 }, () => random(16));
    const texts = nonces.map((nonce) => Buffer.from(nonce).toString("hex"));
    expect(new Set(texts).size).toBe(5000);
    random(8192).fill(0);
    expect(nonces.map((nonce) => Buffer.from(nonce).toString("hex"))).toEqual(texts);
  });
});
