import { boundSchemas } from "../events/bindings.js";
import { anyField, each, extensibleMap, type FieldReading, type Fields, map, one } from "./fields.js";

const described: Fields = each("title summary description tags externalDocs", "text");

const bindingFields: Fields = { ...each("bindingVersion description", "text"), [anyField]: "judged" };

const memberNames = Object.values(boundSchemas).flatMap((names) => names.map((name) => name.split(".")));
const protocolsWithSchemas = [...new Set(memberNames.map(([protocol = ""]) => protocol))];

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
    ...each("host protocol protocolVersion pathname", "judged"),
    security: "references",
    bindings: one("bindings"),
    variables: map("variable"),
  },
  "listed-variable": { enum: "judged", ...each("description examples", "text") },
  variable: { ...each("enum default", "judged"), ...each("description examples", "text") },
  channel: {
    ...described,
    address: "judged",
    servers: "references",
    bindings: one("bindings"),
    parameters: map("parameter"),
    messages: map("message"),
  },
  // A channel without an address: which one a message is in isn't on the wire.
  "channel-without-address": { ...described, address: "judged", messages: map("message") },
  parameter: { ...each("enum default location", "judged"), ...each("description examples", "text") },
  operation: {
    ...described,
    ...each("action x-deprecated", "judged"),
    channel: "reference",
    ...each("messages security", "references"),
    bindings: one("bindings"),
    reply: one("reply"),
  },
  message: {
    ...described,
    examples: "text",
    ...each("contentType x-deprecated", "judged"),
    bindings: one("bindings"),
    ...each("payload headers", one("message-schema")),
    correlationId: one("correlation"),
  },
  correlation: { location: "judged", description: "text" },
  reply: { address: one("reply-address"), channel: "reference", messages: "references" },
  "reply-address": { location: "judged", description: "text" },
  bindings: { [anyField]: one("binding"), ...boundProtocols() },
  binding: bindingFields,
  ...Object.fromEntries(
    protocolsWithSchemas.map((protocol) => [
      boundKind(protocol),
      { ...bindingFields, ...schemaMembers(protocol) },
    ]),
  ),
  components: {
    ...each("tags externalDocs", "text"),
    ...each("operationTraits messageTraits", "judged"),
    ...each("serverBindings channelBindings operationBindings messageBindings", map("bindings")),
    replies: map("reply"),
    replyAddresses: map("reply-address"),
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
    flows: extensibleMap("flow"),
  },
  flow: { ...each("authorizationUrl tokenUrl", "judged"), availableScopes: "names" },
};

function boundKind(protocol: string): string {
  return `binding to ${protocol}`;
}

/** The bindings whose members are schemas. */
function boundProtocols(): Fields {
  return Object.fromEntries(protocolsWithSchemas.map((protocol) => [protocol, one(boundKind(protocol))]));
}

function schemaMembers(protocol: string): Fields {
  const members = memberNames.filter(([of]) => of === protocol);
  return Object.fromEntries(
    members.map(([, name = ""]): [string, FieldReading] => [name, one("message-schema")]),
  );
}
