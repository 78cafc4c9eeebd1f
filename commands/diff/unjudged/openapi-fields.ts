import { anyField, each, extensibleMap, type Fields, map, one, schemaKind } from "./fields.js";

const servers = { list: "server", by: ["url"] } as const;
const parameters = { list: "parameter", by: ["in", "name"] } as const;
const methods = "get put post delete options head patch trace query";

const operation: Fields = {
  ...each("tags summary description externalDocs", "text"),
  ...each("operationId deprecated x-sunset", "judged"),
  ...each("x-environments x-pagination x-access-snapshot", "judged"),
  parameters,
  requestBody: one("body"),
  responses: extensibleMap("response"),
  callbacks: map("callback"),
};

const item: Fields = { ...each("summary description", "text"), parameters };

const parameter: Fields = {
  ...each("description example examples", "text"),
  ...each("required deprecated x-sunset style explode allowReserved", "judged"),
  schema: one(schemaKind),
  content: map("media"),
};

/** The fields of OpenAPI 3.0 to 3.2 that `oipkit diff` compares, by the kind of object. */
export const openapiFields: Readonly<Record<string, Fields>> = {
  document: {
    ...each("info externalDocs tags", "text"),
    ...each("openapi security", "judged"),
    servers,
    paths: extensibleMap("path"),
    webhooks: map("webhook"),
    "x-webhooks": map("webhook"),
    components: one("components"),
  },
  path: { ...item, ...each(methods, one("operation")), additionalOperations: map("operation"), servers },
  operation: { ...operation, security: "judged", servers },
  // Whoever receives a webhook or a callback has an address and a lock of its own.
  webhook: { ...item, ...each(methods, one("request")), additionalOperations: map("request") },
  request: operation,
  callback: { [anyField]: one("webhook") },
  parameter: { ...parameter, ...each("name in allowEmptyValue", "judged") },
  header: parameter,
  body: { ...each("description", "text"), required: "judged", content: map("media") },
  media: {
    ...each("example examples", "text"),
    ...each("schema itemSchema", one(schemaKind)),
    encoding: map("encoding"),
  },
  encoding: {
    ...each("contentType style explode allowReserved", "judged"),
    headers: map("header"),
  },
  response: {
    ...each("summary description", "text"),
    headers: map("header"),
    content: map("media"),
    links: map("link"),
  },
  link: {
    ...each("operationId operationRef parameters requestBody", "judged"),
    description: "text",
    server: one("link-server"),
  },
  "link-server": { url: "judged", ...each("name description", "text") },
  server: { url: "judged", ...each("name description", "text"), variables: map("variable") },
  // Its address says which values it may have.
  "listed-variable": { enum: "judged", description: "text" },
  variable: { ...each("enum default", "judged"), description: "text" },
  components: {
    examples: "text",
    schemas: map(schemaKind),
    responses: map("response"),
    parameters: map("parameter"),
    requestBodies: map("body"),
    headers: map("header"),
    securitySchemes: map("security-scheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: map("path"),
    mediaTypes: map("media"),
  },
  "security-scheme": {
    ...each("type in name scheme openIdConnectUrl", "judged"),
    ...each("description bearerFormat", "text"),
    flows: extensibleMap("flow"),
  },
  flow: { ...each("authorizationUrl tokenUrl", "judged"), scopes: "names" },
};
