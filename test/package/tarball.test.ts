import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { declarationsReached } from "../support/package/declarations-reached.js";

const { packages } = inject("installation");
const holds: Readonly<Record<string, readonly string[]>> = {
  oipkit: [
    "dist/cli/index.js",
    "dist/cli/oipkit.js",
    "dist/generator/index.js",
    "templates/http-client.ts.hbs",
    "templates/init/receiver/common/gitignore",
    "templates/init/receiver/servers/tsconfig.json",
    "templates/support/date-time.js",
    "reader/vocabulary/webhook-protocol.schema.yaml",
    "contracts/events.asyncapi.yaml",
    "docs/reference/diagnostics.md",
    "examples/adapters/express.ts",
  ],
  "@oipkit/runtime": ["dist/webhook/index.js", "dist/webhook/index.d.ts", "dist/adapters/hono.js"],
  "@oipkit/delivery": ["dist/index.js", "dist/index.d.ts", "dist/store/sqlite/open.js"],
  "@oipkit/sandbox": ["dist/index.js", "dist/index.d.ts", "dist/platform/draft.js"],
  "@oipkit/console": ["dist/server/index.js", "dist/server/index.d.ts", "dist/generated/console/routes.js"],
  "@oipkit/sdk": ["dist/validators/events.js", "dist/validators/events.d.ts", "reference/README.md"],
};

describe.each(packages)("the tarball of $name", ({ name, packed, installed }) => {
  const matching = (pattern: RegExp): string[] => packed.filter((path) => pattern.test(path));

  it("contains the files needed at run time, the README, changelog and license", () => {
    const wanted = holds[name] ?? [];
    expect(wanted.length).toBeGreaterThan(0);
    expect(packed).toEqual(expect.arrayContaining([...wanted, "README.md", "CHANGELOG.md", "LICENSE"]));
  });

  it("contains no tests, scripts, sources or build artifacts", () => {
    expect(
      matching(/^(?!contracts\/|templates\/init\/)(?:.*\/)?(?:test|scripts)\/|^dist\/.*examples\//),
    ).toEqual([]);
    expect(matching(/^bench\/(?!RESULTS\.md$)/)).toEqual([]);
    expect(
      matching(
        /^(?!templates\/init\/)(?:(?!examples\/).*(?<!\.d)\.ts$|.*(?:\.test\.|\.tsbuildinfo$|tsconfig|biome))/,
      ),
    ).toEqual([]);
  });

  it("contains the types of every module that one may import", async () => {
    const reached = await declarationsReached(installed, packed);
    expect(reached.size).toBeGreaterThan(0);
    expect([...reached].filter((path) => !packed.includes(path))).toEqual([]);
  });

  if (name === "@oipkit/runtime")
    it("contains no types that nobody can import", async () => {
      const reached = await declarationsReached(installed, packed);
      expect(matching(/\.d\.ts$/).filter((path) => !reached.has(path))).toEqual([]);
    });
  else
    it("contains the types of every compiled module", () => {
      // The page of the Console is built, not compiled.
      const compiled = matching(/^dist\/(?!app\/).*\.js$/);
      expect(compiled.length).toBeGreaterThan(30);
      // Only generated validators import these modules; the package doesn't export them.
      const shared = /^dist\/(?:generated\/)?validators\/(?:support|[a-z-]+\.definitions)\.js$/;
      // Started, not imported: a thread, and the bundled program.
      const started = ["dist/store/sqlite/thread.js", "dist/cli/oipkit.js", "dist/cli/oipkit-manifest.js"];
      const untyped = compiled.filter((path) => !packed.includes(path.replace(/\.js$/, ".d.ts")));
      const isGenerated = ["@oipkit/sdk", "@oipkit/sandbox", "@oipkit/console"].includes(name);
      expect(
        untyped.filter((path) => !started.includes(path) && !(isGenerated && shared.test(path))),
      ).toEqual([]);
    });

  it("contains no source maps, and no references to them", async () => {
    expect(matching(/\.map$/)).toEqual([]);
    for (const path of matching(/^dist\/.*\.(?:js|d\.ts)$/)) {
      const text = await readFile(join(installed, path), "utf8");
      expect(text, path).not.toContain("sourceMappingURL=");
    }
  });
});

it("no package contains compiled files of another", () => {
  const folders = packages.map(({ packed }) =>
    [...new Set(packed.filter((path) => path.endsWith(".js")).map((path) => path.split("/")[1]))].sort(),
  );
  expect(folders[0]).toEqual(expect.arrayContaining(["cli", "commands", "generator", "reader"]));
  expect(folders[0]).not.toContain("runtime");
  expect(folders[0]).not.toContain("generated");
});
