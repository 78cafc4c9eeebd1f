import { ownPostgres, answers as postgresAnswers } from "./postgres.js";
import { ownRedis, answers as redisAnswers } from "./redis.js";
import type { OwnServer } from "./server.js";
import { postgresUrl, redisUrl } from "./urls.js";

/**
 * Before all tests: where no PostgreSQL or Redis answers, starts one from the installed programs and tells the tests
 * by the environment. Fails where there is neither. With `OIPKIT_TEST_OWN_SERVICES=1` it starts both in any case.
 */
export async function setup(): Promise<() => Promise<void>> {
  const started: OwnServer[] = [];
  const always = process.env.OIPKIT_TEST_OWN_SERVICES === "1";
  const startOwn = async (make: () => Promise<OwnServer>): Promise<string> => {
    const server = await make();
    started.push(server);
    await server.start();
    return server.url;
  };
  const teardown = async (): Promise<void> => {
    for (const server of started) await server.remove();
  };
  try {
    if (always || !(await postgresAnswers(postgresUrl).catch(() => false))) {
      process.env.OIPKIT_TEST_POSTGRES = await startOwn(ownPostgres);
    }
    if (always || !(await redisAnswers(redisUrl).catch(() => false))) {
      process.env.OIPKIT_TEST_REDIS = await startOwn(ownRedis);
    }
  } catch (failure) {
    await teardown();
    throw failure;
  }
  return teardown;
}
