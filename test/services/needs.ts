import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a test may need beside Node.js, npm and git. A file says so on its first line: `// @needs redis, curl`. */
export const needs = [
  /** A PostgreSQL, where `postgresUrl` says. */
  "postgres",
  /** A PostgreSQL that a test starts, stops and freezes itself. */
  "own-postgres",
  /** A Redis, where `redisUrl` says. */
  "redis",
  /** A Redis that a test starts, stops and freezes itself. */
  "own-redis",
  /** The documentation of the platform, where `platformDocument` says. */
  "platform-document",
  "chromium",
  "bash",
  "curl",
  "openssl",
  "python3",
] as const;

export type Need = (typeof needs)[number];

export interface TestFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly needs: readonly Need[];
}

/** What the first line of a test file asks for. Throws if it asks for something unknown. */
export function needsOf(path: string, text: string): TestFile {
  const [, list] = /^\/\/ @needs (.+)\n/.exec(text) ?? [];
  const names = list === undefined ? [] : list.split(",").map((name) => name.trim());
  const found = names.map((name) => needs.find((need) => need === name) ?? name);
  const unknown = found.filter((name) => !needs.includes(name as Need));
  if (unknown.length > 0) {
    throw new Error(`${path}: unknown need \`${unknown.join(", ")}\`; known are ${needs.join(", ")}`);
  }
  return { path, needs: found as Need[] };
}

/** Paths of all test files, in order. */
export function testFiles(root: string): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .sort();
}

/** The test files that need something, in the order of their paths. */
export function testsWithNeeds(root: string): TestFile[] {
  return testFiles(root)
    .map((path) => needsOf(path, readFileSync(join(root, path), "utf8")))
    .filter((file) => file.needs.length > 0);
}

/** What no package brings, so that nobody can be asked to install it. */
const notInstallable: readonly Need[] = ["platform-document"];

/** For each need that isn't met, why. */
export type Missing = ReadonlyMap<Need, string>;

export interface Selection {
  /** Paths of those that can run. */
  readonly runnable: string[];
  readonly leftOut: readonly TestFile[];
}

/** Divides test files into those that can run and those that can't. */
export function select(files: readonly TestFile[], missing: Missing): Selection {
  const isMet = ({ needs }: TestFile): boolean => needs.every((need) => !missing.has(need));
  return {
    runnable: files.filter(isMet).map(({ path }) => path),
    leftOut: files.filter((file) => !isMet(file)),
  };
}

/** Those that are missing although they could be installed, one a line; nothing if the files need none of them. */
export function installableLines(leftOut: readonly TestFile[], missing: Missing): string[] {
  const wanted = new Set(leftOut.flatMap(({ needs }) => needs));
  return [...missing]
    .filter(([need]) => wanted.has(need) && !notInstallable.includes(need))
    .map(([need, why]) => `${need}: ${why}`);
}

/** One line about what doesn't run here and why; nothing if everything runs. */
export function leftOutLine(leftOut: readonly TestFile[], missing: Missing): string | undefined {
  if (leftOut.length === 0) return undefined;
  const files = (count: number): string => (count === 1 ? "1 test file" : `${count} test files`);
  const reasons = [...missing]
    .map(([need, why]) => ({ need, why, count: leftOut.filter(({ needs }) => needs.includes(need)).length }))
    .filter(({ count }) => count > 0)
    .map(({ need, why, count }) => `${need} (${why}, ${files(count)})`);
  return `Left out ${files(leftOut.length)} for lack of ${reasons.join(", ")}. .ci/run installs what can be, and runs all.`;
}
