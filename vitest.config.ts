import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^oipkit\/sdk\/(.*)$/, replacement: at("./generated/$1") },
      { find: /^oipkit\/sdk$/, replacement: at("./generated/index.ts") },
      { find: /^oipkit\/http$/, replacement: at("./runtime/http/index.ts") },
      { find: /^oipkit\/oauth$/, replacement: at("./runtime/oauth/index.ts") },
      { find: /^oipkit\/access$/, replacement: at("./runtime/access/index.ts") },
      { find: /^oipkit\/webhook$/, replacement: at("./runtime/webhook/index.ts") },
      { find: /^oipkit\/((?:adapters|operations)\/.*)$/, replacement: at("./runtime/$1.ts") },
      { find: /^oipkit\/conformance$/, replacement: at("./conformance/index.ts") },
      { find: /^oipkit\/config$/, replacement: at("./generator/config.ts") },
      { find: /^oipkit\/plugin$/, replacement: at("./generator/plugins/index.ts") },
      { find: /^oipkit\/documents$/, replacement: at("./documents/index.ts") },
      { find: /^oipkit$/, replacement: at("./generator/index.ts") },
    ],
  },
  test: {
    setupFiles: at("./test/fast-check-seed.ts"),
    // Many tests wait for a process of their own, so two at once help on two cores, too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: "source",
          include: ["test/**/*.test.ts"],
          exclude: ["test/package/**", "test/yardstick/**"],
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
