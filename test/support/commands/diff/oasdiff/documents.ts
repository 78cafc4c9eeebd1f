/** Members of an object of OpenAPI. */
export type Members = Readonly<Record<string, unknown>>;

/** An old and a new document, or an old and a new part of one. */
export type Pair<Part = Members> = readonly [old: Part, current: Part];

/** A document with one operation, `POST /things`; `more` are members of the document. */
export function api(operation: Members, more: Members = {}): Members {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { post: { ...plain, ...operation } } },
    ...more,
  };
}

/** An operation that says nothing but that it answers. */
export const plain: Members = { operationId: "saveThing", responses: { 200: { description: "saved" } } };

/** A body with a schema. */
export function content(schema: unknown, mediaType = "application/json"): Members {
  return { content: { [mediaType]: { schema } } };
}

/** A document whose response of status 200 has these members. */
export function answering(response: Members, more: Members = {}): Members {
  return api({ responses: { 200: { description: "saved", ...response } } }, more);
}

/** A document with a body that a request must have. */
export function requesting(schema: unknown, mediaType?: string): Members {
  return api({ requestBody: { required: true, ...content(schema, mediaType) } }, alternatives);
}

/** A document with a body of a response. */
export function responding(schema: unknown, mediaType?: string): Members {
  return answering(content(schema, mediaType), alternatives);
}

/** A document with one parameter. */
export function asking(parameter: Members): Members {
  return api({ parameters: [{ name: "q", in: "query", ...parameter }] });
}

const animal = (...kinds: readonly string[]): Members => ({
  type: "object",
  required: ["kind", "sort"],
  properties: { kind: { enum: kinds }, sort: { enum: kinds } },
});

/** What the discriminators in `schema-changes.ts` choose from. */
const alternatives: Members = {
  components: { schemas: { Cat: animal("Cat", "cat", "tom"), Dog: animal("Dog", "dog") } },
};

/** An object with one property. */
const holding = (schema: unknown): Members => ({ type: "object", properties: { name: schema } });

/** An object with a property that it must have. */
const needing = (schema: unknown): Members => ({ ...holding(schema), required: ["name"] });

/** Where a schema can stand, by the beginning of the names of rules about it. */
export const places: Readonly<Record<string, (schema: Members) => Members>> = {
  "request-body": (schema) => requesting(schema),
  "request-property": (schema) => requesting(holding(schema)),
  "request-read-only-property": (schema) => requesting(holding({ ...schema, readOnly: true })),
  "request-optional-property": (schema) => requesting(holding(schema)),
  "request-required-property": (schema) => requesting(needing(schema)),
  "response-body": (schema) => responding(schema),
  "response-mediatype": (schema) => responding(schema),
  "response-property": (schema) => responding(holding(schema)),
  "response-write-only-property": (schema) => responding(holding({ ...schema, writeOnly: true })),
  "response-optional-property": (schema) => responding(holding(schema)),
  "response-required-property": (schema) => responding(needing(schema)),
  "request-parameter": (schema) => asking({ schema }),
  "request-parameter-property": (schema) => asking({ style: "deepObject", schema: holding(schema) }),
  "request-header-property": (schema) => asking({ in: "header", schema: holding(schema) }),
  "response-header": (schema) => answering({ headers: { "X-A": { required: true, schema } } }),
};
