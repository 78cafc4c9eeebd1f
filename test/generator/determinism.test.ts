import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { homedir, hostname, tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../generator/generate.js";
import { readInputs } from "../../reader/documents/input.js";
import { loadContracts } from "../../reader/documents/load.js";
import { readTemplates } from "../../reader/documents/templates.js";
import {
  generateFrom,
  readContracts,
  root,
  temporaryFolder,
} from "../support/generator/emit/contract-folder.js";

const contracts = join(root, "contracts");

let expected: Map<string, string>;
beforeAll(async () => {
  expected = await generateFrom([contracts]);
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function readAll(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const path of (await filesBelow(folder)).sort())
    files.set(relative(folder, path), await readFile(path, "utf8"));
  return files;
}

describe("the same contracts give the same bytes", () => {
  test("on a second run with the same input", async () => {
    const read = await readContracts([contracts]);
    const before = JSON.stringify([...read.documents.values()].map(({ value }) => value));
    const templates = await readTemplates(undefined);
    const [first, second] = [await generate(read, { templates }), await generate(read, { templates })];
    expect(second).toEqual(first);
    expect(JSON.stringify([...read.documents.values()].map(({ value }) => value))).toBe(before);
  });

  test("from another folder and working directory, with files created in another order", async () => {
    const copy = join(await temporaryFolder(), "elsewhere", "contracts");
    for (const path of (await filesBelow(contracts)).sort().reverse()) {
      const target = join(copy, relative(contracts, path));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, await readFile(path));
    }
    expect(await generateFrom(["contracts"], { cwd: dirname(copy) })).toEqual(expected);
    expect(await generateFrom(["../elsewhere/contracts"], { cwd: dirname(copy) })).toEqual(expected);
  });

  test("if the files are passed in another order", async () => {
    const inputs = await readInputs([contracts], root);
    const read = await loadContracts([...inputs].reverse(), root);
    const files = await generate(read, { templates: await readTemplates(undefined) });
    expect(new Map(files.map(({ path, text }) => [path, text]))).toEqual(expected);
  });

  test.each([
    { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kathmandu" },
    { LC_ALL: "C", TZ: "Pacific/Kiritimati" },
  ])("in a process with $LC_ALL and $TZ", async (env) => {
    const folder = await temporaryFolder();
    await cp(contracts, join(folder, "contracts"), { recursive: true });
    await promisify(execFile)(
      process.execPath,
      [join(root, "dist", "cli", "index.js"), "generate", "--no-cache"],
      { cwd: folder, env: { PATH: process.env.PATH, ...env } },
    );
    const written = await readAll(join(folder, "generated"));
    written.delete("manifest.json");
    expect(written).toEqual(expected);
  });
});

test("no output reveals where or on which machine it was generated", () => {
  const told = [root.replace(/\/$/, ""), tmpdir(), homedir(), hostname()].filter((text) => text.length > 3);
  const telling = [...expected].filter(([, text]) => told.some((word) => text.includes(word)));
  expect(telling.map(([path]) => path)).toEqual([]);
});
