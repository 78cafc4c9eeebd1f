import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generate } from "../../../../generator/generate.js";
import { assertContracts } from "../../../../reader/check/check.js";
import { ContractError } from "../../../../reader/documents/diagnostic.js";
import { readInputs } from "../../../../reader/documents/input.js";
import { loadContracts } from "../../../../reader/documents/load.js";
import { readTemplates } from "../../../../reader/documents/templates.js";
import type { CompiledSchema, Violation } from "../../../../reader/validation/index.js";
import { afterThisFile } from "../../clean-up.js";
import { compiledFiles } from "../../compiled-files.js";

type ContractFiles = Readonly<Record<string, unknown>>;

/** Generates the validators of contracts, and returns texts by path. A name with a dot is a file name, any other a schema's name. */
export async function generateModules(contracts: ContractFiles): Promise<ReadonlyMap<string, string>> {
  const folder = await temporaryFolder();
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
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** Writes generated validators to a new folder, compiled. */
export async function writeModules(contracts: ContractFiles): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  for (const [path, text] of compiledFiles(await generateModules(contracts))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Generates validators and loads them. Returns them by module name. */
export async function generateValidators(
  contracts: ContractFiles,
): Promise<Readonly<Record<string, CompiledSchema>>> {
  const folder = await writeModules(contracts);
  const modules: Record<string, CompiledSchema> = {};
  for (const file of await readdir(join(folder, "validators"))) {
    const name = /^(?!index|catalog|support|violation|standard-schema)(.*)\.js$/.exec(file)?.[1];
    if (name !== undefined)
      modules[name] = (await import(pathToFileURL(join(folder, "validators", file)).href)) as CompiledSchema;
  }
  return modules;
}

export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly Violation[];
}

/** Runs generated validators on instances, in a Node.js process that can't compile strings to code. */
export async function runModules(
  contracts: ContractFiles,
  cases: readonly (readonly [module: string, instance: unknown])[],
): Promise<readonly Verdict[]> {
  const folder = await writeModules(contracts);
  await writeFile(join(folder, "cases.json"), JSON.stringify(cases));
  await writeFile(join(folder, "run.js"), script);
  const flags = ["--disallow-code-generation-from-strings", join(folder, "run.js")];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout) as Verdict[];
}

const script = `
import { readFileSync } from "node:fs";
try { new Function("return 1"); throw new Error("code from strings is allowed"); } catch (error) { if (!(error instanceof EvalError)) throw error; }
const verdicts = [];
for (const [name, instance] of JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"))) {
  const { is, check } = await import(\`./validators/\${name}.js\`);
  const before = JSON.stringify(instance);
  verdicts.push({ valid: is(instance), errors: check(instance) });
  if (JSON.stringify(instance) !== before) throw new Error("the instance was changed");
}
console.log(JSON.stringify(verdicts));
`;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-validators-"));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
