import metaSchema from "@asyncapi/specs/schemas/3.0.0-without-$id.json" with { type: "json" };
import { AsyncApi3Types } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { bindingDocuments } from "../../../support/commands/diff/unjudged/binding-documents.js";
import { fillMutations, type Tried } from "../../../support/commands/diff/unjudged/mutation-page.js";
import {
  fieldNames,
  readOutcomes,
  type Subject,
  silentIn,
} from "../../../support/commands/diff/unjudged/outcomes.js";
import {
  sameBindings,
  sameEventSections,
  sameEvents,
} from "../../../support/commands/diff/unjudged/same-events.js";
import { sectionsAsyncApi } from "../../../support/commands/diff/unjudged/sections-asyncapi.js";
import { wholeAsyncApi } from "../../../support/commands/diff/unjudged/whole-asyncapi.js";

const file = "a.asyncapi.json";
const subjects: readonly Subject[] = [
  { title: "AsyncAPI 3.0", file, document: wholeAsyncApi, same: sameEvents },
  {
    title: "AsyncAPI 3.0: sections, flows, traits",
    file,
    document: sectionsAsyncApi,
    same: sameEventSections,
  },
  ...Object.entries(bindingDocuments).map(([name, document]) => ({
    title: `bindings: ${name}`,
    file,
    document,
    same: sameBindings(fieldNames(document.operations).has("bindings")),
  })),
];
const tried: Tried[] = [];

describe("any change of an AsyncAPI document is told", () => {
  test.each(subjects)("$title", { timeout: 300_000 }, async (subject) => {
    const outcomes = await readOutcomes(subject);
    tried.push({ subject, outcomes });
    expect(outcomes.length).toBeGreaterThan(50);
    expect(silentIn(outcomes, subject)).toEqual({ silent: [], needless: [] });
  });

  test("as docs/reference/not-compared.md says (written with UPDATE_GOLDEN=1)", () => {
    const { page, filled } = fillMutations("asyncapi", tried);
    expect(page).toBe(filled);
  });
});

// Another project's list of the fields.
test("the documents have the fields of AsyncAPI 3", () => {
  const known = fieldNames([wholeAsyncApi, sectionsAsyncApi, Object.values(bindingDocuments)]);
  // Schemas are JSON Schema's, and bindings have a test of their own.
  const own = Object.entries(AsyncApi3Types).filter(
    ([name]) =>
      !/Binding|^(?:Amqp|Googlepubsub|Ibmmq|Kafka|Mqtt|Pulsar|Ros2|Sns|Solace|Sqs)|Schema$|Dependencies|Discriminator/.test(
        name,
      ),
  );
  const fields = own.flatMap(([, { properties }]) => Object.keys(properties));
  const missing = [...new Set(fields)].filter((name) => !known.has(name) && !name.startsWith("x-"));
  // Of AsyncAPI 2.
  expect(missing.sort().join(" ")).toBe("operationId");
});

test("the documents have every member of the bindings of the meta-schema", () => {
  const definitions = Object.entries(metaSchema.definitions).filter(([name]) => name.startsWith("bindings-"));
  expect(definitions.length).toBeGreaterThan(40);
  const known = fieldNames(bindingDocuments);
  const members = definitions.flatMap(([, definition]) =>
    "properties" in definition ? Object.keys(definition.properties) : [],
  );
  expect(members.filter((name) => !known.has(name))).toEqual([]);
});
