import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { fromCorpus } from "../../support/repository/corpus/modules.js";

interface Loaded {
  readonly modules: number;
  readonly checks: number;
  readonly count: number;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

const run = await fromCorpus<(task: { folder: string }) => Promise<Loaded>>(
  "runners/load-modules.mjs",
  "default",
);
const readFolder = await fromCorpus<
  (folder: string, maxBytes: number) => Promise<readonly { readonly id: string; readonly kind: string }[]>
>("documents.mjs", "readFolder");

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-corpus-"));
  afterThisTest(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const load = async (module: string) =>
  run({ folder: await folderWith({ "package.json": '{"type":"module"}', "validators/a.ts": module }) });

const accept = "export const is = () => true; export const check = () => [];";

describe("loading validators", () => {
  it("calls `is` and `check`, and the checks of operations", async () => {
    const operations =
      "export const operations = { get: { body: { json: () => [] }, answers: { 200: { json: () => [] } } } };";
    expect(await load(accept)).toEqual({ modules: 1, checks: 1, count: 0, errors: [] });
    expect(await load(operations)).toEqual({ modules: 1, checks: 2, count: 0, errors: [] });
  });

  it.each([
    ["cannot be imported", "export const is = ;", "import: "],
    ["throws", "export const check = (value) => value.a.b;", "check: with null: TypeError"],
    [
      "disagrees with itself",
      "export const is = () => true; export const check = () => [{}];",
      "is(null) is true, but",
    ],
    ["returns no list", "export const check = () => false;", "check(null) returned no list"],
    [
      "says that its own code failed",
      'export const check = () => [{ code: "validator-failed", message: "the validator failed" }];',
      "the validator failed",
    ],
    [
      "throws in an operation",
      "export const operations = { get: { body: { json: null.x } } };",
      "import: TypeError",
    ],
  ])("finds a module that %s", async (_, module, message) => {
    const { count, errors } = await load(module);
    expect(count).toBe(1);
    expect(errors).toEqual([{ path: join("validators", "a.ts"), message: expect.stringContaining(message) }]);
  });

  it("finds nothing without validators", async () => {
    expect(await run({ folder: await folderWith({}) })).toEqual({
      modules: 0,
      checks: 0,
      count: 0,
      errors: [],
    });
  });
});

it("the documents of a folder are those that say which version they have, not their parts", async () => {
  const folder = await folderWith({
    "api/openapi.yaml": "# ours\nopenapi: 3.1.0\n",
    "api/parts/pet.yaml": "type: object\nproperties:\n  openapi: {type: string}\n",
    "flat.json": '{"openapi":"3.0.1"}',
    "events.yml": "asyncapi: '3.0.0'\n",
    "indented.json": '{\n    "info": {},\n    "openapi": "3.0.0"\n}',
    "old.json": '{"swagger": "2.0"}',
    "node_modules/x/openapi.yaml": "openapi: 3.0.0\n",
    "readme.md": "openapi: 3.0.0\n",
    "large.yaml": `openapi: 3.0.0\n${"#".repeat(2000)}`,
  });
  expect((await readFolder(folder, 1000)).map(({ id, kind }) => `${kind} ${id}`)).toEqual([
    "openapi api/openapi.yaml",
    "asyncapi events.yml",
    "openapi flat.json",
    "openapi indented.json",
  ]);
});
