import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readText } from "../support/package/code-blocks.js";
import { repository } from "../support/package/install.js";

const manifest = JSON.parse(readText("runtime/package.json")) as { exports: Record<string, object | string> };
const cells = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? "");

describe("docs/guide/adapters.md", () => {
  const page = readText("docs/guide/adapters.md");

  it("lists every adapter of the package, each with an example", () => {
    const entries = Object.keys(manifest.exports).filter((name) => name.startsWith("./adapters/"));
    expect(entries.length).toBeGreaterThan(5);
    expect(cells(page, /^\|.*`(@oipkit\/runtime\/adapters\/[a-z-]+)`/gm).sort()).toEqual(
      entries.map((name) => name.replace("./", "@oipkit/runtime/")).sort(),
    );
    const examples = entries.map((name) => name.replace("./adapters/", "").replace("node-server", "node"));
    const missing = examples.filter(
      (name) =>
        !existsSync(join(repository, `examples/adapters/${name}.ts`)) &&
        !existsSync(join(repository, `examples/adapters/${name}/app`)),
    );
    expect(missing).toEqual([]);
  });
});
