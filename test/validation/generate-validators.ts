import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll } from "vitest";
import { assertContracts } from "../../generator/check/check.js";
import { generate } from "../../generator/generate.js";
import { ContractError } from "../../generator/read/diagnostic.js";
import { readInputs } from "../../generator/read/input.js";
import { loadContracts } from "../../generator/read/load.js";
import { readTemplates } from "../../generator/read/templates.js";
import type { CompiledSchema } from "../../generator/validation/index.js";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/**
 * Writes contracts into a temporary folder (a name is that of a schema, with a dot that of a file), generates their
 * validators and loads them, by the name of the module.
 */
export async function generateValidators(
  contracts: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, CompiledSchema>>> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-validators-"));
  folders.push(folder);
  for (const [name, content] of Object.entries(contracts)) {
    const path = join(folder, "contracts", name.includes(".") ? name : `${name}.schema.json`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(content));
  }
  const loaded = await loadContracts(await readInputs([join(folder, "contracts")], folder), folder);
  await assertContracts(loaded, { examples: "off" }).catch((error: unknown) => {
    throw error instanceof ContractError ? new Error(JSON.stringify(error.diagnostics, null, 2)) : error;
  });
  const files = await generate(loaded, { templates: await readTemplates(undefined), only: ["validators"] });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const modules: Record<string, CompiledSchema> = {};
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const { path } of files) {
    const name = /^validators\/(?!index|catalog)(.*)\.js$/.exec(path)?.[1];
    if (name !== undefined)
      modules[name] = (await import(pathToFileURL(join(folder, path)).href)) as CompiledSchema;
  }
  return modules;
}
