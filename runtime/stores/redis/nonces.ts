import { randomUUID } from "node:crypto";
import { type NonceStore, StoreFailure } from "../../ports/stores.js";
import { storeKey } from "../stored-text.js";
import { createWriteWatch, reserveWatched } from "../write-watch.js";

/** What oipkit needs of a client of Redis: `call` of `ioredis`, or `sendCommand` of `redis`. */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Options of the nonce store in Redis. */
export interface RedisNoncesOptions {
  /** A connected client, which the caller closes. Let it fail immediately while Redis is down: deliveries are retried. */
  readonly client: RedisClient;
  /** Prefix of the keys. Default: `oipkit:nonce:`. */
  readonly prefix?: string | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** How long to wait for Redis, in milliseconds. Default: 2000. */
  readonly timeoutMs?: number | undefined;
}

/** Nonces in Redis, shared by any number of processes; Redis expires them itself. */
export function createRedisNonces(options: RedisNoncesOptions): NonceStore {
  const { client, prefix = "oipkit:nonce:", now = Date.now, timeoutMs = 2000 } = options;
  const command = (...args: string[]): Promise<unknown> => {
    const answer = "call" in client ? client.call(...(args as [string])) : client.sendCommand(args);
    return within(answer, timeoutMs);
  };
  const watch = createWriteWatch({
    place: "Redis",
    tryWrite: () => command("SET", `${prefix}tried:${randomUUID()}`, "1", "PX", "1000"),
  });
  return {
    async reserve(application, nonce, expiresAt) {
      const ttl = Math.ceil(expiresAt - now());
      // Nothing to protect any more: its timestamp is already outside the window.
      if (ttl <= 0) return true;
      const key = prefix + storeKey(application, nonce);
      return reserveWatched(
        watch,
        async () => (await command("SET", key, "1", "PX", String(ttl), "NX")) !== null,
      );
    },
    async check() {
      try {
        await command("PING");
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new StoreFailure("store-unreachable", `Redis can't be used: ${reason}`, { cause });
      }
      // It answers while its memory or its disk is full, and as a replica.
      await watch.check();
    },
  };
}

async function within<Result>(answer: Promise<Result>, timeoutMs: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreFailure("store-unreachable", `Redis didn't answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
