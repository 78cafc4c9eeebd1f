// @needs own-postgres, own-redis
import { afterAll, beforeAll } from "vitest";
import { describeInit } from "../support/package/describe-init.js";
import { ownPostgres } from "../support/services/postgres.js";
import { ownRedis } from "../support/services/redis.js";
import type { OwnServer } from "../support/services/server.js";

let postgres: OwnServer;
let redis: OwnServer;
beforeAll(async () => {
  [postgres, redis] = [await ownPostgres(), await ownRedis()];
  await Promise.all([postgres.start(), redis.start()]);
});
afterAll(async () => {
  await postgres.remove();
  await redis.remove();
});

describeInit("a few cases", {
  args: ["--framework", "express", "--store", "postgres", "--identity", "none"],
  packages: ["@types/express", "@types/pg", "express", "pg"],
  env: () => ({ DATABASE_URL: postgres.url }),
});

describeInit("a few cases", {
  args: ["--framework", "fastify", "--store", "postgres-redis", "--identity", "application"],
  packages: ["@types/pg", "fastify", "pg", "redis"],
  env: () => ({ DATABASE_URL: postgres.url, REDIS_URL: redis.url }),
});
