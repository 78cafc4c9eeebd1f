import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingHere } from "./missing.js";
import { ownPostgres, answers as postgresAnswers } from "./postgres.js";
import { ownRedis, answers as redisAnswers } from "./redis.js";
import type { OwnServer } from "./server.js";
import { postgresUrl, redisUrl, useOwnServices } from "./urls.js";

/**
 * Runs before all tests. If no PostgreSQL or Redis answers and the machine has the programs, starts them and passes their
 * URLs to the tests in the environment. With `OIPKIT_TEST_OWN_SERVICES=1`, starts both in any case. Also makes the folder in which
 * the first test that needs Chromium unpacks it for all.
 */
export async function setup(): Promise<() => Promise<void>> {
  const started: OwnServer[] = [];
  const missing = await missingHere();
  const isAbsent = async (answers: (url: string) => Promise<boolean>, url: string): Promise<boolean> =>
    useOwnServices || !(await answers(url).catch(() => false));
  const startOwn = async (make: () => Promise<OwnServer>): Promise<string> => {
    const server = await make();
    started.push(server);
    await server.start();
    return server.url;
  };
  const chromium = await mkdtemp(join(tmpdir(), "oipkit-chromium-"));
  process.env.OIPKIT_TEST_CHROMIUM = chromium;
  const teardown = async (): Promise<void> => {
    await rm(chromium, { recursive: true, force: true });
    for (const server of started) await server.remove();
  };
  try {
    if (!missing.has("postgres") && (await isAbsent(postgresAnswers, postgresUrl))) {
      process.env.OIPKIT_TEST_POSTGRES = await startOwn(ownPostgres);
    }
    if (!missing.has("redis") && (await isAbsent(redisAnswers, redisUrl))) {
      process.env.OIPKIT_TEST_REDIS = await startOwn(ownRedis);
    }
  } catch (failure) {
    await teardown();
    throw failure;
  }
  return teardown;
}
