const docs = {
  title: "t",
  summary: "s",
  description: "d",
  tags: [{ name: "things", description: "d" }],
  externalDocs: { description: "more", url: "https://docs.example.com/a" },
};
const string = { type: "string", maxLength: 9 };

/** An AsyncAPI document that has every field of AsyncAPI 3 but the bindings of most protocols. */
export const wholeAsyncApi = {
  asyncapi: "3.0.0",
  id: "urn:example:things",
  info: {
    title: "t",
    version: "1",
    description: "d",
    termsOfService: "https://t.example.com/",
    contact: { name: "n", url: "https://c.example.com/", email: "a@example.com" },
    license: { name: "MIT", url: "https://l.example.com/" },
    tags: [{ name: "things" }],
    externalDocs: { url: "https://docs.example.com/a" },
  },
  defaultContentType: "application/json",
  "x-platform": { owner: "a" },
  servers: {
    broker: {
      ...docs,
      host: "{host}.example.com",
      pathname: "/v1",
      protocol: "kafka",
      protocolVersion: "3.5",
      variables: {
        host: { enum: ["a", "b"], default: "a", description: "d", examples: ["a"] },
      },
      security: [{ $ref: "#/components/securitySchemes/oauth" }],
      bindings: { kafka: { schemaRegistryUrl: "https://r.example.com", bindingVersion: "0.5.0" } },
    },
    web: { host: "{port}.example.com", protocol: "https", variables: { port: { default: "443" } } },
  },
  channels: {
    things: {
      ...docs,
      address: "things.{id}",
      servers: [{ $ref: "#/servers/broker" }],
      parameters: {
        id: {
          enum: ["a", "b"],
          default: "a",
          description: "d",
          examples: ["a"],
          location: "$message.payload#/id",
        },
      },
      messages: { Changed: { $ref: "#/components/messages/Changed" } },
      bindings: { kafka: { topic: "things" } },
      "x-team": "a",
    },
    replies: { address: "replies", messages: { Done: { payload: string } } },
    unaddressed: {
      address: null,
      servers: [{ $ref: "#/servers/web" }],
      messages: { Other: { payload: string } },
      bindings: { http: {} },
    },
  },
  operations: {
    sendThing: {
      ...docs,
      action: "send",
      channel: { $ref: "#/channels/things" },
      messages: [{ $ref: "#/channels/things/messages/Changed" }],
      security: [{ $ref: "#/components/securitySchemes/key" }],
      bindings: { kafka: { clientId: { type: "string" } }, http: { method: "POST" } },
      reply: {
        address: { location: "$message.header#/replyTo", description: "d" },
        channel: { $ref: "#/channels/replies" },
        messages: [{ $ref: "#/channels/replies/messages/Done" }],
      },
      traits: [{ ...docs, "x-deprecated": true }],
    },
    sendOther: { action: "send", channel: { $ref: "#/channels/unaddressed" } },
  },
  components: {
    schemas: {
      Thing: {
        title: "t",
        description: "d",
        $comment: "c",
        examples: [{ id: "a" }],
        type: "object",
        required: ["id"],
        properties: {
          id: string,
          text: { type: "string", contentEncoding: "base64", contentMediaType: "text/plain", default: "d" },
          list: { type: "array", items: { type: "integer" } },
        },
      },
    },
    messages: {
      Changed: {
        ...docs,
        name: "thing.changed",
        contentType: "application/json",
        headers: { type: "object", properties: { replyTo: string } },
        payload: {
          schemaFormat: "application/schema+json;version=draft-07",
          schema: { $ref: "#/components/schemas/Thing" },
        },
        correlationId: { description: "d", location: "$message.header#/replyTo" },
        bindings: { kafka: { key: { type: "string", maxLength: 9 }, bindingVersion: "0.5.0" } },
        examples: [{ name: "n", summary: "s", payload: { id: "a" }, headers: { replyTo: "a" } }],
        traits: [{ contentType: "application/json" }],
      },
    },
    securitySchemes: {
      key: { type: "httpApiKey", in: "header", name: "X-Key", description: "d" },
      oauth: {
        type: "oauth2",
        scopes: ["read"],
        flows: {
          clientCredentials: {
            tokenUrl: "https://a.example.com/token",
            refreshUrl: "https://a.example.com/refresh",
            availableScopes: { read: "to read" },
          },
        },
      },
    },
  },
};
