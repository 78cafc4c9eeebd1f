import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NonceStore } from "../../../../runtime/webhook/index.js";

/** A kind of nonce store under test. */
export interface NonceKind {
  readonly start?: () => Promise<void>;
  /** Opens an instance on the same data; in memory, with separate data. */
  readonly open: (now: () => number) => NonceStore;
  readonly stop?: () => Promise<void>;
  /** The store uses its own clock, so its own test covers expiry. */
  readonly ownClock?: boolean;
}

/** The tests that every nonce store must pass. */
export function nonceSuite(name: string, kind: NonceKind): void {
  describe(`the nonces ${name}`, () => {
    const start = Date.now();
    let now = start;
    let nonces: NonceStore;
    let round = 0;
    let nonce = "";
    beforeAll(async () => {
      await kind.start?.();
      nonces = kind.open(() => now);
    });
    beforeEach(() => {
      now = start;
      nonce = `${process.pid} ${start} ${round++}`;
    });
    afterAll(async () => {
      await nonces.close?.();
      await kind.stop?.();
    });

    it("are reserved once for each application", async () => {
      expect(await nonces.reserve("app", nonce, start + 60_000)).toBe(true);
      expect(await nonces.reserve("app", nonce, start + 60_000)).toBe(false);
      expect(await nonces.reserve("other", nonce, start + 60_000)).toBe(true);
      expect(await nonces.reserve("ap", `p${nonce}`, start + 60_000)).toBe(true);
    });

    it("are reserved for only one of many simultaneous callers", async () => {
      const calls = Array.from({ length: 50 }, () => nonces.reserve("app", nonce, start + 60_000));
      expect((await Promise.all(calls)).filter((fresh) => fresh)).toHaveLength(1);
    });

    it("may have any length and content", async () => {
      const odd = `${nonce}\0\ud800\\${"x".repeat(50_000)}`;
      expect(await nonces.reserve("app", `${odd}1`, start + 60_000)).toBe(true);
      expect(await nonces.reserve("app", `${odd}2`, start + 60_000)).toBe(true);
      expect(await nonces.reserve("app", `${odd}1`, start + 60_000)).toBe(false);
    });

    it("report that they are ready", async () => {
      await expect(nonces.check?.()).resolves.toBeUndefined();
    });

    if (kind.ownClock === true) return;
    it("can be reserved again when they expire, and not before", async () => {
      await nonces.reserve("app", nonce, start + 1000);
      now = start + 999;
      expect(await nonces.reserve("app", nonce, start + 5000)).toBe(false);
      now = start + 1000;
      expect(await nonces.reserve("app", nonce, start + 5000)).toBe(true);
      expect(await nonces.reserve("app", nonce, start + 5000)).toBe(false);
    });
  });
}
