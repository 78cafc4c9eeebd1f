import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contracts } from "../../../generator/read/contracts.js";
import { loadContracts } from "../../../generator/read/load.js";
import { placeAt } from "../../../generator/read/place.js";
import { validatorsBody } from "../../../generator/validation/standalone.js";

/** Contracts of schemas in memory, by name. */
export function schemaContracts(schemas: Readonly<Record<string, object>>): Promise<Contracts> {
  const inputs = Object.entries(schemas).map(([name, schema]) => ({
    path: `/contracts/${name}.schema.json`,
    file: `${name}.schema.json`,
    name: `${name}.schema.json`,
    text: JSON.stringify(schema),
    role: "contract" as const,
  }));
  return loadContracts(inputs, "/contracts");
}

/** The body of a module with a validator for each schema, in the order of their names: `all[0]`, `all[1]`, …. */
export function compileAll(contracts: Contracts): string {
  const subjects = contracts.schemas.map((document) => ({
    place: placeAt(document, []),
    phrase: "the contract",
  }));
  return validatorsBody(contracts, subjects);
}

export interface Verdict {
  readonly valid: boolean;
  readonly errors: readonly {
    readonly pointer: string;
    readonly keyword: string;
    readonly message: string;
    readonly rule?: string;
  }[];
}

/** Runs the module in a Node without `eval`, on pairs of validator and instance. */
export function run(
  body: string,
  cases: readonly (readonly [validator: number, instance: unknown])[],
): Verdict[] {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-validator-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"type": "module"}');
    writeFileSync(join(folder, "validators.js"), `${body}\nexport { all, sites, toViolations };\n`);
    writeFileSync(join(folder, "cases.json"), JSON.stringify(cases));
    writeFileSync(
      join(folder, "run.js"),
      `import { readFileSync } from "node:fs";
import { all, sites, toViolations } from "./validators.js";
try { new Function("return 1"); throw new Error("code from strings is allowed"); } catch (error) { if (!(error instanceof EvalError)) throw error; }
const cases = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));
console.log(JSON.stringify(cases.map(([index, instance]) => {
  const validate = all[index];
  const before = JSON.stringify(instance);
  const valid = validate(instance);
  if (JSON.stringify(instance) !== before) throw new Error("the instance was changed");
  return { valid, errors: valid ? [] : toViolations(instance, validate.errors, sites) };
})));
`,
    );
    const output = execFileSync(
      process.execPath,
      ["--disallow-code-generation-from-strings", join(folder, "run.js")],
      {
        encoding: "utf8",
        maxBuffer: 1 << 28,
      },
    );
    return JSON.parse(output) as Verdict[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
