import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What tests may need in addition to Node.js, npm and git. A file declares it on its first line: `// @needs redis, curl`. */
export const needs = [
  /** A PostgreSQL at `postgresUrl`. */
  "postgres",
  /** A PostgreSQL that a test starts, stops and freezes itself. */
  "own-postgres",
  /** A Redis at `redisUrl`. */
  "redis",
  /** A Redis that a test starts, stops and freezes itself. */
  "own-redis",
  /** Nodes of NATS with JetStream that a test starts and kills itself. */
  "own-nats",
  /** The platform's documentation, at `platformDocument`. */
  "platform-document",
  "chromium",
  /** DejaVu Sans, Noto Sans and Noto Sans CJK below `/usr/share/fonts`, in which texts are measured. */
  "fonts",
  "bash",
  "curl",
  /** Go 1.19 or later. */
  "go",
  "mkfifo",
  "openssl",
  /** A process that no other test file uses, because the file changes or measures it. Every machine has one. */
  "own-process",
  /** StrykerJS ends the processes below its workers with it. */
  "ps",
  "python3",
] as const;

export type Need = (typeof needs)[number];

export interface TestFile {
  /** The path relative to the repository's root. */
  readonly path: string;
  readonly needs: readonly Need[];
}

/** Parses the needs on the first line of a test file. Throws if one is unknown. */
export function parseNeeds(path: string, text: string): TestFile {
  const [, list] = /^\/\/ @needs (.+)\n/.exec(text) ?? [];
  const names = list === undefined ? [] : list.split(",").map((name) => name.trim());
  const found = names.map((name) => needs.find((need) => need === name) ?? name);
  const unknown = found.filter((name) => !needs.includes(name as Need));
  if (unknown.length > 0) {
    throw new Error(`${path}: unknown need \`${unknown.join(", ")}\`; known needs are ${needs.join(", ")}`);
  }
  return { path, needs: found as Need[] };
}

/** The paths of all test files, sorted. */
export function testFiles(root: string): string[] {
  return readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `test/${path.replaceAll("\\", "/")}`)
    .sort();
}

/** The test files with needs, sorted by path. */
export function testsWithNeeds(root: string): TestFile[] {
  return testFiles(root)
    .map((path) => parseNeeds(path, readFileSync(join(root, path), "utf8")))
    .filter((file) => file.needs.length > 0);
}

/** Needs that can't be installed, so a run with `OIPKIT_TEST_ALL=1` doesn't require them. */
const notInstallable: readonly Need[] = ["platform-document"];

/** The unmet needs, each with the reason. */
export type Missing = ReadonlyMap<Need, string>;

export interface Selection {
  /** The paths of the files that can run. */
  readonly runnable: string[];
  readonly leftOut: readonly TestFile[];
}

/** Separates test files that can run from those that can't. */
export function select(files: readonly TestFile[], missing: Missing): Selection {
  const isMet = ({ needs }: TestFile): boolean => needs.every((need) => !missing.has(need));
  return {
    runnable: files.filter(isMet).map(({ path }) => path),
    leftOut: files.filter((file) => !isMet(file)),
  };
}

/** The unmet needs of the files that could be installed, one per line. */
export function installableLines(leftOut: readonly TestFile[], missing: Missing): string[] {
  const wanted = new Set(leftOut.flatMap(({ needs }) => needs));
  return [...missing]
    .filter(([need]) => wanted.has(need) && !notInstallable.includes(need))
    .map(([need, why]) => `${need}: ${why}`);
}

/** A line that says how many files were left out and why; undefined if all can run. */
export function leftOutLine(leftOut: readonly TestFile[], missing: Missing): string | undefined {
  if (leftOut.length === 0) return undefined;
  const files = (count: number): string => (count === 1 ? "1 test file" : `${count} test files`);
  const reasons = [...missing]
    .map(([need, why]) => ({ need, why, count: leftOut.filter(({ needs }) => needs.includes(need)).length }))
    .filter(({ count }) => count > 0)
    .map(({ need, why, count }) => `${need} (${why}, ${files(count)})`);
  return `Left out ${files(leftOut.length)}, whose needs aren't met: ${reasons.join(", ")}. .ci/run installs what it can, and runs all tests.`;
}
