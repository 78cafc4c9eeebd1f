import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CacheKey, openCache } from "../../../generator/cache/cache.js";
import { sha256 } from "../../../generator/write/compare.js";
import { readInputs } from "../../../reader/documents/input.js";
import { runCommand } from "../../support/cli/run-command.js";
import { project, thing } from "../../support/cli/small-contracts.js";
import { temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";

const withModules = (files: Readonly<Record<string, string>> = {}): Promise<string> =>
  project({ "node_modules/.keep": "", ...files });
const cached = (cwd: string): Promise<string[]> => readdir(join(cwd, "node_modules/.cache/oipkit"));
const run = { files: [{ path: "a.ts", sha256: "00" }], warnings: [], referenced: [], empty: [] };

async function computeKey(cwd: string): Promise<CacheKey> {
  const inputs = await readInputs(["contracts"], cwd);
  return { inputs, templates: new Map([["a", "text"]]), options: { only: ["types"], examples: "error" } };
}

describe("the cache", () => {
  test("returns the run stored for the same inputs, templates and options", async () => {
    const cwd = await withModules();
    const first = await openCache(cwd, await computeKey(cwd));
    expect(await first?.get()).toBeUndefined();
    await first?.set(run);
    expect(await (await openCache(cwd, await computeKey(cwd)))?.get()).toEqual(run);
  });

  test.each<[string, (key: CacheKey) => CacheKey]>([
    [
      "a contract's text",
      (key) => ({ ...key, inputs: key.inputs.map((file) => ({ ...file, text: `${file.text} ` })) }),
    ],
    [
      "a contract's name",
      (key) => ({ ...key, inputs: key.inputs.map((file) => ({ ...file, name: `x/${file.name}` })) }),
    ],
    ["the number of contracts", (key) => ({ ...key, inputs: [...key.inputs, ...key.inputs] })],
    ["a template", (key) => ({ ...key, templates: new Map([["a", "other"]]) })],
    ["an option", (key) => ({ ...key, options: { only: ["types"], examples: "off" } })],
  ])("misses after a change of %s", async (_, change) => {
    const cwd = await withModules();
    const key = await computeKey(cwd);
    await (await openCache(cwd, key))?.set(run);
    expect(await (await openCache(cwd, change(key)))?.get()).toBeUndefined();
  });

  test("misses after a change of a referenced file", async () => {
    const cwd = await withModules({ "shared.yaml": "a: 1\n" });
    const referenced = [{ path: join(cwd, "shared.yaml"), sha256: sha256("a: 1\n") }];
    const cache = await openCache(cwd, await computeKey(cwd));
    await cache?.set({ ...run, referenced });
    expect(await cache?.get()).toBeDefined();
    await writeFile(join(cwd, "shared.yaml"), "a: 2\n");
    expect(await cache?.get()).toBeUndefined();
  });

  test.each([".cache", ".cache/oipkit"])(
    "isn't there if `%s` is a link, so that nothing is removed there",
    async (link) => {
      const cwd = await withModules({ "elsewhere/oipkit/mine": "" });
      const target = link === ".cache" ? "elsewhere" : "elsewhere/oipkit";
      await mkdir(join(cwd, "node_modules", link, ".."), { recursive: true });
      await symlink(join(cwd, target), join(cwd, "node_modules", link));
      expect(await openCache(cwd, await computeKey(cwd))).toBeUndefined();
      expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
      expect(await readdir(join(cwd, "elsewhere/oipkit"))).toEqual(["mine"]);
    },
  );

  test("removes no file but its own", async () => {
    const cwd = await withModules({ "node_modules/.cache/oipkit/mine": "" });
    const key = await computeKey(cwd);
    for (let runNumber = 0; runNumber < 22; runNumber++)
      await (await openCache(cwd, { ...key, options: { runNumber } }))?.set(run);
    expect(await cached(cwd)).toHaveLength(21);
    expect(await cached(cwd)).toContain("mine");
  });

  test("needs node_modules, and keeps at most 20 runs", async () => {
    const folder = await temporaryFolder();
    expect(await openCache(folder, { inputs: [], templates: new Map(), options: {} })).toBeUndefined();
    const cwd = await withModules();
    const key = await computeKey(cwd);
    for (let runNumber = 0; runNumber < 23; runNumber++)
      await (await openCache(cwd, { ...key, options: { runNumber } }))?.set(run);
    expect(await cached(cwd)).toHaveLength(20);
  });
});

describe("a run with a cache", () => {
  test("gives the same --check result as one without, after the output was edited", async () => {
    const cwd = await withModules();
    await runCommand(cwd, "generate");
    expect(await cached(cwd)).toHaveLength(1);
    await writeFile(join(cwd, "generated/schemas.ts"), "");
    const fromCache = await runCommand(cwd, "generate", "--check");
    expect(fromCache).toMatchObject({ exitCode: 1, out: "stale generated/schemas.ts\n" });
    expect(await runCommand(cwd, "generate", "--check", "--no-cache")).toEqual(fromCache);
    await runCommand(cwd, "generate");
    expect(await readFile(join(cwd, "generated/schemas.ts"), "utf8")).toContain("interface Thing");
  });

  test("repeats the warnings of the first run", async () => {
    const cwd = await withModules({ "contracts/examples/thing/wrong.json": '{ "id": 1 }' });
    await runCommand(cwd, "generate", "--examples", "warn");
    const second = await runCommand(cwd, "generate", "--examples", "warn");
    expect(second).toMatchObject({ exitCode: 0, err: expect.stringContaining("is up to date") });
    expect(second.out).toContain("wrong.json:1:9 warning");
  });

  test("doesn't cache broken contracts", async () => {
    const cwd = await withModules({ "contracts/schemas/thing.schema.yaml": thing.replace("string", "text") });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(1);
    expect((await runCommand(cwd, "generate")).exitCode).toBe(1);
    await writeTree(cwd, { "contracts/schemas/thing.schema.yaml": thing });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
  });

  test.each(["", "{", "{}", "null", "[]", '{"files":1,"warnings":[],"referenced":[]}', "\u0000"])(
    "ignores a cache file with the content %j",
    async (text) => {
      const cwd = await withModules();
      await runCommand(cwd, "generate");
      const [name = ""] = await cached(cwd);
      await writeFile(join(cwd, "node_modules/.cache/oipkit", name), text);
      expect((await runCommand(cwd, "generate", "--check")).exitCode).toBe(0);
      expect((await runCommand(cwd, "generate", "--check")).err).toContain("is fresh");
    },
  );

  test("works without a cache if the folder can't be written", async () => {
    const cwd = await withModules({ "node_modules/.cache": "a file, not a folder" });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
  });

  test("writes no cache with --no-cache", async () => {
    const cwd = await withModules();
    await runCommand(cwd, "generate", "--no-cache");
    await expect(cached(cwd)).rejects.toMatchObject({ code: "ENOENT" });
  });
});
