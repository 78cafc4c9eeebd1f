// @needs redis
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, expect, it } from "vitest";
import { createRedisNonces, type RedisClient } from "../../../runtime/stores/redis/index.js";
import { nonceSuite } from "../../support/runtime/stores/nonce-suite.js";
import { redisUrl as url } from "../../support/services/urls.js";

const prefix = `oipkit-test:${process.pid}:${Date.now()}:`;

const ioredis = new Redis(url, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 0 });
const redis = createClient({ url, disableOfflineQueue: true });

nonceSuite("in Redis, by ioredis", {
  ownClock: true,
  start: async () => ioredis.connect(),
  open: (now) => createRedisNonces({ client: ioredis, prefix: `${prefix}i:`, now }),
  stop: async () => ioredis.disconnect(),
});

nonceSuite("in Redis, by redis", {
  ownClock: true,
  start: async () => void (await redis.connect()),
  open: (now) => createRedisNonces({ client: redis, prefix: `${prefix}r:`, now }),
  stop: async () => redis.destroy(),
});

describe("createRedisNonces", () => {
  it("lets Redis expire a nonce", async () => {
    const client = await createClient({ url }).connect();
    const nonces = createRedisNonces({ client, prefix: `${prefix}e:` });
    expect(await nonces.reserve("app", "long", Date.now() + 600_000)).toBe(true);
    const [key] = await client.keys(`${prefix}e:*`);
    const left = await client.pTTL(key ?? "");
    expect(left).toBeGreaterThan(590_000);
    expect(left).toBeLessThanOrEqual(600_000);
    await nonces.reserve("app", "short", Date.now() + 50);
    await expect.poll(() => nonces.reserve("app", "short", Date.now() + 50)).toBe(true);
    expect(await nonces.reserve("app", "past", Date.now() - 1)).toBe(true);
    client.destroy();
  });

  it("rejects while Redis is unavailable or doesn't answer", async () => {
    const away = new Redis("redis://127.0.0.1:1", {
      lazyConnect: true,
      enableOfflineQueue: false,
      retryStrategy: null,
    });
    away.on("error", () => {});
    await away.connect().catch(() => {});
    const nonces = createRedisNonces({ client: away });
    await expect(nonces.reserve("app", "n", Date.now() + 1000)).rejects.toThrow();
    await expect(nonces.check?.()).rejects.toMatchObject({ code: "store-unreachable" });
    const silent: RedisClient = { call: () => new Promise(() => {}) };
    const waiting = createRedisNonces({ client: silent, timeoutMs: 20 });
    await expect(waiting.reserve("app", "n", Date.now() + 1000)).rejects.toMatchObject({
      code: "store-unreachable",
    });
  });
});
