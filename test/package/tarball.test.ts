import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

const { packages } = inject("installation");
const holds: Readonly<Record<string, readonly string[]>> = {
  oipkit: [
    "dist/cli/index.js",
    "dist/generator/index.js",
    "templates/http-client.ts.hbs",
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

  it("holds what the package needs at run time, and its texts", () => {
    const wanted = holds[name] ?? [];
    expect(wanted.length).toBeGreaterThan(0);
    expect(packed).toEqual(expect.arrayContaining([...wanted, "README.md", "CHANGELOG.md", "LICENSE"]));
  });

  it("holds no test, script, source or by-product of the build", () => {
    expect(matching(/^(?!contracts\/)(?:.*\/)?(?:test|scripts)\/|^dist\/.*examples\//)).toEqual([]);
    expect(matching(/^bench\/(?!RESULTS\.md$)/)).toEqual([]);
    expect(matching(/^(?!examples\/).*(?<!\.d)\.ts$|\.test\.|\.tsbuildinfo$|tsconfig|biome/)).toEqual([]);
  });

  it("holds compiled files only of modules that are there, each with its types", () => {
    const compiled = matching(/^dist\/.*\.js$/);
    expect(compiled.length).toBeGreaterThan(50);
    // What generated validators share is imported by them alone; the package doesn't export it.
    const shared = /^dist\/validators\/(?:support|[a-z-]+\.definitions)\.js$/;
    const untyped = compiled.filter((path) => !packed.includes(path.replace(/\.js$/, ".d.ts")));
    expect(untyped.filter((path) => name !== "@oipkit/sdk" || !shared.test(path))).toEqual([]);
  });

  it("points to no source map that is missing, and has none that points to missing sources", async () => {
    expect(matching(/\.map$/)).toEqual([]);
    for (const path of matching(/^dist\/.*\.(?:js|d\.ts)$/)) {
      const text = await readFile(join(installed, path), "utf8");
      expect(text, path).not.toContain("sourceMappingURL=");
    }
  });
});

it("no file of one package is compiled into another", () => {
  const folders = packages.map(({ packed }) =>
    [...new Set(packed.filter((path) => path.endsWith(".js")).map((path) => path.split("/")[1]))].sort(),
  );
  expect(folders[0]).toEqual(expect.arrayContaining(["cli", "conformance", "generator"]));
  expect(folders[0]).not.toContain("runtime");
  expect(folders[0]).not.toContain("generated");
});
