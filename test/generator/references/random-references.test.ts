import fc from "fast-check";
import { expect, test } from "vitest";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { generateCase } from "../../support/generator/references/reference-results.js";

const names = ["A", "B", "C", "D"];
const inner = ["", "", "", "/properties/x", "/items", "/allOf/0", "/oneOf/1", "/additionalProperties"];
const pointer = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...inner))
  .map(([name, rest]) => `${name}${rest}`);

/** A schema that refers to the others at random places, whether or not there is anything. */
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<object>({ type: "string" }, { type: "object", properties: { x: { type: "number" } } }),
    pointer.map((to) => ({ $ref: `#/components/schemas/${to}` })),
    fc.constantFrom("#node", "#none").map(($dynamicRef) => ({ $dynamicRef })),
    fc.array(tie("any"), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    fc.array(tie("any"), { minLength: 1, maxLength: 2 }).map((oneOf) => ({ oneOf })),
    tie("any").map((items) => ({ type: "array", items })),
    tie("any").map((additionalProperties) => ({ type: "object", additionalProperties })),
    tie("any").map((x) => ({ type: "object", properties: { x }, required: ["x"] })),
    fc
      .tuple(pointer, tie("any"))
      .map(([to, x]) => ({ $ref: `#/components/schemas/${to}`, properties: { x } })),
  ),
})).any;

test("random references end in types that compile, or in findings with their places", async () => {
  const files = new Map<string, string>();
  let count = 0;
  const documents = fc.tuple(
    fc.constantFrom("openapi-3.1", "asyncapi"),
    fc.tuple(schema, schema, schema, schema),
  );
  await fc.assert(
    fc.asyncProperty(documents, async ([shell, schemas]) => {
      const subject = { $ref: "#/components/schemas/A" };
      const entries = schemas.map((each, index) => [
        names[index],
        { ...each, ...(index === 3 ? { $dynamicAnchor: "node" } : {}) },
      ]);
      const each = { name: "random", schema: subject, schemas: Object.fromEntries(entries) };
      const result = await generateCase(shell as "asyncapi", each);
      expect(result.findings.filter((finding) => / undefined | {4}at |stack/.test(finding))).toEqual([]);
      const folder = `case${count++}`;
      for (const [path, text] of result.files) files.set(`${folder}/${path}`, text);
    }),
    { numRuns: 40 },
  );
  expect(files.size).toBeGreaterThan(0);
  const errors = typeCheck(files);
  expect(errors.map((error) => `${error}\n${files.get(error.split(":")[0] ?? "")}`)).toEqual([]);
});
