import fc from "fast-check";
import { expect, test } from "vitest";
import { Inclusion } from "../../../../reader/check/inclusion.js";
import { placeAt } from "../../../../reader/documents/place.js";
import { instanceChecks } from "../../../../reader/validation/instances.js";
import { ContractNodes } from "../../../../reader/validation/nodes/contract-nodes.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import { loadTexts } from "../../../support/commands/lint/texts.js";
import { bases, reference } from "../../../support/generator/emit/agreement/bases.js";
import { schemas } from "../../../support/generator/emit/agreement/schemas.js";
import { mutants } from "../../../support/generator/emit/agreement/values.js";

const count = 250;

/** Random schemas, and some that are likely to be included in others. */
function drawn(): Record<string, unknown> {
  const found: Record<string, unknown> = bases("openapi-3.1");
  const all = fc.sample(schemas("openapi-3.1", "any"), { seed: 31, numRuns: count });
  for (const [index, schema] of all.entries()) {
    found[`S${index}`] = schema;
    const other = reference("openapi-3.1")(`S${index === 0 ? 0 : index - 1}`);
    if (index % 2 === 0) found[`T${index}`] = { ...schema, description: "the same" };
    else found[`T${index}`] = { allOf: [{ $ref: other }, schema], type: "object" };
  }
  return found;
}

test("what is proved to be included is valid by the other schema", async () => {
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: drawn() },
  };
  const contracts = await loadTexts({ "a.openapi.json": JSON.stringify(document) });
  const [read] = contracts.openapi;
  if (read === undefined) throw new Error("the document wasn't read");
  const names = Object.keys(document.components.schemas);
  const places = names.map((name) => placeAt(read, ["components", "schemas", name]));
  const nodes = new ContractNodes(contracts);
  const checks = instanceChecks(contracts);
  const values = places.map((place) => {
    const made = (["full", "small"] as const).flatMap((size) => {
      const synthesis = synthesise(nodes.of(place).node, { size });
      if (synthesis.kind === "value") return [synthesis.value];
      return [];
    });
    const all = [null, "a", 1, 2.5, true, [], {}, ...made, ...made.flatMap((value) => mutants(value))];
    return all.filter((value) => checks.is(place, value));
  });
  const wrong: unknown[] = [];
  let proved = 0;
  for (const [index, inner] of places.entries())
    for (let distance = 1; distance <= 12; distance++) {
      const outer = places[(index + distance) % places.length];
      if (outer === undefined) continue;
      for (const [one, other, own] of [
        [inner, outer, values[index]],
        [outer, inner, values[(index + distance) % places.length]],
      ] as const) {
        if (!new Inclusion(contracts, new Set()).isIncluded(one, other, "all")) continue;
        proved++;
        for (const value of own ?? [])
          if (!checks.is(other, value)) wrong.push({ one: one.value, other: other.value, value });
      }
    }
  expect(wrong).toEqual([]);
  expect(proved).toBeGreaterThan(300);
});
