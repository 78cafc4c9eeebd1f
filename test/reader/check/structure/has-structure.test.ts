import { readFile } from "node:fs/promises";
import { BaseResolver, createConfig, lintDocument, Source } from "@redocly/openapi-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isHarmless, marked } from "../../../../reader/check/foreign-parsers.js";
import { hasStructure } from "../../../../reader/check/structure.js";
import { description } from "../../../support/github-description.js";
import { version30, version31 } from "../../../support/reader/check/structure/documents.js";

const config = await createConfig({ rules: { struct: "error" } });

const version32 = { ...version31, openapi: "3.2.0" };

class NoOtherDocument extends BaseResolver {
  override loadExternalRef(): Promise<never> {
    return Promise.reject(new Error("no other document"));
  }
}

/** What Redocly's linter finds, apart from what oipkit leaves out. */
async function found(value: object): Promise<string[]> {
  const text = JSON.stringify(value);
  const problems = await lintDocument({
    document: { source: new Source("/a.json", text), parsed: marked({ text, value }) as object },
    config,
    externalRefResolver: new NoOtherDocument(),
  });
  return problems.map(({ message }) => message).filter((message) => !isHarmless(message, { value } as never));
}

describe("hasStructure", () => {
  it.each([
    ["3.0", version30],
    ["3.1", version31],
    ["3.2", version32],
  ])("accepts all objects of OpenAPI %s", async (_, document) => {
    expect(await found(document)).toEqual([]);
    expect(hasStructure({ value: document })).toBe(true);
  });

  it("accepts GitHub's document", async () => {
    expect(hasStructure({ value: JSON.parse(await readFile(description, "utf8")) })).toBe(true);
  });

  it.each([
    ["another version", { ...version31, openapi: "3.9.0" }],
    ["a number as its version", { ...version31, openapi: 3.1 }],
    ["a reference to another file", at(version31, "/paths/~1things/get/requestBody", { $ref: "b.json#/a" })],
    [
      "references in a circle",
      at(version31, "/components/schemas/Other", { $ref: "#/components/schemas/Other" }),
    ],
    ["a name that every object inherits", at(version31, "/components/schemas/Other", { constructor: 1 })],
  ])("leaves %s to the linter", (_, value) => {
    expect(hasStructure({ value })).toBe(false);
  });

  it("accepts nothing in which Redocly's linter finds something", async () => {
    const accepted = { yes: 0, no: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(version30, version31, version32),
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        async (document, edits) => {
          const value = edits.reduce(edited, structuredClone(document) as Json) as object;
          if (!hasStructure({ value })) {
            accepted.no++;
            return;
          }
          accepted.yes++;
          expect(await found(value)).toEqual([]);
        },
      ),
      { numRuns: 1500 },
    );
    expect(accepted.yes).toBeGreaterThan(100);
    expect(accepted.no).toBeGreaterThan(100);
  });
});

type Json = { [key: string]: unknown };

/** A change somewhere in a document: at the n-th of its values, in the order of a walk. */
interface Edit {
  readonly place: number;
  readonly kind: "set" | "remove" | "add" | "rename";
  readonly name: string;
  readonly value: unknown;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom("set", "set", "remove", "add", "rename"),
  name: fc.constantFrom(
    ...[
      "x-a",
      "$ref",
      "nullable",
      "type",
      "items",
      "name",
      "in",
      "schema",
      "content",
      "additionalProperties",
      "enum",
      "properties",
    ],
    ...[
      "description",
      "examples",
      "constructor",
      "toString",
      "",
      "mapping",
      "200",
      "/b",
      "get",
      "required",
      "security",
      "default",
    ],
  ),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      "",
      "a",
      "string",
      "query",
      [],
      [1],
      ["a"],
      [{}],
      {},
    ),
    fc.constantFrom(
      ...[
        "#/components/schemas/Thing",
        "#/components/parameters/Page",
        "#/paths/~1things",
        "#/nowhere",
        "#foo",
        "#/",
      ].map(($ref) => ({ $ref })),
    ),
    fc.constantFrom<unknown>(
      { $ref: "#/components/schemas/Other", items: [] },
      { $ref: 1 },
      { type: "string", nullable: true },
      [[]],
    ),
  ),
});

/** The document with the change; a member's holder is changed in place. */
function edited(document: Json, { place, kind, name, value }: Edit): Json {
  const members: [Json, string][] = [];
  const walk = (holder: Json): void => {
    for (const key of Object.keys(holder)) {
      members.push([holder, key]);
      const item = holder[key];
      if (typeof item === "object" && item !== null) walk(item as Json);
    }
  };
  walk(document);
  const [holder, key] = members[place % members.length] as [Json, string];
  const item = holder[key];
  const own = structuredClone(value);
  if (kind === "set") holder[key] = own;
  else if (kind === "add" && typeof item === "object" && item !== null) (item as Json)[name] = own;
  else {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    if (kind === "rename" && !Array.isArray(holder)) holder[name] = item;
  }
  return document;
}

function at(document: object, pointer: string, value: unknown): object {
  const copy = structuredClone(document) as Json;
  const tokens = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/"));
  const last = tokens.pop() as string;
  let holder = copy;
  for (const token of tokens) holder = holder[token] as Json;
  holder[last] = value;
  return copy;
}
