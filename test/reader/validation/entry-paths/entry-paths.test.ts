import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EntryPaths,
  entryPaths,
  type Schemas,
} from "../../../support/reader/validation/entry-paths/entry-paths.js";
import {
  chains,
  chains30,
  meaning30,
  values,
} from "../../../support/reader/validation/entry-paths/reference-chains.js";

const meanings30 = Object.fromEntries(
  Object.entries(chains30).map(([name, schema]) => [name, meaning30(schema)]),
);
const later = [
  "BookingRow",
  "BookingClosed",
  "BookingIf",
  "BookingUnevaluated",
  "SmallSome",
  "LongConst",
  "ListUnique",
];
const versions: readonly (readonly [
  openapi: string,
  schemas: Schemas,
  inOpenapi: Schemas,
  subjects: readonly string[],
])[] = [
  [
    "3.0.3",
    meanings30,
    chains30,
    [...later, "BookingAll", "Below", "BelowAlias", "BelowAll", "Maybe", "MaybeAll", "BookingClosedAll"],
  ],
  ["3.1.0", chains, chains, Object.keys(chains)],
  ["3.2.0", chains, chains, later],
];

describe.each(versions)(
  "a chain of references with other keywords means the same on each way, OpenAPI %s",
  (openapi, schemas, inOpenapi, subjects) => {
    const id = `https://judge.example/${openapi}`;
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: id, components: { schemas } });
    let all: EntryPaths | undefined;
    beforeAll(async () => {
      all = await entryPaths(schemas, { subjects, openapi, inOpenapi });
    });
    afterAll(() => all?.remove());

    it.each(subjects)("%s", async (schema) => {
      const isValid = ajv.compile({ $ref: `${id}#/components/schemas/${schema}` });
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
  },
);
