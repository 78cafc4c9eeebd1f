import applicator from "ajv/dist/refs/json-schema-2019-09/meta/applicator.json" with { type: "json" };
import content from "ajv/dist/refs/json-schema-2019-09/meta/content.json" with { type: "json" };
import core from "ajv/dist/refs/json-schema-2019-09/meta/core.json" with { type: "json" };
import format from "ajv/dist/refs/json-schema-2019-09/meta/format.json" with { type: "json" };
import metadata from "ajv/dist/refs/json-schema-2019-09/meta/meta-data.json" with { type: "json" };
import validation from "ajv/dist/refs/json-schema-2019-09/meta/validation.json" with { type: "json" };
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import draft07 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import { afterAll, describe, expect, test } from "vitest";
import { fillMutations, type Tried } from "../../../support/commands/diff/unjudged/mutation-page.js";
import {
  draft06Schema,
  draft07Schema,
  schema201909,
} from "../../../support/commands/diff/unjudged/old-schemas.js";
import {
  fieldNames,
  readOutcomes,
  type Subject,
  silentIn,
} from "../../../support/commands/diff/unjudged/outcomes.js";
import { same201909, sameDraft, sameSchema } from "../../../support/commands/diff/unjudged/same-schemas.js";
import { wholeSchema } from "../../../support/commands/diff/unjudged/whole-schema.js";

const file = "a.schema.json";
const subjects: readonly Subject[] = [
  { title: "JSON Schema 2020-12", file, document: wholeSchema, same: sameSchema },
  { title: "JSON Schema 2019-09", file, document: schema201909, same: same201909 },
  { title: "JSON Schema draft-07", file, document: draft07Schema, same: sameDraft },
  { title: "JSON Schema draft-06", file, document: draft06Schema, same: sameDraft },
];
const tried: Tried[] = [];

describe("any change of a schema file is told", () => {
  test.each(subjects)("$title", { timeout: 300_000 }, async (subject) => {
    const outcomes = await readOutcomes(subject);
    tried.push({ subject, outcomes });
    expect(outcomes.length).toBeGreaterThan(100);
    expect(silentIn(outcomes, subject)).toEqual({ silent: [], needless: [] });
  });

  test("is in docs/reference/not-compared.md (written with UPDATE_GOLDEN=1)", () => {
    const { page, filled } = fillMutations("schemas", tried);
    expect(page).toBe(filled);
  });
});

// `$recursiveAnchor: true` in a vocabulary is about itself, and `$vocabulary` is for meta-schemas.
test.each([
  ["draft-06", draft06Schema, [draft06]],
  ["draft-07", draft07Schema, [draft07]],
  ["2019-09", schema201909, [applicator, content, core, format, metadata, validation]],
] as const)("the document of %s has every keyword of its meta-schema", (_, document, metaSchemas) => {
  const known = fieldNames(document);
  const keywords = metaSchemas.flatMap(({ properties }) => Object.keys(properties));
  expect(keywords.filter((name) => !known.has(name) && name !== "$vocabulary")).toEqual([]);
});

afterAll(() => expect(tried.map(({ subject }) => subject.title)).toEqual(subjects.map(({ title }) => title)));
