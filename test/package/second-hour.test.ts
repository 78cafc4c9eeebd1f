// @needs own-postgres, own-redis
import pg from "pg";
import { afterAll, beforeAll, describe, inject, it } from "vitest";
import { createPlayer, type Player } from "../support/package/tutorial/play.js";
import { readTutorial } from "../support/package/tutorial/read-tutorial.js";
import { type TutorialChoices, tutorialProject } from "../support/package/tutorial/tutorial-project.js";
import { packUpgradedSdk, type UpgradedSdk } from "../support/package/tutorial/upgraded-sdk.js";
import { ownPostgres } from "../support/services/postgres.js";
import { ownRedis } from "../support/services/redis.js";
import type { OwnServer } from "../support/services/server.js";

const installation = inject("installation");
const steps = await readTutorial("docs/guide/second-hour.md");

let postgres: OwnServer;
let redis: OwnServer;
let upgraded: UpgradedSdk;
beforeAll(async () => {
  [postgres, redis, upgraded] = await Promise.all([ownPostgres(), ownRedis(), packUpgradedSdk()]);
  await Promise.all([postgres.start(), redis.start()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([postgres.remove(), redis.remove(), upgraded.remove()]);
});

type Pair = Pick<TutorialChoices, "framework" | "store">;

const frameworks = ["node", "express", "fastify", "hono", "next"] as const;
const stores = ["sqlite", "postgres", "postgres-redis"] as const;
const every = frameworks.flatMap((framework) => stores.map((store): Pair => ({ framework, store })));
/** Each framework and each store; with OIPKIT_TUTORIAL_ALL=1 each with each. */
const some: readonly Pair[] = [
  { framework: "node", store: "sqlite" },
  { framework: "express", store: "postgres" },
  { framework: "fastify", store: "postgres-redis" },
  { framework: "hono", store: "sqlite" },
  { framework: "next", store: "postgres" },
];
const pairs = process.env.OIPKIT_TUTORIAL_ALL === "1" ? every : some;

describe.each(pairs)("the second hour with $framework and $store", ({ framework, store }) => {
  let player: Player;
  beforeAll(async () => {
    const databases = store === "sqlite" ? {} : await newDatabases(`${framework}_${store}`.replace("-", "_"));
    player = createPlayer(
      await tutorialProject(installation, { framework, store, databases, upgraded: upgraded.tarball }),
    );
  }, 600_000);
  afterAll(() => player?.close(), 60_000);

  const audience = [framework === "next" ? "next" : "servers", store === "sqlite" ? "sqlite" : "postgres"];
  const own = steps.filter((step) => step.for.every((each) => audience.includes(each)));
  const isFirst = ({ first }: (typeof steps)[number]) => framework === "next" && first;
  const ordered = [...own.filter(isFirst), ...own.filter((step) => !isFirst(step))];

  it("goes as the page says, output by output", { timeout: 600_000 }, async () => {
    for (const step of ordered)
      await player.play(step).catch((cause: Error) => {
        const message = `line ${step.line} of docs/guide/second-hour.md: ${cause.message}`;
        throw new Error(`${message}\n${player.terminalTexts()}`, { cause });
      });
  });
});

async function newDatabases(name: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return { DATABASE_URL: postgres.url.replace(/postgres$/, name), REDIS_URL: redis.url };
}
