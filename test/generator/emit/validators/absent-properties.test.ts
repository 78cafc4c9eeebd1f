import fc from "fast-check";
import { expect, it } from "vitest";
import { AbsentProperties } from "../../../../generator/emit/validators/absent-properties.js";
import { loadContracts } from "../../../../generator/read/load.js";
import { placeAt } from "../../../../generator/read/place.js";

interface Part {
  readonly references: readonly number[];
  readonly requires: "none" | "required" | "optional";
}

const size = 8;
const part: fc.Arbitrary<Part> = fc.record({
  references: fc.array(fc.nat({ max: size - 1 }), { maxLength: 2 }),
  requires: fc.constantFrom("none", "none", "none", "required", "optional"),
});

it("finds, in any order of questions, the schemas that lead to one that requires an absent property", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: size, maxLength: size }),
      fc.shuffledSubarray([...Array(size).keys()]),
      async (parts, asked) => {
        const [document, contracts] = await contractsOf(parts);
        const absent = new AbsentProperties(contracts, "readOnly");
        const found = asked.map((at) =>
          absent.areRequiredBy(placeAt(document, ["components", "schemas", `S${at}`])),
        );
        expect(found).toEqual(asked.map((at) => leadsToRequired(parts, at)));
      },
    ),
    { numRuns: 200 },
  );
});

async function contractsOf(parts: readonly Part[]) {
  const schemas = parts.map(({ references, requires }, at) => [
    `S${at}`,
    {
      type: "object",
      ...(requires === "required" && { required: ["id"] }),
      properties: {
        ...(requires !== "none" && { id: { type: "string", readOnly: true } }),
        ...Object.fromEntries(
          references.map((to) => [`r${to}`, { items: { $ref: `#/components/schemas/S${to}` } }]),
        ),
      },
    },
  ]);
  const text = JSON.stringify({ openapi: "3.1.0", components: { schemas: Object.fromEntries(schemas) } });
  const contracts = await loadContracts(
    [{ path: "/a.openapi.json", file: "a.openapi.json", name: "a.openapi.json", text, role: "contract" }],
    "/",
  );
  const [document] = contracts.openapi;
  if (document === undefined) throw new Error("no document was read");
  return [document, contracts] as const;
}

function leadsToRequired(parts: readonly Part[], start: number): boolean {
  const seen = new Set([start]);
  for (const at of seen) for (const to of parts[at]?.references ?? []) seen.add(to);
  return [...seen].some((at) => parts[at]?.requires === "required");
}
