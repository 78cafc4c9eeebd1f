import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type GenerateOptions, generate } from "../../../../generator/generate.js";
import { assertContracts } from "../../../../reader/check/check.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { readInputs } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { readTemplates } from "../../../../reader/documents/templates.js";
import { afterThisFile } from "../../clean-up.js";

/** The repository's folder. */
export const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A new temporary folder, removed after the test file. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-test-"));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files by relative path. An object is written as JSON. */
export async function writeTree(
  folder: string,
  files: Readonly<Record<string, string | object>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(
      join(folder, path),
      typeof content === "string" ? content : JSON.stringify(content, null, 2),
    );
  }
}

/** A new temporary folder with the files. */
export async function contractFolder(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await temporaryFolder();
  await writeTree(folder, files);
  return folder;
}

export interface Reading {
  readonly only?: GenerateOptions["only"];
  readonly cwd?: string;
  readonly examples?: "error" | "warn" | "off";
  readonly enums?: GenerateOptions["enums"];
  readonly int64?: GenerateOptions["int64"];
  readonly overlays?: readonly string[];
}

/** The repository's own contracts as they were read, and what was generated from them, which many tests share. */
const own = new Map<string, Promise<unknown>>();

/** What `make` returns, made once in a process if it is about the repository's own contracts, whole and as they are. */
async function shared<Result>(
  paths: readonly string[],
  { cwd = root, overlays = [], ...reading }: Reading,
  make: () => Promise<Result>,
): Promise<Result> {
  const [path = ""] = paths;
  const isOwn = paths.length === 1 && resolve(cwd, path) === join(root, "contracts") && isAbsolute(path);
  if (!isOwn || overlays.length > 0) return make();
  const key = `${make.name} ${resolve(cwd)} ${JSON.stringify(reading)}`;
  const made = own.get(key) ?? make();
  own.set(key, made);
  return (await made) as Result;
}

/** Reads and checks contracts. Throws `ContractError`. */
export async function readContracts(paths: readonly string[], reading: Reading = {}): Promise<Contracts> {
  const { cwd = root, examples = "error", overlays = [] } = reading;
  return shared(paths, { cwd, examples, overlays }, async function read() {
    const contracts = await loadContracts(await readInputs(paths, cwd, { overlays }), cwd);
    await assertContracts(contracts, { examples });
    return contracts;
  });
}

/** The files generated from contracts, by path. Throws `ContractError`. */
export async function generateFrom(
  paths: readonly string[],
  reading: Reading = {},
): Promise<Map<string, string>> {
  const files = await shared(paths, reading, async function generated() {
    return generate(await readContracts(paths, reading), {
      templates: await readTemplates(undefined),
      only: reading.only,
      enums: reading.enums,
      int64: reading.int64,
    });
  });
  return new Map(files.map(({ path, text }) => [path, text]));
}
