import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { generate } from "../../../generator/generate.js";
import { assertContracts } from "../../../reader/check/check.js";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { afterThisFile } from "../clean-up.js";
import { compiledFiles } from "../compiled-files.js";
import { type ContractFolder, foldersFor, type SchemaFile, writeContracts } from "./contract-folders.js";
import { withDialect } from "./deviations.js";
import type { Case, Suite } from "./suite.js";

/** What generated modules say of the cases of a file. */
export interface GeneratedOutcome {
  readonly cases: number;
  /** `<group> | <case>` of each case where the result of `is` or `check` differs from the suite. */
  readonly deviating: readonly string[];
  /** Why the schemas of some groups weren't generated. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Runs the cases of files of one dialect with generated validators, as their users do. */
export async function runGenerated(
  suite: Suite,
  files: readonly string[],
): Promise<ReadonlyMap<string, GeneratedOutcome>> {
  const root = await mkdtemp(join(tmpdir(), "oipkit-yardstick-"));
  afterThisFile(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  const groups = files.flatMap((file) => suite.read(file).map((group) => ({ file, group })));
  const named = groups.map(({ file, group }, index) => ({ file, group, name: `case-${index}-` }));
  const schemas = named.map(({ file, group, name }) => ({ name, schema: withDialect(group.schema, file) }));
  const modules = new Map<string, string>();
  const refused = new Map<string, string>();
  const generator = { root, modules, refused, templates: await readTemplates(undefined) };
  for (const [index, folder] of foldersFor(suite, schemas).entries())
    await generateFolder(generator, `f${index}`, folder);
  const wanted = named.filter(({ name }) => modules.has(name));
  const verdicts = await runModules(
    root,
    wanted.map(({ name, group }) => [modules.get(name) as string, group.tests.map(({ data }) => data)]),
  );
  const byName = new Map(wanted.map(({ name }, index) => [name, verdicts[index] ?? []]));
  return new Map(
    files.map((file) => {
      const own = named.filter((each) => each.file === file);
      return [
        file,
        {
          cases: own.reduce((total, { group }) => total + group.tests.length, 0),
          deviating: own.flatMap(({ name, group }) =>
            deviatingCases(group.tests, byName.get(name)).map((each) => `${group.description} | ${each}`),
          ),
          refused: new Map(
            own.flatMap(({ name, group }) => {
              const reason = refused.get(name);
              if (reason === undefined) return [];
              return [[group.description, reason] as const];
            }),
          ),
        },
      ];
    }),
  );
}

interface Generator {
  readonly root: string;
  /** The path of each schema's module. */
  readonly modules: Map<string, string>;
  readonly refused: Map<string, string>;
  readonly templates: ReadonlyMap<string, string>;
}

/** Generates a folder's modules. Schemas that are refused are generated without the others, since one of them stops all. */
async function generateFolder(generator: Generator, name: string, folder: ContractFolder): Promise<void> {
  const { root, modules, refused, templates } = generator;
  const path = join(root, name);
  await writeContracts(join(path, "contracts"), folder);
  try {
    const contracts = await loadContracts(await readInputs([join(path, "contracts")], path), path);
    await assertContracts(contracts, {});
    const generated = await generate(contracts, { templates, only: ["validators"] });
    for (const [file, text] of compiledFiles(generated.map((each) => [each.path, each.text]))) {
      const target = join(path, "out", file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    for (const schema of folder.schemas)
      modules.set(schema.name, join(path, "out/validators", `${schema.name}.js`));
  } catch (error) {
    const reasons = reasonsBySchema(folder.schemas, error);
    for (const [schema, reason] of reasons) refused.set(schema, reason);
    const others = folder.schemas.filter((each) => !reasons.has(each.name));
    if (others.length > 0) await generateFolder(generator, `${name}x`, { ...folder, schemas: others });
  }
}

function reasonsBySchema(schemas: readonly SchemaFile[], error: unknown): Map<string, string> {
  const found = new Map<string, string>();
  if (error instanceof ContractError)
    for (const { severity, file, pointer, code, message } of error.diagnostics) {
      const schema = /(case-\d+-)\.schema\.json$/.exec(file)?.[1];
      if (severity === "error" && schema !== undefined)
        found.set(schema, `${code} at ${pointer}: ${message}`);
    }
  const reason =
    error instanceof ContractError ? JSON.stringify(error.diagnostics) : String((error as Error).stack);
  if (found.size > 0) return found;
  return new Map(schemas.map(({ name }) => [name, reason]));
}

function deviatingCases(
  cases: readonly Case[],
  verdicts: readonly (readonly [boolean, boolean])[] = [],
): string[] {
  return cases
    .filter(({ valid }, index) => {
      const [is, check] = verdicts[index] ?? [];
      return is !== valid || check !== valid;
    })
    .map(({ description }) => description);
}

/** The results of `is` and `check`, by module and instance, in a process that can't compile texts to code. */
async function runModules(
  root: string,
  cases: readonly (readonly [module: string, instances: readonly unknown[]])[],
): Promise<readonly (readonly (readonly [boolean, boolean])[])[]> {
  await writeFile(join(root, "cases.json"), JSON.stringify(cases));
  await writeFile(join(root, "run.js"), script);
  const flags = ["--disallow-code-generation-from-strings", join(root, "run.js")];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { maxBuffer: 1 << 28 });
  return JSON.parse(stdout);
}

const script = `
import { readFileSync } from "node:fs";
const verdicts = [];
for (const [path, instances] of JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"))) {
  const { is, check } = await import(path);
  verdicts.push(instances.map((instance) => {
    try {
      return [is(instance), check(instance).length === 0];
    } catch (error) {
      return [String(error), "threw"];
    }
  }));
}
console.log(JSON.stringify(verdicts));
`;
