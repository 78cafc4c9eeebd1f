/** A way in which contracts can grow: by `size`, the same document with so many parts, or so large a part. */
export interface Dimension {
  readonly size: number;
  /** How much more four times the size may take, if it isn't the usual. */
  readonly most?: number;
  /** An OpenAPI document. */
  document(size: number): object;
  /** A JSON Schema, and a document for it; the schema is also a component of an OpenAPI document. */
  schema?(size: number): { readonly schema: object; readonly value: unknown };
}

const info = { title: "t", version: "1" };
const responses = { 200: { description: "d" } };
const times = <T>(size: number, item: (at: number) => T): T[] =>
  Array.from({ length: size }, (_, at) => item(at));
const members = (size: number, member: (at: number) => readonly [string, unknown]): object =>
  Object.fromEntries(times(size, member));
const api = (parts: object): object => ({ openapi: "3.1.0", info, paths: {}, ...parts });
const withSchemas = (schemas: object): object => api({ components: { schemas } });
const text = { type: "string" };
const component = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const operation = (at: number, more: object = {}): object => ({ operationId: `op${at}`, responses, ...more });

/** A dimension of one schema. */
function ofSchema(size: number, schema: (size: number) => { schema: object; value: unknown }): Dimension {
  return { size, schema, document: (length) => withSchemas({ Main: schema(length).schema }) };
}

/** A dimension of an OpenAPI document. */
function ofDocument(size: number, document: (size: number) => object): Dimension {
  return { size, document };
}

/** Each line of a nested schema and of its code is indented by its depth, which is at most 256. */
function withIndentation(dimension: Dimension): Dimension {
  return { ...dimension, most: 16 };
}

/** Texts that expressions which begin again at each character would read again and again. */
const fillers = [
  "\\",
  "<",
  "|",
  " ",
  "\n",
  "#",
  "`",
  "a.",
  "B",
  "aB_",
  "[",
  "(",
  '"',
  "&a",
  "::",
  "-",
  "*/",
  "{",
  "\t",
  "://",
  "@",
  ";",
];

/** Each way in which contracts can grow, with a size for which each command has something to do. */
export const dimensions: Readonly<Record<string, Dimension>> = {
  properties: ofSchema(2_000, (size) => ({
    schema: { type: "object", properties: members(size, (at) => [`p${at}`, text]) },
    value: members(size, (at) => [`p${at}`, "a"]),
  })),
  "required properties": ofSchema(2_000, (size) => ({
    schema: {
      type: "object",
      required: times(size, (at) => `p${at}`),
      properties: members(size, (at) => [`p${at}`, text]),
    },
    value: members(size, (at) => [`p${at}`, "a"]),
  })),
  "values of an enum": ofSchema(4_000, (size) => ({
    schema: { type: "string", enum: times(size, (at) => `v${at}`) },
    value: `v${size - 1}`,
  })),
  "open values": ofSchema(2_000, (size) => ({
    schema: { type: "string", "x-extensible-enum": times(size, (at) => `v${at}`) },
    value: "v0",
  })),
  "branches of allOf": ofSchema(100, (size) => ({
    schema: { allOf: times(size, (at) => ({ type: "object", properties: { [`p${at}`]: text } })) },
    value: {},
  })),
  "branches of oneOf": ofSchema(50, (size) => ({
    schema: {
      oneOf: times(size, (at) => ({
        type: "object",
        required: ["k"],
        properties: { k: { const: `v${at}` } },
      })),
    },
    value: { k: "v0" },
  })),
  "items of a tuple": ofSchema(500, (size) => ({
    schema: { type: "array", prefixItems: times(size, () => text) },
    value: times(size, () => "a"),
  })),
  patterns: ofSchema(100, (size) => ({
    schema: {
      type: "object",
      properties: members(size, (at) => [`p${at}`, { ...text, pattern: `^a${at}[a-z]+$` }]),
    },
    value: {},
  })),
  depth: withIndentation(
    ofSchema(30, (size) => ({
      schema: times(size, () => 0).reduce<object>(
        (inner) => ({ type: "object", properties: { a: inner } }),
        text,
      ),
      value: times(size, () => 0).reduce<unknown>((inner) => ({ a: inner }), "a"),
    })),
  ),
  "length of a property's name": ofSchema(2_400, (size) => ({
    schema: { type: "object", properties: { ["aB_".repeat(size / 3)]: text } },
    value: {},
  })),
  "length of descriptions": ofSchema(10_000, (size) => ({
    schema: {
      type: "object",
      properties: members(fillers.length, (at) => {
        const filler = fillers[at] ?? "";
        const description = `a${filler.repeat(size / filler.length)}b`;
        return [`p${at}`, { ...text, description, title: description }];
      }),
    },
    value: {},
  })),
  "examples of a schema": ofSchema(500, (size) => ({
    schema: { type: "string", examples: times(size, (at) => `e${at}`) },
    value: "a",
  })),
  "invalid values": ofSchema(2_000, (size) => ({
    schema: { type: "array", items: { type: "object", properties: { a: text } } },
    value: times(size, () => ({ a: 1 })),
  })),
  schemas: ofDocument(100, (size) =>
    withSchemas(members(size, (at) => [`S${at}`, { type: "object", properties: { a: text } }])),
  ),
  operations: ofDocument(200, (size) =>
    api({ paths: members(size, (at) => [`/p${at}`, { get: operation(at) }]) }),
  ),
  "parameters of an operation": ofDocument(400, (size) =>
    api({
      paths: {
        "/a": {
          get: operation(0, {
            parameters: times(size, (at) => ({ name: `q${at}`, in: "query", schema: text })),
          }),
        },
      },
    }),
  ),
  tags: ofDocument(200, (size) =>
    api({
      tags: times(size, (at) => ({ name: `t${at}` })),
      paths: members(size, (at) => [`/p${at}`, { get: operation(at, { tags: [`t${at}`] }) }]),
    }),
  ),
  "security requirements": ofDocument(200, (size) =>
    api({
      components: {
        securitySchemes: members(size, (at) => [`s${at}`, { type: "apiKey", in: "header", name: `x${at}` }]),
      },
      paths: { "/a": { get: operation(0, { security: times(size, (at) => ({ [`s${at}`]: [] })) }) } },
    }),
  ),
  "references to a schema": ofDocument(2_000, (size) =>
    withSchemas({
      T: text,
      A: { type: "object", properties: members(size, (at) => [`p${at}`, component("T")]) },
    }),
  ),
  "a chain of references": ofDocument(50, (size) =>
    withSchemas(
      members(size, (at) => [
        `D${at}`,
        at + 1 < size ? { type: "object", properties: { a: component(`D${at + 1}`) } } : text,
      ]),
    ),
  ),
  "length of an operationId": ofDocument(2_400, (size) =>
    api({ paths: { "/a": { get: { operationId: "aB_".repeat(size / 3), responses } } } }),
  ),
  "findings: references that lead nowhere": ofDocument(1_000, (size) =>
    withSchemas({
      ...members(size, (at) => [`Schema${at}`, text]),
      A: { type: "object", properties: members(size, (at) => [`p${at}`, component(`Shema${at}x`)]) },
    }),
  ),
  "findings: misspelt names in required": ofDocument(1_000, (size) =>
    withSchemas({
      A: {
        type: "object",
        required: times(size, (at) => `proop${at}`),
        properties: members(size, (at) => [`prop${at}`, text]),
      },
    }),
  ),
  "findings: unknown types": ofDocument(500, (size) =>
    withSchemas({ A: { type: "object", properties: members(size, (at) => [`p${at}`, { type: "strin" }]) } }),
  ),
  "findings: a repeated operationId": ofDocument(200, (size) =>
    api({ paths: members(size, (at) => [`/p${at}`, { get: operation(0) }]) }),
  ),
};
