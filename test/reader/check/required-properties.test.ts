import { describe, expect, it } from "vitest";
import { check, text } from "../../support/reader/check/findings.js";

/** Place, message and hint of each warning. */
async function warnings(files: Readonly<Record<string, string>>) {
  return (await check(files)).map(({ severity, code, file, range, message, hint }) => {
    expect([severity, code]).toEqual(["warning", "required-undefined"]);
    return [`${file}:${range.line}:${range.column}`, message, hint];
  });
}

const message = (name: string) => `\`${name}\` is required, but no schema of this object defines it`;

describe("a required property that isn't defined", () => {
  it("is reported with a similar name, at any depth", async () => {
    const files = {
      "a.schema.yaml": text`
        type: object
        required: [id, nmae]
        properties:
          id: {type: string}
          name: {type: string}
          list: {type: array, items: {type: object, required: [other]}}
      `,
    };
    expect(await warnings(files)).toEqual([
      ["a.schema.yaml:2:16", message("nmae"), "Did you mean `name`? Otherwise, define it in `properties`."],
      ["a.schema.yaml:6:56", message("other"), "Define it in `properties`, or remove it from `required`."],
    ]);
  });

  it("is reported in an OpenAPI document's components and bodies, once for all uses", async () => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      paths:
        /a:
          post:
            requestBody:
              content: {application/json: {schema: {type: object, required: [x]}}}
            responses:
              "200": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
              "201": {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
      components:
        schemas:
          A: {type: object, required: [y]}
    `;
    expect((await warnings({ "a.openapi.yaml": source })).map(([at, text]) => [at, text])).toEqual([
      ["a.openapi.yaml:7:72", message("x")],
      ["a.openapi.yaml:13:34", message("y")],
    ]);
  });

  it.each([
    ["a base defines it", "allOf: [{$ref: b.schema.yaml}]\nrequired: [a]\n"],
    [
      "a base defines it deeper",
      "allOf: [{$ref: b.schema.yaml}]\nproperties: {o: {type: object, required: [p]}}\n",
    ],
    [
      "its variants define it",
      "required: [a]\noneOf: [{properties: {a: {const: 1}}}, {properties: {a: {const: 2}}}]\n",
    ],
    [
      "a variant requires it",
      "properties: {a: {}}\nanyOf: [{required: [a]}, {required: [b]}]\nallOf: [{properties: {b: {}}}]\n",
    ],
    ["a condition asks for it", "properties: {a: {}, b: {}}\nif: {required: [a]}\nthen: {required: [b]}\n"],
    ["it must be absent", "type: object\nnot: {required: [a]}\n"],
    ["a pattern covers it", "required: [x-a]\npatternProperties: {'^x-': {type: string}}\n"],
    ["the object is a map", "required: [a]\nadditionalProperties: {type: string}\n"],
  ])("isn't reported if %s", async (_, source) => {
    const base = "type: object\nproperties: {a: {}, o: {type: object, properties: {p: {}}}}\n";
    expect(
      await warnings({
        "a.schema.yaml": `type: object\n${source.replace(/^type: object\n/, "")}`,
        "b.schema.yaml": base,
      }),
    ).toEqual([]);
  });

  it("isn't reported in a part if every schema that uses it has another part that defines it", async () => {
    const files = {
      "a.schema.yaml": "type: object\nallOf: [{$ref: part.yaml}]\nproperties: {a: {}}\n",
      "part.yaml": "type: object\nrequired: [a]\n",
    };
    expect(await warnings(files)).toEqual([]);
  });
});
