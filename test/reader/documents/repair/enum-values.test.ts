import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { enumRepairs } from "../../../../reader/documents/repair/repair-schema.js";
import { apiTypeErrors } from "../../../support/generator/emit/api-type-errors.js";
import { contractFolder, generateFrom } from "../../../support/generator/emit/contract-folder.js";
import { check } from "../../../support/reader/check/findings.js";

const left = Symbol("left out");

describe("an enum beside a type is read as", () => {
  test.each<[type: unknown, values: unknown[], read: unknown]>([
    ["string", [1, true, "a"], ["1", "true", "a"]],
    ["integer", ["1", "-2", 3], [1, -2, 3]],
    ["integer", ["1", "1.5"], [1, "1.5"]],
    ["number", ["1.5", "1e3"], [1.5, 1000]],
    ["boolean", ["true", "false"], [true, false]],
    [
      ["string", "null"],
      [1, null],
      ["1", null],
    ],
    ["string", ["a", null], undefined],
    ["string", ["1", "a"], undefined],
    ["object", ["A", "B"], left],
    ["array", ["a"], left],
    ["integer", ["one", ""], left],
    ["object", [{ type: "string" }], undefined],
    [undefined, [1, "a", {}], undefined],
  ])("%j, %j: %j", (type, values, read) => {
    const [repair] = enumRepairs({ type, enum: values });
    if (repair === undefined) expect(read).toBeUndefined();
    else expect("value" in repair ? repair.value : left).toEqual(read);
  });

  it("values of that type where there are any, whatever they are", () => {
    const type = fc.constantFrom("string", "integer", "number", "boolean", "object", "array", "null");
    fc.assert(
      fc.property(type, fc.array(fc.jsonValue(), { minLength: 1 }), (name, values) => {
        const [repair] = enumRepairs({ type: name, enum: values });
        if (repair === undefined || !("value" in repair)) return;
        const read = repair.value as unknown[];
        expect(read).toHaveLength(values.length);
        for (const [index, value] of read.entries()) {
          const before = values[index];
          // Objects and lists are left as they are.
          if (before !== value) expect([String(before), String(Number(before))]).toContain(String(value));
        }
        // Reading it again changes nothing.
        expect(enumRepairs({ type: name, enum: read })).toEqual([]);
      }),
    );
  });
});

it("a type that isn't a name is no type of a value", () => {
  expect(enumRepairs({ type: [{ toString: {} }, "integer"], enum: ["1"] })).toMatchObject([{ value: [1] }]);
});

describe("types and validators of an enum of another type", () => {
  const schema = {
    type: "object",
    properties: {
      level: { type: "integer", enum: ["1", "2"] },
      group: { type: "object", enum: ["A"], properties: { name: { type: "string" } } },
      kind: { type: "object", enum: [{ type: "string" }] },
    },
  };

  it("have the values that can be meant, with a warning for each", async () => {
    const lines = [
      "take<Schemas['A']>({ level: 2, group: { name: 'a' }, kind: { type: 'string' } });",
      "!take<Schemas['A']>({ level: '2' });",
      "!take<Schemas['A']>({ kind: 'string' });",
      "!take<Schemas['A']>({ group: 'A' });",
    ];
    expect(await apiTypeErrors({ schemas: { A: schema } }, lines)).toEqual([]);
    const info = { title: "t", version: "1" };
    const document = { openapi: "3.1.0", info, components: { schemas: { A: schema } } };
    const found = await check({ "api.openapi.json": JSON.stringify(document) });
    expect(found.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
      "warning schema-invalid /components/schemas/A/properties/level/enum",
      "warning schema-invalid /components/schemas/A/properties/group/enum",
    ]);
    const files = await generateFrom([await contractFolder({ "api.openapi.json": document })], {
      only: ["validators"],
    });
    expect(files.get("validators/a.ts")).toMatch(/level !== 1 && level !== 2|enum: \[1, 2\]/);
  });
});
