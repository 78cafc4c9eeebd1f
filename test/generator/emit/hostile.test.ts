import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ContractError } from "../../../reader/documents/diagnostic.js";
import { findEscapes, runAll } from "../../support/generator/emit/canary.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { hostileAsyncApi } from "../../support/generator/emit/hostile-asyncapi.js";
import { canary, hostileOpenApi, hostileSchemaFile } from "../../support/generator/emit/hostile-contracts.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const kinds = [
  { file: "a.openapi.json", contracts: hostileOpenApi("3.1.0"), runs: 20 },
  { file: "b.openapi.json", contracts: hostileOpenApi("3.0.3"), runs: 20 },
  { file: "c.asyncapi.json", contracts: hostileAsyncApi, runs: 12 },
  { file: "d.schema.json", contracts: hostileSchemaFile, runs: 20 },
];

describe("no text of a contract escapes from a string, a comment or an identifier", () => {
  test.each(kinds)("$file", async ({ file, contracts, runs }) => {
    const output = new Map<string, string>();
    const inputs: object[] = [];
    // Some files, such as what validators import, are the same for each contract.
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(contracts, async (contract) => {
        const files = await generated(file, contract);
        for (const [path, text] of files) {
          if (/\.[jt]s$/.test(path) && !seen.has(text)) expect(findEscapes(path, text)).toEqual([]);
          seen.add(text);
          output.set(`${inputs.length}/${path}`, text);
        }
        inputs.push(contract);
      }),
      { numRuns: runs },
    );
    const faults = [...typeCheck(output), ...(await runAll(output))];
    const culprits = faults.map((fault) => inputs[Number.parseInt(fault.replace(/^\.\//, ""), 10)]);
    expect(faults, JSON.stringify(culprits[0])).toEqual([]);
    expect([...output.values()].some((text) => text.includes(canary))).toBe(true);
  });
});

/** The generated files, or none if the contract is refused with a diagnostic. */
async function generated(file: string, contract: object): Promise<Map<string, string>> {
  const folder = await contractFolder({ [file]: contract });
  try {
    return await generateFrom([folder], { examples: "off" });
  } catch (error) {
    if (error instanceof ContractError) return new Map();
    throw error;
  }
}

describe("these checks detect", () => {
  const bad = new Map([["0/bad.js", `export const a = "x";globalThis.${canary}=1;`]]);

  test("text that is executed as code", async () => {
    expect(findEscapes("bad.js", bad.get("0/bad.js") ?? "")).toEqual([`bad.js: ${canary}`]);
    expect(await runAll(bad)).toEqual(["./0/bad.js: ran the canary"]);
  });

  test("text beside a key that has its name", () => {
    expect(findEscapes("a.ts", `const a = { ${canary}: 1 };`)).toEqual([]);
    expect(findEscapes("a.ts", `const a = { ${canary}: ${canary} };`)).toEqual([`a.ts: ${canary}`]);
  });

  test("text that ends a comment or a string", () => {
    expect(findEscapes("a.ts", `/** */ ${canary} */`)).not.toEqual([]);
    expect(findEscapes("a.ts", `const a = "${canary}\n";`)).not.toEqual([]);
  });
});
