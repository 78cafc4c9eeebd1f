import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

const { packages } = inject("installation");
const holds: Readonly<Record<string, readonly string[]>> = {
  oipkit: [
    "dist/cli/index.js",
    "dist/generator/index.js",
    "templates/http-client.ts.hbs",
    "templates/init/common/gitignore",
    "templates/init/servers/tsconfig.json",
    "templates/support/date-time.js",
    "vocabulary/webhook-protocol.schema.yaml",
    "contracts/events.asyncapi.yaml",
    "docs/diagnostics.md",
    "examples/adapters/express.ts",
  ],
  "@oipkit/runtime": ["dist/webhook/index.js", "dist/webhook/index.d.ts", "dist/adapters/hono.js"],
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

  it("contains the types of every compiled module", () => {
    const compiled = matching(/^dist\/.*\.js$/);
    expect(compiled.length).toBeGreaterThan(50);
    // Only generated validators import these modules; the package doesn't export them.
    const shared = /^dist\/validators\/(?:support|[a-z-]+\.definitions)\.js$/;
    const untyped = compiled.filter((path) => !packed.includes(path.replace(/\.js$/, ".d.ts")));
    expect(untyped.filter((path) => name !== "@oipkit/sdk" || !shared.test(path))).toEqual([]);
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
  expect(folders[0]).toEqual(expect.arrayContaining(["cli", "conformance", "generator"]));
  expect(folders[0]).not.toContain("runtime");
  expect(folders[0]).not.toContain("generated");
});
