import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { outputOf, run } from "../support/package/run.js";

const { packages } = inject("installation");
let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "oipkit-neutral-")));
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const tarballs = packages.flatMap(({ name, tarball }) =>
    ["oipkit", "@oipkit/runtime", "@oipkit/delivery", "@oipkit/sdk"].includes(name) ? [tarball] : [],
  );
  await outputOf("npm", ["install", "--prefer-offline", "--ignore-scripts", ...tarballs], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const oipkit = (...args: readonly string[]) =>
  run(join(folder, "node_modules/.bin/oipkit"), args, { cwd: folder });

describe("the toolkit alone", () => {
  it.each(["@oipkit/sandbox", "@oipkit/console", "oidc-provider", "libsql"])("installs no %s", (name) => {
    expect(existsSync(join(folder, "node_modules", name))).toBe(false);
  });

  it("generates and compares contracts", async () => {
    const contract = (type: string): string =>
      JSON.stringify({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        properties: { count: { type } },
      });
    await mkdir(join(folder, "before"));
    await mkdir(join(folder, "after"));
    await writeFile(join(folder, "before/book.schema.json"), contract("integer"));
    await writeFile(join(folder, "after/book.schema.json"), contract("string"));
    expect(await oipkit("generate", "--contracts", "after", "--out", "out")).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "out/validators/book.js"))).toBe(true);
    expect(await oipkit("diff", "before", "after")).toMatchObject({ code: 1 });
  });

  it("writes a first receiver", async () => {
    expect(await oipkit("init", "receiver", "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "receiver/src/main.ts"))).toBe(true);
  });

  it.each([
    ["sandbox"],
    ["sandbox", "status"],
    ["trigger", "an.event"],
    ["listen", "--forward-to", "http://127.0.0.1:1/"],
  ])("says for oipkit %s %s how to install the sandbox", async (...args) => {
    const { code, stdout, stderr } = await oipkit(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("npm install --save-dev @oipkit/sandbox [sandbox-not-installed]");
  });

  it("shows the help of these commands", async () => {
    expect(await oipkit("sandbox", "--help")).toMatchObject({ code: 0, stderr: "" });
  });
});
