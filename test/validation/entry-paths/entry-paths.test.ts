import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EntryPaths, entryPaths, type Schemas } from "./entry-paths.js";
import { chains, values } from "./reference-chains.js";

const schemas: Schemas = chains;
const subjects = Object.keys(chains);

const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ $id: "https://judge.example/", components: { schemas } });
const judge = (schema: string) =>
  ajv.compile({ $ref: `https://judge.example/#/components/schemas/${schema}` });

let all: EntryPaths | undefined;
beforeAll(async () => {
  all = await entryPaths(schemas);
});
afterAll(() => all?.remove());

describe("a chain of references with other keywords means the same on each way", () => {
  it.each(subjects)("%s", async (schema) => {
    const isValid = judge(schema);
    const expected = values.map((value) => isValid(value));
    const differences: string[] = [];
    for (const { name, verdicts } of all?.paths ?? []) {
      const found = await verdicts(schema, values);
      expect(found).toHaveLength(values.length);
      const wrong = values.filter((_, at) => found[at] !== undefined && found[at] !== expected[at]);
      if (wrong.length > 0) differences.push(`${name}: ${JSON.stringify(wrong)}`);
    }
    expect(differences).toEqual([]);
  });
});
