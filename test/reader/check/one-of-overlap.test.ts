import { describe, expect, it } from "vitest";
import { check, text } from "../../support/reader/check/findings.js";

const all = (subject: string, other: string) =>
  `each value of ${subject} also matches ${other}, and \`oneOf\` refuses what matches two, so no such value can be valid`;
const declared = (name: string, other: string) => all(`${name} without undeclared members`, other);

/** Pointer and message of each warning about a document with these component schemas, in flow style. */
async function warnings(schemas: Readonly<Record<string, string>>, version = "3.1.0"): Promise<string[][]> {
  const source = [
    `openapi: ${version}\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents:\n  schemas:`,
    ...Object.entries(schemas).map(([name, schema]) => `    ${name}: ${schema}`),
  ].join("\n");
  return shown({ "a.openapi.yaml": source });
}

async function shown(files: Readonly<Record<string, string>>): Promise<string[][]> {
  const found = await check(files);
  return found
    .filter(({ code }) => code === "oneof-overlap")
    .map(({ severity, pointer = "", message, hint }) => {
      expect(severity).toBe("warning");
      expect(hint).toMatch(/const/);
      return [pointer, message];
    });
}

const animal = "{type: object, required: [kind], properties: {kind: {type: string}, name: {type: string}}}";
const extended = (more: string) =>
  `{allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, ${more}}]}`;
const oneOf = (names: readonly string[], more = "") =>
  `{oneOf: [${names.map((name) => `{$ref: '#/components/schemas/${name}'}`).join(", ")}]${more}}`;
const byKind = ", discriminator: {propertyName: kind}";

describe("a branch of `oneOf` of which no value can be valid", () => {
  it.each([
    ["equal", "[{type: string}, {type: string}]", "`oneOf/0`", "`oneOf/1`"],
    ["an integer beside a number", "[{type: number}, {type: integer}]", "`oneOf/1`", "`oneOf/0`"],
    ["a format beside any text", "[{type: string, format: uuid}, {type: string}]", "`oneOf/0`", "`oneOf/1`"],
    ["a value of an enum", "[{enum: [a, b]}, {const: a}]", "`oneOf/1`", "`oneOf/0`"],
    ["anything", "[{title: One, type: boolean}, {title: Any}]", "`One`", "`Any`"],
    ["a narrower limit", "[{type: string, minLength: 3}, {minLength: 2}]", "`oneOf/0`", "`oneOf/1`"],
    [
      "lists of the same",
      "[{type: array, items: {type: integer}}, {items: {type: number}}]",
      "`oneOf/0`",
      "`oneOf/1`",
    ],
    [
      "closed objects",
      "[{type: object, properties: {a: {}}, additionalProperties: false}, {properties: {a: {}, b: {}}, additionalProperties: false}]",
      "`oneOf/0`",
      "`oneOf/1`",
    ],
    [
      "a member of a union",
      "[{anyOf: [{type: string}, {type: boolean}]}, {type: string}]",
      "`oneOf/1`",
      "`oneOf/0`",
    ],
  ])("is reported: %s", async (_, branches, name, other) => {
    const found = await warnings({ X: `{oneOf: ${branches}}` });
    expect(found.map(([, message]) => message)).toEqual([all(name, other)]);
  });

  it("is reported if one extends the other, and for null in OpenAPI 3.0", async () => {
    const schemas = {
      Animal: animal,
      Cat: extended("required: [purrs], properties: {purrs: {type: boolean}}"),
      X: oneOf(["Animal", "Cat"]),
    };
    const at = "/components/schemas/X/oneOf/1";
    expect(await warnings(schemas)).toEqual([[at, all("`Cat`", "`Animal`")]]);
    const X = "{oneOf: [{type: string, nullable: true}, {type: string}]}";
    expect(await warnings({ X }, "3.0.3")).toEqual([[at, all("`oneOf/1`", "`oneOf/0`")]]);
  });

  it("is reported under a discriminator that no branch fixes, for values with declared members", async () => {
    const Cat = extended("properties: {purrs: {type: boolean}}");
    const Dog = extended("properties: {barks: {type: boolean}}");
    const found = await check({
      "a.openapi.yaml": text`
        openapi: 3.0.3
        info: {title: T, version: "1"}
        paths: {}
        components:
          schemas:
            Animal: ${animal}
            Cat: ${Cat}
            Dog: ${Dog}
            X: ${oneOf(["Cat", "Dog"], byKind)}
      `,
    });
    expect(found.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        "oneof-overlap",
        declared("`Cat`", "`Dog`"),
        "`discriminator` doesn't select: give `kind` a `const` (in OpenAPI 3.0, an `enum` with one value) in each branch, or use `anyOf`.",
      ],
    ]);
  });

  it("is reported in recursive schemas, in files and in messages", async () => {
    const tree = "{type: object, properties: {next: {$ref: '#/$defs/NAME'}, a: {type: string}}}";
    const files = {
      "a.schema.yaml": `oneOf: [{$ref: '#/$defs/A'}, {$ref: '#/$defs/B'}]\n$defs:\n  A: ${tree.replace("NAME", "A")}\n  B: ${tree.replace("NAME", "B")}\n`,
      "b.asyncapi.yaml": text`
        asyncapi: 3.0.0
        info: {title: T, version: "1"}
        channels: {c: {address: c, messages: {M: {payload: {oneOf: [{type: integer}, {type: number}]}}}}}
      `,
    };
    expect((await shown(files)).map(([, message]) => message)).toEqual([
      all("`A`", "`B`"),
      all("`oneOf/0`", "`oneOf/1`"),
    ]);
  });

  it("is reported for each of several equal branches", async () => {
    const found = await warnings({ X: "{oneOf: [{type: string}, {type: string}, {type: string}]}" });
    expect(found.map(([pointer]) => pointer)).toEqual([
      "/components/schemas/X/oneOf/0",
      "/components/schemas/X/oneOf/1",
      "/components/schemas/X/oneOf/2",
    ]);
  });
});

describe("isn't reported if a value of each branch can be valid:", () => {
  it.each([
    ["other types", "[{type: string}, {type: number}]"],
    ["other names are required", "[{required: [a]}, {required: [b]}]"],
    ["the same limit, the other way round", "[{type: integer, minimum: 5}, {type: integer, maximum: 5}]"],
    ["a narrower limit leaves values", "[{type: number, minimum: 5}, {type: string}]"],
    ["a constant tells them apart", "[{properties: {k: {const: a}, x: {}}}, {properties: {k: {const: b}}}]"],
    [
      "one is closed and has fewer members",
      "[{type: object, properties: {a: {}, b: {type: string}}}, {type: object, properties: {a: {}}, additionalProperties: false}]",
      ["`oneOf/1`"],
    ],
    [
      "a map with other values",
      "[{type: object, additionalProperties: {type: string}}, {type: object, additionalProperties: {type: boolean}}]",
    ],
    [
      "a map may have the member",
      "[{type: object, additionalProperties: {}}, {type: object, properties: {a: {type: string}}, required: [a]}]",
      ["`oneOf/1`"],
    ],
    ["a format that both may have", "[{type: string, format: uuid}, {type: string, format: date}]"],
    ["a pattern", "[{type: string, pattern: ^a}, {type: string, pattern: ^b}]"],
    [
      "tuples",
      "[{type: array, prefixItems: [{type: string}]}, {type: array, prefixItems: [{type: number}]}]",
    ],
    [
      "conditions",
      "[{type: object, if: {required: [a]}, then: {required: [b]}}, {type: object, if: {required: [a]}, then: {required: [c]}}]",
    ],
    ["what is unevaluated", "[{type: object, properties: {a: {}}}, {unevaluatedProperties: false}]"],
    ["null makes the difference", "[{type: [string, 'null']}, {type: string, minLength: 1}]", ["`oneOf/1`"]],
  ])("%s", async (_, branches, names: readonly string[] = []) => {
    const found = await warnings({ X: `{oneOf: ${branches}}` });
    expect(found.map(([, message = ""]) => message.replace(/^each value of (\S+).*/, "$1"))).toEqual(names);
  });

  it("a discriminator with `const` or `enum`, or members that only one has and requires", async () => {
    const kinds = (keyword: string) => ({
      Animal: animal,
      Cat: extended(`properties: {kind: {${keyword.replace("NAME", "cat")}}}`),
      Dog: extended(`properties: {kind: {${keyword.replace("NAME", "dog")}}}`),
      X: oneOf(["Cat", "Dog"], byKind),
    });
    expect(await warnings(kinds("const: NAME"))).toEqual([]);
    expect(await warnings(kinds("enum: [NAME]"), "3.0.3")).toEqual([]);
    const required = (name: string) => extended(`required: [${name}], properties: {${name}: {type: string}}`);
    const schemas = { Animal: animal, Cat: required("a"), Dog: required("b"), X: oneOf(["Cat", "Dog"]) };
    expect(await warnings(schemas)).toEqual([]);
  });

  it("a member that a schema around them declares", async () => {
    const branches = "[{properties: {a: {type: string}}}, {properties: {b: {const: 1}}}]";
    expect(await warnings({ X: `{type: object, properties: {a: {}, b: {}}, oneOf: ${branches}}` })).toEqual(
      [],
    );
    const apart = `{allOf: [{type: object, properties: {a: {}, b: {}}}, {oneOf: ${branches}}]}`;
    expect(await warnings({ X: apart })).toEqual([]);
  });
});

it("says if it didn't compare all branches", async () => {
  const oneOfMany = (branch: (at: number) => string) => ({
    "a.schema.yaml": `oneOf: [${Array.from({ length: 400 }, (_, at) => branch(at)).join(", ")}]\n`,
  });
  const marked = (at: number) => `{type: object, properties: {k: {const: v${at}}, a: {}}}`;
  expect(await check(oneOfMany(marked))).toEqual([]);
  const found = await check(
    oneOfMany((at) => `{properties: {a${at}: {type: string}}, additionalProperties: false}`),
  );
  expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([["oneof-overlap", "/oneOf"]]);
  expect(found[0]?.message).toMatch(/some of these weren't compared/);
});
