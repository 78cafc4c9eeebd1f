import { AsyncApi3Types, Oas3_1Types } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";
import { mutations } from "../../../support/commands/diff/unjudged/mutations.js";
import { newOpenApi } from "../../../support/commands/diff/unjudged/new-openapi.js";
import { wholeAsyncApi } from "../../../support/commands/diff/unjudged/whole-asyncapi.js";
import { wholeOpenApi } from "../../../support/commands/diff/unjudged/whole-openapi.js";
import { wholeSchema } from "../../../support/commands/diff/unjudged/whole-schema.js";

/** Fields that are for people, with all below them (`docs/reference/diff.md`). */
const documentation = new Set(
  "info title summary description $comment example examples externalDocs tags bearerFormat bindingVersion clientId".split(
    " ",
  ),
);
/** Names of properties that are like those of fields. */
const isDocumentation = (path: readonly string[]): boolean =>
  path.some((token, at) => documentation.has(token) && path[at - 1] !== "properties");

/** Fields that may change without a line, since nothing changes by it. */
const same = {
  "a.openapi.json": [
    // The version of OpenAPI itself.
    "/openapi changed",
    // A form is an object anyway, and an unknown type counts as none.
    "/components/schemas/Form/type changed",
    "/components/schemas/Form/type removed",
    // Path parameters are required anyway.
    "/paths/~1things~1{id}/parameters/0/required changed",
    "/paths/~1things~1{id}/parameters/0/required removed",
    // The defaults.
    ...[
      "/paths/~1things~1{id}/get",
      "/paths/~1things~1{id}/get/callbacks/done/{$request.body#~1url}/post",
      "/webhooks/changed/post",
    ].flatMap((operation) => [
      `${operation}/parameters/0/required removed`,
      `${operation}/parameters/0/style removed`,
      `${operation}/requestBody/content/multipart~1form-data/encoding/a/explode removed`,
      `${operation}/requestBody/content/multipart~1form-data/encoding/a/style removed`,
      `${operation}/responses/200/headers/X-A/style removed`,
    ]),
    // What a scope means.
    "/components/securitySchemes/oauth/flows/authorizationCode/scopes/read changed",
  ],
  "new.openapi.json": [
    "/openapi changed",
    // What a scope means, and what people call a server.
    "/components/securitySchemes/device/flows/deviceAuthorization/scopes/read changed",
    "/servers/0/name changed",
    "/servers/0/name removed",
  ],
  "a.schema.json": [
    // It is the default dialect.
    "/$schema removed",
    // `id` is required anyway.
    "/dependentRequired removed",
    "/dependentRequired/text removed",
    "/dependentRequired/text/0 removed",
    "/minProperties removed",
  ],
  "a.asyncapi.json": [
    "/asyncapi changed",
    // Without an address, and with an unknown one.
    "/channels/unaddressed/address removed",
    // All messages of the channel, which is the default.
    "/operations/sendThing/messages removed",
    "/operations/sendThing/reply/messages removed",
    // No protocol is bound without a member that is compared.
    "/operations/sendThing/bindings/kafka removed",
    // The default content type, and a trait that the message has itself.
    "/components/messages/Changed/contentType removed",
    "/components/messages/Changed/traits removed",
    "/components/messages/Changed/traits/0 removed",
    "/components/messages/Changed/traits/0/contentType changed",
    "/components/messages/Changed/traits/0/contentType removed",
    "/components/securitySchemes/oauth/flows/clientCredentials/availableScopes/read changed",
    // Not AsyncAPI any more, which the command refuses.
    "/components/messages/Changed/payload/schemaFormat changed",
    "/operations/sendOther/action removed",
    "/operations/sendOther/channel removed",
    "/operations/sendOther/channel/$ref changed",
    "/operations/sendOther/channel/$ref removed",
    "/operations/sendThing/action removed",
  ],
} as const;

const documents = {
  "a.openapi.json": wholeOpenApi,
  "new.openapi.json": newOpenApi,
  "a.asyncapi.json": wholeAsyncApi,
  "a.schema.json": wholeSchema,
} as const;

describe.each(Object.keys(documents) as (keyof typeof documents)[])("any change of %s is told", (file) => {
  test.each(["forth", "back"])("%s", { timeout: 300_000 }, async (direction) => {
    const document = documents[file];
    const silent: string[] = [];
    let count = 0;
    for (const { name, path, document: other } of mutations(document)) {
      count++;
      const versions = direction === "forth" ? [document, other] : [other, document];
      const [old, current] = versions.map((each) => ({ [file]: each }));
      const told = await compareTexts(old ?? {}, current ?? {}, "consumer", "provider").then(
        (findings) => findings.length > 0,
        // It was refused.
        () => true,
      );
      if (!told && !isDocumentation(path)) silent.push(name);
    }
    expect(count).toBeGreaterThan(100);
    expect(silent.sort()).toEqual([...same[file]].sort());
  });
});

/** What the documents leave out: methods, flows and sections like those that they have, names, and the linter's own. */
const leftOut = {
  "a.openapi.json":
    "$anchor $dynamicAnchor $dynamicRef $id $schema $vocabulary clientCredentials definitions delete head implicit options password patch pathItems put requestBodies trace",
  "a.asyncapi.json":
    "authorizationCode authorizationUrl bearerFormat channelBindings correlationIds implicit messageBindings messageTraits openIdConnectUrl operationBindings operationId operationTraits password replyAddresses scheme serverBindings serverVariables",
};

// Another project's list of the fields.
test.each([
  ["a.openapi.json", Oas3_1Types, /^X|^Logo$/],
  // What bindings to brokers consist of is theirs, not AsyncAPI's.
  [
    "a.asyncapi.json",
    AsyncApi3Types,
    /Binding|^(?:Amqp|Googlepubsub|Ibmmq|Kafka|Mqtt|Pulsar|Ros2|Sns|Solace|Sqs)|Schema$|Dependencies|Discriminator/,
  ],
] as const)("%s has the fields of its specification", (file, types, apart) => {
  const known = new Set<string>();
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    if (!Array.isArray(value)) for (const key of Object.keys(value)) known.add(key);
    for (const item of Object.values(value)) visit(item);
  };
  visit(documents[file]);
  const own = Object.entries(types).filter(([name]) => !apart.test(name));
  const fields = own.flatMap(([, { properties }]) => Object.keys(properties));
  const missing = [...new Set(fields)].filter((name) => !known.has(name) && !name.startsWith("x-"));
  expect(missing.sort().join(" ")).toBe(leftOut[file]);
});
