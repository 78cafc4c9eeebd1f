import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  readonly overlays?: readonly string[];
}

/** Reads and checks contracts. Throws `ContractError`. */
export async function readContracts(
  paths: readonly string[],
  { cwd = root, examples = "error", overlays = [] }: Reading = {},
): Promise<Contracts> {
  const contracts = await loadContracts(await readInputs(paths, cwd, { overlays }), cwd);
  await assertContracts(contracts, { examples });
  return contracts;
}

/** The files generated from contracts, by path. Throws `ContractError`. */
export async function generateFrom(
  paths: readonly string[],
  reading: Reading = {},
): Promise<Map<string, string>> {
  const contracts = await readContracts(paths, reading);
  const files = await generate(contracts, {
    templates: await readTemplates(undefined),
    only: reading.only,
    enums: reading.enums,
  });
  return new Map(files.map(({ path, text }) => [path, text]));
}
