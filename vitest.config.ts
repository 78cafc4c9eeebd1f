import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { renewedForks } from "./test/support/renewed-forks.js";
import { leftOutReporter } from "./test/support/services/left-out-reporter.js";
import { missingHere } from "./test/support/services/missing.js";
import { installableLines, select, testsWithNeeds } from "./test/support/services/needs.js";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const withNeeds = testsWithNeeds(at("."));
const missing = await missingHere();
const { runnable, leftOut } = select(withNeeds, missing);
const toInstall = installableLines(leftOut, missing);
if (process.env.OIPKIT_TEST_ALL === "1" && toInstall.length > 0) {
  throw new Error(`OIPKIT_TEST_ALL=1 demands every test, but this is missing:\n${toInstall.join("\n")}`);
}
const paths = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path);
const ownProcess = paths(withNeeds.filter(({ needs }) => needs.includes("own-process")));

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly default: string } | null>>;
}

/** What a package exports, each with its source instead of what is compiled: a class must not exist twice in one test. */
function packageSources(folder: string): { find: RegExp; replacement: string }[] {
  const { name, exports } = JSON.parse(readFileSync(at(`${folder}/package.json`), "utf8")) as Manifest;
  return Object.entries(exports).flatMap(([key, target]) => {
    if (target === null) return [];
    const file = typeof target === "string" ? target : target.default;
    if (!file.startsWith("./dist/")) return [];
    const specifier = `${name}${key.slice(1)}`.replace(/[.\\/]/g, "\\$&").replace("*", "(.*)");
    // A target with `*` stands for several files; Vite finds the source of each.
    const written = file.replace("./dist/", `${folder}/`).replace("*", "$1");
    const typed = written.replace(/\.js$/, ".ts");
    return { find: new RegExp(`^${specifier}$`), replacement: at(existsSync(at(typed)) ? typed : written) };
  });
}

/** What `npm run explore` sets: properties draw more cases, and failures are noted. */
const exploring = process.env.OIPKIT_EXPLORE;
const { runs = 1 } = JSON.parse(exploring ?? "{}") as { readonly runs?: number };
const fastCheck =
  exploring === undefined ? [] : [{ find: /^fast-check$/, replacement: at("tools/explore/fast-check.mjs") }];

/** Milliseconds after which a test hangs, also on a machine that does much else: the longest takes a minute on an idle one, and three on one with a load of ten. */
const testTimeout = (process.env.OIPKIT_CRASH_ALL === "1" ? 3_600_000 : 600_000) * runs;

export default defineConfig({
  resolve: {
    alias: [
      ...fastCheck,
      ...[".", "./runtime", "./generated", "./delivery", "./platform/sandbox", "./platform/console"].flatMap(
        packageSources,
      ),
    ],
  },
  test: {
    pool: renewedForks,
    // Node.js can import the validators that tests generate, so Vite need not transform thousands of them.
    server: {
      deps: { external: [/\/oipkit-(?:entry-paths-[^/]+\/generated|[^/]+\/(?:.+\/)?validators)\/.+\.js$/] },
    },
    reporters: ["default", leftOutReporter(leftOut, missing)],
    setupFiles: [at("./test/support/fast-check-seed.ts"), at("./test/support/clean-up-hooks.ts")],
    // A wait for a condition ends when it is met; how long that takes depends on what else the machine does.
    expect: { poll: { timeout: 30_000 } },
    // Many tests wait for a server, for the registry or for a process of their own, so one more than there are cores helps.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "source",
          include: ["test/**/*.test.ts"],
          exclude: ["test/package/**", "test/yardstick/**", ...paths(withNeeds)],
          // One process runs many of these files, which saves half a second for each. A file that changes or measures its
          // process needs `own-process`.
          isolate: false,
          globalSetup: "test/support/github-description.ts",
          setupFiles: at("./test/support/unchanged-process.ts"),
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // These need something beside Node.js, npm and git, which their first line names; what the machine lacks is left out.
        extends: true,
        test: {
          name: "services",
          include: runnable,
          exclude: ["test/package/**", ...ownProcess],
          globalSetup: "test/support/services/start.ts",
          // They share processes like those of `source`.
          isolate: false,
          setupFiles: at("./test/support/unchanged-process.ts"),
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // These change or measure the process that they run in.
        extends: true,
        test: {
          name: "own-process",
          include: ownProcess,
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // These see the product as its users do: built, packed and installed.
        extends: true,
        test: {
          name: "package",
          include: ["test/package/**/*.test.ts"],
          exclude: paths(leftOut),
          globalSetup: ["test/support/github-description.ts", "test/support/package/install.ts"],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
      {
        // Needs the JSON-Schema-Test-Suite, which no package of npm ships for 2020-12.
        extends: true,
        test: {
          name: "yardstick",
          include: ["test/yardstick/**/*.test.ts"],
          testTimeout,
          hookTimeout: testTimeout,
        },
      },
    ],
  },
});
