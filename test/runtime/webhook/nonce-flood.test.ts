// @needs own-process
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createMemoryNonces, type NonceStore } from "../../../runtime/webhook/index.js";
import {
  acmeNow,
  acmeReceiver,
  delivery,
  post,
  signed,
  thingEvent,
  withToken,
} from "../../support/runtime/webhook/acme.js";

const body = withToken(thingEvent());
/** A delivery that anybody can make: nothing of it is secret. */
const forged = (nonce: string) => post(signed(body, { nonce, secret: "a guess" }));

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap in use, without garbage. */
function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("a flood of forged nonces", () => {
  it("of 15 kB each is refused before anything is stored", async () => {
    const reserved: string[] = [];
    const nonces: NonceStore = { reserve: (_application, nonce) => reserved.push(nonce) > 0 };
    const { receiver, outcomes } = acmeReceiver({ nonces });
    expect((await receiver.handle(forged("x".repeat(15_000)))).status).toBe(403);
    expect((await receiver.handle(forged("x".repeat(1025)))).status).toBe(403);
    expect(outcomes.map(({ code }) => code)).toEqual(["header-malformed", "header-malformed"]);
    expect(reserved).toEqual([]);
    expect((await receiver.handle(post(signed(body, { nonce: "x".repeat(1024) })))).status).toBe(202);
  });

  it("fills the store no further than its limit; then deliveries get 500 of the protocol, until nonces expire", async () => {
    let now = acmeNow;
    const nonces = createMemoryNonces({ now: () => now, maxNonces: 100 });
    const { receiver, outcomes } = acmeReceiver({ now: () => now, nonces });
    const good = async () => (await receiver.handle(post(delivery({ now: () => now })))).status;
    for (let index = 0; index < 98; index++) await receiver.handle(forged(`n-${index}`));
    expect(await good()).toBe(202);
    await expect(nonces.check?.()).resolves.toBeUndefined();
    expect(await good()).toBe(202);
    await expect(nonces.check?.()).rejects.toMatchObject({ code: "store-full" });
    expect(await good()).toBe(500);
    expect(outcomes.at(-1)).toMatchObject({
      code: "nonce-store-full",
      refusal: { cause: { code: "store-full" } },
    });
    // What is reserved stays so, or it could be replayed.
    await receiver.handle(forged("n-0"));
    expect(outcomes.at(-1)?.code).toBe("nonce-reused");
    now += 90_000;
    expect(await good()).toBe(202);
    await expect(nonces.check?.()).resolves.toBeUndefined();
  });

  it("takes no room if the signature comes first", async () => {
    const nonces = createMemoryNonces({ now: () => acmeNow, maxNonces: 2 });
    const { receiver } = acmeReceiver({ nonces, reserveNonce: "after-signature" });
    for (let index = 0; index < 100; index++) {
      expect((await receiver.handle(forged(`n-${index}`))).status).toBe(403);
    }
    expect((await receiver.handle(post(delivery()))).status).toBe(202);
  });
});

describe("createMemoryNonces", () => {
  it("keeps as little of a nonce of 15 kB as of a short one", () => {
    const count = 20_000;
    const grown = (length: number): number => {
      const before = usedHeap();
      const nonces = createMemoryNonces({ now: () => 0, maxNonces: count });
      for (let index = 0; index < count; index++) {
        expect(nonces.reserve("app", `${index} `.padEnd(length, "x"), 1000)).toBe(true);
      }
      const size = usedHeap() - before;
      expect(() => nonces.reserve("app", "one more", 1000)).toThrow(
        expect.objectContaining({ code: "store-full" }),
      );
      return size;
    };
    expect(grown(15_000) / count).toBeLessThan(400);
  });

  it("counts the nonces of all applications", () => {
    const nonces = createMemoryNonces({ now: () => 0, maxNonces: 1 });
    expect(nonces.reserve("a", "n", 1000)).toBe(true);
    expect(nonces.reserve("a", "n", 1000)).toBe(false);
    expect(() => nonces.reserve("b", "n", 1000)).toThrow(expect.objectContaining({ code: "store-full" }));
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses a limit of %d", (maxNonces) => {
    expect(() => createMemoryNonces({ maxNonces })).toThrow("whole number of 1 or more");
  });
});

describe("with the nonce reserved after the signature", () => {
  const reserveNonce = "after-signature";

  it("a forged request leaves the nonce to the one that is signed, and a replay is still refused", async () => {
    const { receiver, outcomes, inbox } = acmeReceiver({ reserveNonce });
    const right = signed(body, { nonce: "n-1" });
    await receiver.handle(forged("n-1"));
    await Promise.all([right, right, right].map((copy) => receiver.handle(post(copy))));
    expect(outcomes.map(({ code }) => code).sort()).toEqual([
      "nonce-reused",
      "nonce-reused",
      "signature-mismatch",
      "stored",
    ]);
    expect(await inbox.list()).toHaveLength(1);
  });

  it("a request is outside of its window if the secrets took too long, and leaves its nonce alone", async () => {
    let now = acmeNow;
    const reserved: string[] = [];
    const { receiver, outcomes } = acmeReceiver({
      now: () => now,
      reserveNonce,
      nonces: { reserve: (_application, nonce) => reserved.push(nonce) > 0 },
      secrets: async () => {
        now += 61_000;
        return ["current secret"];
      },
    });
    expect((await receiver.handle(post(signed(body)))).status).toBe(403);
    expect([outcomes[0]?.code, reserved]).toEqual(["timestamp-outside-window", []]);
  });

  it("a failing store is reported only to senders that have the secret", async () => {
    const nonces: NonceStore = { reserve: () => Promise.reject(new Error("no connection")) };
    const { receiver } = acmeReceiver({ reserveNonce, nonces });
    expect((await receiver.handle(forged("n-1"))).status).toBe(403);
    expect((await receiver.handle(post(delivery()))).status).toBe(500);
  });

  it("another order isn't known", () => {
    expect(() => acmeReceiver({ reserveNonce: "never" as never })).toThrow(
      "`reserveNonce` must be `before-signature` or `after-signature`",
    );
  });
});
