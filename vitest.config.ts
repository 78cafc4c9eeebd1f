import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leftOutReporter } from "./test/services/left-out-reporter.js";
import { missingHere } from "./test/services/missing.js";
import { installableLines, select, testsWithNeeds } from "./test/services/needs.js";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const withNeeds = testsWithNeeds(at("."));
const missing = await missingHere();
const { runnable, leftOut } = select(withNeeds, missing);
const toInstall = installableLines(leftOut, missing);
if (process.env.OIPKIT_TEST_ALL === "1" && toInstall.length > 0) {
  throw new Error(`OIPKIT_TEST_ALL=1 demands every test, but this is missing:\n${toInstall.join("\n")}`);
}
const paths = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path);

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string } | null>>;
}

/** What a package exports, each with its source instead of what is compiled: a class must not exist twice in one test. */
function sourcesOf(folder: string): { find: RegExp; replacement: string }[] {
  const { name, exports } = JSON.parse(readFileSync(at(`${folder}/package.json`), "utf8")) as Manifest;
  return Object.entries(exports).flatMap(([key, target]) => {
    if (target === null) return [];
    const file = typeof target === "string" ? target : target.default;
    if (!file.startsWith("./dist/")) return [];
    const specifier = `${name}${key.slice(1)}`.replace(/[.\\/]/g, "\\$&").replace("*", "(.*)");
    // What stands for several files may be JavaScript itself; Vite finds the TypeScript otherwise.
    const source = file
      .replace("./dist/", `${folder}/`)
      .replace(/(?<!\*)\.js$/, ".ts")
      .replace("*", "$1");
    return { find: new RegExp(`^${specifier}$`), replacement: at(source) };
  });
}

export default defineConfig({
  resolve: { alias: [".", "./runtime", "./generated"].flatMap(sourcesOf) },
  test: {
    reporters: ["default", leftOutReporter(leftOut, missing)],
    setupFiles: at("./test/fast-check-seed.ts"),
    // Many tests wait for a process of their own, so two at once help on two cores, too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "source",
          include: ["test/**/*.test.ts"],
          exclude: ["test/package/**", "test/yardstick/**", ...paths(withNeeds)],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // These need something beside Node.js, npm and git, which their first line names; what the machine lacks is left out.
        extends: true,
        test: {
          name: "services",
          include: runnable,
          exclude: ["test/package/**"],
          globalSetup: "test/services/start.ts",
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // These see the product as its users do: built, packed and installed.
        extends: true,
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          exclude: paths(leftOut),
          globalSetup: "test/package/install.ts",
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Needs the JSON-Schema-Test-Suite, which no package of npm ships for 2020-12.
        extends: true,
        test: {
          name: "yardstick",
          include: ["test/yardstick/**/*.test.ts"],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
