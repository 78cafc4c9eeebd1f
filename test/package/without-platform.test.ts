import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { expectDocumented, measureFootprint } from "../support/package/footprint.js";
import { installTarballs } from "../support/package/install.js";
import { run } from "../support/package/run.js";

const installation = inject("installation");
const toolkit = ["oipkit", "@oipkit/runtime", "@oipkit/delivery"];
let folder = "";

beforeAll(async () => {
  folder = await installTarballs(installation, toolkit);
});

const oipkit = (...args: readonly string[]) =>
  run(join(folder, "node_modules/.bin/oipkit"), args, { cwd: folder });

describe("the toolkit alone", () => {
  it("has at most 160 packages and 110 MB, and no install script", async () => {
    const found = await measureFootprint(folder);
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(160);
    expect(found.megabytes).toBeLessThanOrEqual(110);
    expectDocumented("`oipkit`, the toolkit, for development", found);
  });

  it.each(["@oipkit/sdk", "@oipkit/sandbox", "@oipkit/console", "oidc-provider", "libsql"])(
    "installs no %s",
    (name) => {
      expect(existsSync(join(folder, "node_modules", name))).toBe(false);
    },
  );

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
    expect(existsSync(join(folder, "out/validators/book.ts"))).toBe(true);
    expect(await oipkit("diff", "before", "after")).toMatchObject({ code: 1 });
  });

  it("says how to install an SDK for a first receiver, and writes it with one beside the toolkit", async () => {
    const { code, stdout, stderr } = await oipkit("init", "receiver", "--yes");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(
      "npm install @oipkit/sdk, or npx --package oipkit --package @oipkit/sdk oipkit init …",
    );
    expect(existsSync(join(folder, "receiver"))).toBe(false);

    const sdk = join(folder, "node_modules/@oipkit/sdk");
    await cp(join(installation.project, "node_modules/@oipkit/sdk"), sdk, { recursive: true });
    expect(await oipkit("init", "receiver", "--yes")).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "receiver/src/main.ts"))).toBe(true);
    await rm(sdk, { recursive: true });
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
