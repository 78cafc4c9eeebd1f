import { existsSync } from "node:fs";
import { carriedChromium, installedChromium } from "./chromium-files.js";
import type { Missing, Need } from "./needs.js";
import { platformDocument } from "./platform-document.js";
import { answers as postgresAnswers } from "./postgres.js";
import { carriedPostgres } from "./postgres-files.js";
import { installedProgram } from "./program.js";
import { answers as redisAnswers } from "./redis.js";
import { postgresUrl, redisUrl, useOwnServices } from "./urls.js";

/** Looks at the machine: which needs it doesn't meet, and why. */
export async function missingHere(): Promise<Missing> {
  const hasPostgres = installedProgram("initdb") !== undefined || carriedPostgres() !== undefined;
  const hasRedis = installedProgram("redis-server") !== undefined;
  const noPostgres = "not installed, and no npm package with it for this system";
  const reasons: Record<Need, string | false> = {
    postgres: !hasPostgres && !(await responds(postgresAnswers, postgresUrl)) && noPostgres,
    "own-postgres": hasPostgres ? !existsSync("/proc") && "freezing it needs /proc" : noPostgres,
    redis: !hasRedis && !(await responds(redisAnswers, redisUrl)) && "no redis-server, and none answers",
    "own-redis": !hasRedis && "no redis-server",
    chromium:
      installedChromium() === undefined &&
      carriedChromium() === undefined &&
      "not installed, and no npm package with it for this system",
    "platform-document": !existsSync(platformDocument) && "not beside the repository",
    bash: isAbsent("bash"),
    curl: isAbsent("curl"),
    openssl: isAbsent("openssl"),
    python3: isAbsent("python3"),
  };
  return new Map(Object.entries(reasons).filter(([, why]) => why !== false) as [Need, string][]);
}

const isAbsent = (program: string): string | false =>
  installedProgram(program) === undefined && "not installed";

const responds = async (answers: (url: string) => Promise<boolean>, url: string): Promise<boolean> =>
  !useOwnServices && (await answers(url).catch(() => false));
