import { Oas3_1Types, Oas3_2Types, Oas3Types } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { fillMutations, type Tried } from "../../../support/commands/diff/unjudged/mutation-page.js";
import { newOpenApi } from "../../../support/commands/diff/unjudged/new-openapi.js";
import { oldOpenApi } from "../../../support/commands/diff/unjudged/old-openapi.js";
import {
  fieldNames,
  readOutcomes,
  type Subject,
  silentIn,
} from "../../../support/commands/diff/unjudged/outcomes.js";
import {
  sameNew,
  sameOld,
  sameSections,
  sameWhole,
} from "../../../support/commands/diff/unjudged/same-openapi.js";
import { sectionsOpenApi } from "../../../support/commands/diff/unjudged/sections-openapi.js";
import { wholeOpenApi } from "../../../support/commands/diff/unjudged/whole-openapi.js";

const file = "a.openapi.json";
const subjects: readonly Subject[] = [
  { title: "OpenAPI 3.0", file, document: oldOpenApi, same: sameOld },
  { title: "OpenAPI 3.1", file, document: wholeOpenApi, same: sameWhole },
  { title: "OpenAPI 3.1: methods, flows, sections", file, document: sectionsOpenApi, same: sameSections },
  { title: "OpenAPI 3.2: what it adds", file, document: newOpenApi, same: sameNew },
];
const tried: Tried[] = [];

describe("any change of an OpenAPI document is told", () => {
  test.each(subjects)("$title", { timeout: 400_000 }, async (subject) => {
    const outcomes = await readOutcomes(subject);
    tried.push({ subject, outcomes });
    expect(outcomes.length).toBeGreaterThan(100);
    expect(silentIn(outcomes, subject)).toEqual({ silent: [], needless: [] });
  });

  test("as docs/reference/not-compared.md says (written with UPDATE_GOLDEN=1)", () => {
    const { page, filled } = fillMutations("openapi", tried);
    expect(page).toBe(filled);
  });
});

/** Of vocabularies, which documents can't define, and names that are resolved when a document is read. */
const ofFiles = "$anchor $dynamicAnchor $dynamicRef $id $schema $vocabulary definitions";

// Another project's list of the fields.
test.each([
  ["3.0", Oas3Types, [oldOpenApi, sectionsOpenApi], ""],
  ["3.1", Oas3_1Types, [wholeOpenApi, sectionsOpenApi], ofFiles],
  ["3.2", Oas3_2Types, [newOpenApi, wholeOpenApi, sectionsOpenApi], ofFiles],
] as const)("the documents have the fields of OpenAPI %s", (_, types, documents, leftOut) => {
  const known = fieldNames(documents);
  const own = Object.entries(types).filter(([name]) => !/^X|^Logo$/.test(name));
  const fields = own.flatMap(([, { properties }]) => Object.keys(properties));
  const missing = [...new Set(fields)].filter((name) => !known.has(name) && !name.startsWith("x-"));
  expect(missing.sort().join(" ")).toBe(leftOut);
});
