import { each, type Fields, map, one } from "./fields.js";

const described: Fields = each("title summary description tags externalDocs", "text");

/** The fields of AsyncAPI 3 that `oipkit diff` compares, by the kind of object. Traits have been applied. */
export const asyncapiFields: Readonly<Record<string, Fields>> = {
  document: {
    ...each("info", "text"),
    ...each("asyncapi defaultContentType x-webhook-protocol", "judged"),
    servers: map("server"),
    channels: map("channel"),
    operations: map("operation"),
    components: one("components"),
  },
  server: {
    ...described,
    ...each("host protocol protocolVersion pathname security bindings", "judged"),
    variables: map("variable"),
  },
  "listed-variable": { enum: "judged", ...each("description examples", "text") },
  variable: { ...each("enum default", "judged"), ...each("description examples", "text") },
  channel: {
    ...described,
    ...each("address servers bindings", "judged"),
    parameters: map("parameter"),
    messages: map("message"),
  },
  // A channel without an address: which one a message is in isn't on the wire.
  "channel-without-address": { ...described, address: "judged", messages: map("message") },
  parameter: { ...each("enum default location", "judged"), ...each("description examples", "text") },
  operation: {
    ...described,
    ...each("action channel messages security bindings reply x-deprecated", "judged"),
  },
  message: {
    ...described,
    examples: "text",
    ...each("contentType bindings x-deprecated", "judged"),
    ...each("payload headers", one("message-schema")),
    correlationId: one("correlation"),
  },
  correlation: { location: "judged", description: "text" },
  components: {
    ...each("tags externalDocs", "text"),
    ...each("operationTraits messageTraits", "judged"),
    ...each("serverBindings channelBindings operationBindings messageBindings", "judged"),
    ...each("replies replyAddresses", "judged"),
    schemas: map("message-schema"),
    servers: map("server"),
    channels: map("channel"),
    operations: map("operation"),
    messages: map("message"),
    securitySchemes: map("security-scheme"),
    serverVariables: map("variable"),
    parameters: map("parameter"),
    correlationIds: map("correlation"),
  },
  "security-scheme": {
    ...each("type in name scheme openIdConnectUrl scopes", "judged"),
    ...each("description bearerFormat", "text"),
    flows: map("flow"),
  },
  flow: { ...each("authorizationUrl tokenUrl", "judged"), availableScopes: "names" },
};
