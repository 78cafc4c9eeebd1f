const string = { type: "string", maxLength: 9 };
const [authorizationUrl, tokenUrl] = ["https://a.example.com/authorize", "https://a.example.com/token"];
const flow = { refreshUrl: "https://a.example.com/refresh", availableScopes: { read: "to read" } };

/** An AsyncAPI document with all sections of components behind references, all flows of OAuth, and traits. */
export const sectionsAsyncApi = {
  asyncapi: "3.0.0",
  info: { title: "t", version: "1" },
  servers: { main: { $ref: "#/components/servers/Main" } },
  channels: {
    things: { $ref: "#/components/channels/Things" },
    replies: { address: null, messages: { Done: { payload: string } } },
  },
  operations: { sendThing: { $ref: "#/components/operations/SendThing" } },
  components: {
    schemas: { Thing: { type: "object", properties: { text: string } } },
    servers: {
      Main: {
        host: "{host}.example.com",
        protocol: "kafka",
        variables: { host: { $ref: "#/components/serverVariables/Host" } },
        bindings: { $ref: "#/components/serverBindings/Main" },
        security: ["bearer", "http", "openid", "user", "oauth"].map((name) => ({
          $ref: `#/components/securitySchemes/${name}`,
        })),
      },
    },
    serverVariables: { Host: { default: "a", description: "d" } },
    serverBindings: { Main: { kafka: { schemaRegistryUrl: "https://r.example.com" } } },
    channels: {
      Things: {
        address: "things.{id}",
        parameters: { id: { $ref: "#/components/parameters/Id" } },
        messages: { Changed: { $ref: "#/components/messages/Changed" } },
        bindings: { $ref: "#/components/channelBindings/Things" },
      },
    },
    parameters: { Id: { enum: ["a", "b"] } },
    channelBindings: { Things: { kafka: { topic: "things" } } },
    operations: {
      SendThing: {
        action: "send",
        channel: { $ref: "#/channels/things" },
        traits: [{ $ref: "#/components/operationTraits/Sent" }],
        bindings: { $ref: "#/components/operationBindings/Sent" },
        reply: { $ref: "#/components/replies/Done" },
      },
    },
    operationTraits: { Sent: { "x-deprecated": true } },
    operationBindings: { Sent: { http: { method: "POST" } } },
    replies: {
      Done: { channel: { $ref: "#/channels/replies" }, address: { $ref: "#/components/replyAddresses/To" } },
    },
    replyAddresses: { To: { location: "$message.header#/replyTo" } },
    messages: {
      Changed: {
        name: "thing.changed",
        headers: { type: "object", properties: { replyTo: string } },
        payload: { $ref: "#/components/schemas/Thing" },
        correlationId: { $ref: "#/components/correlationIds/To" },
        bindings: { $ref: "#/components/messageBindings/Changed" },
        traits: [{ $ref: "#/components/messageTraits/Typed" }],
      },
    },
    messageTraits: { Typed: { contentType: "application/json" } },
    messageBindings: { Changed: { kafka: { schemaIdLocation: "header" } } },
    correlationIds: { To: { location: "$message.header#/replyTo" } },
    tags: { a: { name: "a" } },
    externalDocs: { a: { url: "https://docs.example.com/a" } },
    securitySchemes: {
      http: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      openid: { type: "openIdConnect", openIdConnectUrl: "https://o.example.com/configuration" },
      user: { type: "apiKey", in: "user" },
      oauth: {
        type: "oauth2",
        flows: {
          implicit: { authorizationUrl, ...flow },
          password: { tokenUrl, ...flow },
          authorizationCode: { authorizationUrl, tokenUrl, ...flow },
        },
      },
    },
  },
};
