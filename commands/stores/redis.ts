import type { NonceStore } from "@oipkit/runtime/stores";
import { StoreFailure } from "@oipkit/runtime/stores";
import { createRedisNonces } from "@oipkit/runtime/stores/redis";

/** A nonce store at a Redis URL. Its client fails at once while Redis is unavailable, and reconnects by itself. */
export async function openRedis(url: string): Promise<NonceStore> {
  const { createClient } = await import("redis").catch((cause: unknown) => {
    const message = "storing nonces in Redis needs the package `redis`: npm install redis";
    throw new StoreFailure("store-driver-missing", message, { cause });
  });
  const place = placeOf(url);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 3000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) },
  });
  let first: unknown;
  // Without a listener, the error of a lost connection would end the process.
  client.on("error", (failure) => {
    first ??= failure;
  });
  const failed = new Promise<never>((_, reject) => {
    client.once("error", reject);
  });
  const connecting = client.connect();
  connecting.catch(() => {});
  try {
    await Promise.race([connecting, failed]);
  } catch (cause) {
    client.destroy();
    const reason = first instanceof Error ? first.message || first.name : String(first);
    throw new StoreFailure("store-unreachable", `cannot use ${place}: ${reason}`, { cause });
  }
  failed.catch(() => {});
  const nonces = createRedisNonces({ client });
  return { ...nonces, close: async () => client.destroy() };
}

function placeOf(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new StoreFailure("store-options", "the Redis URL must look like redis://:password@host:6379/0");
  }
  return `Redis at ${new URL(url).host}`;
}
