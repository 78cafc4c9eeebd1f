/** Schemas by name; they refer to each other by `#/components/schemas/<name>`. */
export type Schemas = Readonly<Record<string, unknown>>;

/** A name of a schema, and what its place in the contracts is called. */
export interface Subject {
  readonly schema: string;
  /** A name without special characters, unique among all subjects: `case0`. */
  readonly id: string;
}

/** The header that a contract describes by `schema`, as a text, and the one that it describes by `content`, as JSON. */
export const headerNames = { text: "X-Text", json: "X-Json" } as const;

const info = { title: "Entry paths", version: "1" };
const done = { "204": { description: "done" } };
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const referenceTo = (name: string, file = "") => ({
  $ref: `${file}#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
});

/** An OpenAPI document of components alone, which get validators of their own. */
export function componentsDocument(schemas: Schemas, openapi: string): object {
  return { openapi, info, components: { schemas } };
}

/** An OpenAPI document in which each subject is a body, an answer, parameters, a webhook and a callback. */
export function apiDocument(schemas: Schemas, subjects: readonly Subject[], openapi: string): object {
  const paths = Object.fromEntries(
    subjects.flatMap(({ schema, id }) => {
      const reference = referenceTo(schema);
      const body = { requestBody: { required: true, ...json(reference) } };
      return [
        [`/${id}/body`, { post: { operationId: `${id}Body`, ...body, responses: done } }],
        [
          `/${id}/answer`,
          {
            get: {
              operationId: `${id}Answer`,
              responses: {
                "200": { description: "exact", ...json(reference) },
                "201": {
                  description: "any media type",
                  content: { "*/*": { schema: reference } },
                },
                "202": {
                  description: "a header",
                  headers: { [headerNames.json]: { required: true, ...json(reference) } },
                },
                "203": {
                  description: "a header",
                  headers: { [headerNames.text]: { schema: reference } },
                },
              },
            },
          },
        ],
        [
          `/${id}/anybody`,
          {
            post: {
              operationId: `${id}AnyBody`,
              requestBody: { required: true, content: { "application/*": { schema: reference } } },
              responses: done,
            },
          },
        ],
        ...parameterPaths(id, reference),
        [
          `/${id}/subscribe`,
          {
            post: {
              operationId: `${id}Subscribe`,
              responses: done,
              callbacks: { called: { "{$request.body#/url}": { post: { ...body, responses: done } } } },
            },
          },
        ],
      ];
    }),
  );
  const webhooks = Object.fromEntries(
    subjects.map(({ schema, id }) => [
      `${id}Hook`,
      {
        post: {
          parameters: [
            { name: headerNames.text, in: "header", schema: referenceTo(schema) },
            { name: headerNames.json, in: "header", ...json(referenceTo(schema)) },
          ],
          requestBody: json(referenceTo(schema)),
          responses: done,
        },
      },
    ]),
  );
  const sent = openapi.startsWith("3.0") ? { "x-webhooks": webhooks } : { webhooks };
  return {
    openapi,
    info,
    servers: [{ url: "https://api.example" }],
    paths,
    ...sent,
    components: { schemas },
  };
}

/** Each parameter as a text of its style (by `schema`) and as JSON (by `content`). */
function parameterPaths(id: string, schema: object): [string, object][] {
  const parameter = (where: string, name: string, described: object) => ({
    get: {
      operationId: `${id}${where}${name}`,
      parameters: [
        { name: nameIn(where, name), in: where.toLowerCase(), required: where === "Path", ...described },
      ],
      responses: done,
    },
  });
  const forms: [string, object][] = [
    ["Text", { schema }],
    ["Json", json(schema)],
  ];
  return forms.flatMap(([name, described]): [string, object][] => [
    [`/${id}/query${name}`, parameter("Query", name, described)],
    [`/${id}/header${name}`, parameter("Header", name, described)],
    [`/${id}/cookie${name}`, parameter("Cookie", name, described)],
    [`/${id}/path${name}/{value}`, parameter("Path", name, described)],
  ]);
}

function nameIn(where: string, form: string): string {
  if (where !== "Header") return "value";
  if (form === "Text") return headerNames.text;
  return headerNames.json;
}

/** An AsyncAPI document in which each subject is the payload of a message; only a header names the event. */
export function eventsDocument(schemas: Schemas, subjects: readonly Subject[]): object {
  const messages = Object.fromEntries(
    subjects.map(({ schema, id }) => [`${id}Event`, { name: `${id}Event`, payload: referenceTo(schema) }]),
  );
  return {
    asyncapi: "3.0.0",
    info,
    channels: {
      all: {
        address: null,
        messages: Object.fromEntries(
          Object.keys(messages).map((key) => [key, { $ref: `#/components/messages/${key}` }]),
        ),
      },
    },
    components: { messages, schemas },
    "x-webhook-protocol": {
      headers: { eventId: "X-Event", eventType: "X-Type", signature: "X-Signature" },
      signature: {
        algorithm: "hmac-sha256",
        content: ["body"],
        separator: "",
        prefix: "",
        encoding: "hex",
      },
      event: {},
      responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
    },
  };
}

/** Files of JSON Schema: one for each subject, which refers to the schemas in another. */
export function schemaFiles(schemas: Schemas, subjects: readonly Subject[]): Record<string, object> {
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  const files = subjects.map(({ schema, id }) => [
    `${id}File.schema.json`,
    { $schema, ...referenceTo(schema, "shared.schema.json") },
  ]);
  return { ...Object.fromEntries(files), "shared.schema.json": { $schema, components: { schemas } } };
}
