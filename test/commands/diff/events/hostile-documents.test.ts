import fc from "fast-check";
import { expect, it } from "vitest";
import { OipkitError } from "../../../../runtime/errors.js";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";
import { event } from "../../../support/commands/diff/events/small-events.js";
import { full } from "../../../support/commands/diff/events/small-protocols.js";
import { junk, placesIn, replaced } from "../../../support/commands/diff/junk.js";

/** A document with one of everything. */
const document = {
  asyncapi: "3.0.0",
  info: { title: "Events", version: "1" },
  defaultContentType: "application/json",
  servers: {
    main: {
      host: "{region}.example.com",
      protocol: "kafka",
      variables: { region: { enum: ["eu"], default: "eu" } },
      security: [
        { type: "oauth2", scopes: ["a"], flows: { implicit: { authorizationUrl: "https://a.example" } } },
      ],
      bindings: { kafka: { schemaRegistryUrl: "https://b.example" } },
    },
  },
  channels: {
    hooks: { address: null, messages: { A: { $ref: "#/components/messages/A" } } },
    topic: {
      address: "topic/{id}",
      parameters: { id: { enum: ["x"], location: "$message.payload#/id" } },
      servers: [{ $ref: "#/servers/main" }],
      messages: { B: { payload: { schemaFormat: "application/vnd.apache.avro", schema: { type: "int" } } } },
      bindings: { ws: { query: { type: "object" } } },
    },
    answers: { messages: { C: { payload: { type: "string" } } } },
  },
  operations: {
    deliver: { action: "send", channel: { $ref: "#/channels/hooks" }, security: [{ type: "X509" }] },
    take: {
      action: "receive",
      channel: { $ref: "#/channels/topic" },
      messages: [{ $ref: "#/channels/topic/messages/B" }],
      traits: [{ bindings: { http: { method: "POST", query: { type: "object" } } } }],
      reply: { channel: { $ref: "#/channels/answers" }, address: { location: "$message.header#/to" } },
    },
  },
  components: {
    messages: {
      A: event("a", {
        headers: { type: "object" },
        tags: [{ name: "a" }],
        correlationId: { location: "$message.header#/id" },
        bindings: { http: { statusCode: 200, headers: { type: "object" } } },
        traits: [{ contentType: "text/plain" }],
      }),
    },
  },
  "x-webhook-protocol": full,
};

/** All but those of schemas and references, which aren't this test's subject, and the version. */
const places = placesIn(document, ["payload", "headers", "query", "asyncapi", "$ref"]);

it("never throws an error of its own, whatever is in a place of a document", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.constantFrom(...junk), async (path, value) => {
      const files = (content: unknown) => ({ "events.asyncapi.json": content });
      const broken = files(replaced(document, path, value));
      for (const [old, current] of [
        [files(document), broken],
        [broken, files(document)],
      ] as const) {
        const outcome = await compareTexts(old, current, "consumer", "provider").catch(
          (error: unknown) => error,
        );
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(OipkitError);
      }
    }),
    { numRuns: 60 },
  );
});

it("finds nothing in a document that is compared with itself", async () => {
  const files = { "events.asyncapi.json": document };
  expect(await compareTexts(files, files, "consumer", "provider")).toEqual([]);
});
