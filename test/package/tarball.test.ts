import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";

const { packed, project } = inject("installation");
const matching = (pattern: RegExp): string[] => packed.filter((path) => pattern.test(path));

describe("the tarball", () => {
  it("holds what the package needs at run time, and its texts", () => {
    expect(packed).toEqual(
      expect.arrayContaining([
        "dist/cli/index.js",
        "dist/generator/index.js",
        "dist/generated/validators/events.js",
        "dist/generated/validators/events.d.ts",
        "templates/http-client.ts.hbs",
        "templates/snippets/date-time.js",
        "vocabulary/webhook-protocol.schema.yaml",
        "contracts/events.asyncapi.yaml",
        "docs/diagnostics.md",
        "README.md",
        "CHANGELOG.md",
        "LICENSE",
      ]),
    );
  });

  it("holds no test, benchmark, source or by-product of the build", () => {
    expect(matching(/^(?!contracts\/)(?:.*\/)?(?:test|bench|scripts|examples)\//)).toEqual([]);
    expect(matching(/\.test\.|\.tsbuildinfo$|(?<!\.d)\.ts$|tsconfig|biome/)).toEqual([]);
  });

  it("holds compiled files only of modules that are there, each with its types", () => {
    const compiled = matching(/^dist\/.*\.js$/);
    expect(compiled.length).toBeGreaterThan(100);
    expect(compiled.filter((path) => !packed.includes(path.replace(/\.js$/, ".d.ts")))).toEqual([]);
  });

  it("points to no source map that is missing, and has none that points to missing sources", async () => {
    expect(matching(/\.map$/)).toEqual([]);
    for (const path of matching(/^dist\/.*\.(?:js|d\.ts)$/)) {
      const text = await readFile(join(project, "node_modules/oipkit", path), "utf8");
      expect(text, path).not.toContain("sourceMappingURL=");
    }
  });
});
