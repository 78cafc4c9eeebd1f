import type { NonceStore } from "@oipkit/runtime/stores";
import { StoreFailure } from "@oipkit/runtime/stores";
import { createRedisNonces } from "@oipkit/runtime/stores/redis";

/** Nonces at a Redis URL, on a client of its own: it fails at once while Redis is away, and comes back by itself. */
export async function openRedis(url: string): Promise<NonceStore> {
  const { createClient } = await import("redis").catch((cause: unknown) => {
    const message = "nonces in Redis need the package `redis`: npm install redis";
    throw new StoreFailure("store-driver-missing", message, { cause });
  });
  const place = placeOf(url);
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 3000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2000) },
  });
  let first: unknown;
  // Unheard, the error of a lost connection would end the process.
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
    throw new StoreFailure("store-unreachable", `${place} can't be used: ${reason}`, { cause });
  }
  failed.catch(() => {});
  const nonces = createRedisNonces({ client });
  return { ...nonces, close: async () => client.destroy() };
}

function placeOf(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw new StoreFailure("store-options", "the URL of Redis isn't like redis://:password@host:6379/0");
  }
  return `Redis at ${new URL(url).host}`;
}
