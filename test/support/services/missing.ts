import { existsSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { installedChromium, packagedChromium } from "./chromium-files.js";
import type { Missing, Need } from "./needs.js";
import { platformDocument } from "./platform-document.js";
import { answers as postgresAnswers } from "./postgres.js";
import { packagedPostgres } from "./postgres-files.js";
import { installedProgram } from "./program.js";
import { answers as redisAnswers } from "./redis.js";
import { postgresUrl, redisUrl, useOwnServices } from "./urls.js";

/** Determines which needs this machine doesn't meet, and why. */
export async function missingHere(): Promise<Missing> {
  const hasPostgres = installedProgram("initdb") !== undefined || packagedPostgres() !== undefined;
  const hasRedis = installedProgram("redis-server") !== undefined;
  const noPostgres = "not installed, and no npm package for this system";
  const reasons: Record<Need, string | false> = {
    postgres: !hasPostgres && !(await responds(postgresAnswers, postgresUrl)) && noPostgres,
    "own-postgres": hasPostgres ? !existsSync("/proc") && "requires /proc" : noPostgres,
    redis:
      !hasRedis &&
      !(await responds(redisAnswers, redisUrl)) &&
      "redis-server not installed, and no server answers",
    "own-redis": !hasRedis && "redis-server not installed",
    "own-nats": installedProgram("nats-server") === undefined && "nats-server not installed",
    chromium:
      installedChromium() === undefined &&
      packagedChromium() === undefined &&
      "not installed, and no npm package for this system",
    fonts: missingFonts(),
    "platform-document": !existsSync(platformDocument) && "not next to the repository",
    bash: isAbsent("bash"),
    curl: isAbsent("curl"),
    go: isAbsent("go"),
    mkfifo: isAbsent("mkfifo"),
    openssl: isAbsent("openssl"),
    "own-process": false,
    ps: isAbsent("ps"),
    python3: isAbsent("python3"),
  };
  return new Map(Object.entries(reasons).filter(([, why]) => why !== false) as [Need, string][]);
}

const fontFiles = [/^DejaVuSans\.ttf$/, /^NotoSans-Regular\.ttf$/, /^NotoSansCJK-Regular\.ttc$/];

const missingFonts = (): string | false => {
  const folder = "/usr/share/fonts";
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const isThere = (font: RegExp) => files.some((path) => font.test(basename(path)));
  return !fontFiles.every(isThere) && "fonts-dejavu-core, fonts-noto-core or fonts-noto-cjk not installed";
};

const isAbsent = (program: string): string | false =>
  installedProgram(program) === undefined && "not installed";

const responds = async (answers: (url: string) => Promise<boolean>, url: string): Promise<boolean> =>
  !useOwnServices && (await answers(url).catch(() => false));
