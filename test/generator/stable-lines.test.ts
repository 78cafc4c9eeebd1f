import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { generateFrom, temporaryFolder } from "../support/generator/emit/contract-folder.js";

const matching = (word: string) => ({ type: "string", pattern: `^${word}` });
const component = (word: string) => ({ $ref: `#/components/schemas/${word}` });
const json = (word: string) => ({ "application/json": { schema: component(word) } });

/** A schema whose validator needs constants and functions of every kind. */
function schema(word: string): object {
  const part = { type: "object", required: [word], properties: { [word]: matching("x") } };
  const list = { type: "array", items: matching(word), contains: matching("y") };
  return {
    type: "object",
    description: `A ${word}.`,
    additionalProperties: false,
    properties: {
      [word]: matching(word),
      kind: { enum: [..."abcdefgh"].map((each) => word + each) },
      shape: { const: { [word]: 1 } },
      either: { anyOf: [part, list] },
      self: component(word),
    },
    patternProperties: { [`^x-${word}`]: { type: "integer" } },
  };
}

function operations(word: string): object {
  const done = { responses: { 204: { description: "d" } } };
  return {
    get: {
      operationId: `read ${word}`,
      tags: ["things"],
      responses: { 200: { description: "d", content: json(word) } },
    },
    post: { operationId: `add ${word}`, tags: ["things"], requestBody: { content: json(word) }, ...done },
    put: { tags: ["things"], ...done },
  };
}

async function generated(words: readonly string[]): Promise<Map<string, string>> {
  const folder = await temporaryFolder();
  const file = join(folder, "api.openapi.json");
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(words.map((word) => [`/${word}`, operations(word)])),
    components: { schemas: Object.fromEntries(words.map((word) => [word, schema(word)])) },
  };
  await writeFile(file, JSON.stringify(document, null, 1));
  return generateFrom([file], { cwd: folder });
}

/** Lines that the second text lacks, however often each occurs. */
function missingLines(text: string, other: string): string[] {
  const left = new Map<string, number>();
  for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
  return text.split("\n").filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count === 0;
  });
}

test("a schema and its operations that come or go change no line of others, except imports", async () => {
  const names = ["Ant", "Bear", "Cat", "Dog", "猫", "2nd"];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 2 }), fc.nat(), async (words, at) => {
      const one = words[at % words.length];
      const fewer = await generated(words.filter((word) => word !== one));
      const more = await generated(words);
      for (const [path, text] of fewer) {
        const missing = missingLines(text, more.get(path) ?? "");
        expect(missing.filter((line) => !line.startsWith("import {"))).toEqual([]);
      }
    }),
    { numRuns: 15 },
  );
});

test("of schemas and operations that would have one name, one that goes changes no line of those before and after it", async () => {
  const fewer = await generated(["ab-c", "ab_c", "Dog"]);
  const more = await generated(["ab-c", "ab.c", "ab_c", "Dog"]);
  expect(fewer.get("api/client.ts")).toMatch(/export function readAbC_[0-9a-f]{8}\(/);
  for (const [path, text] of fewer) {
    const missing = missingLines(text, more.get(path) ?? "");
    expect([path, missing.filter((line) => !line.startsWith("import {"))]).toEqual([path, []]);
  }
});

test("what operations share is named by its own place, not by the first of them", async () => {
  const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 7 } };
  const problem = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const get = (operationId: string) => ({
    operationId,
    parameters: [{ $ref: "#/components/parameters/Page" }],
    responses: { 400: { $ref: "#/components/responses/Problem" } },
  });
  const folder = await temporaryFolder();
  const make = async (operations: object) => {
    const document = {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: { "/a": { parameters: [limit], ...operations }, "/b": { get: get("third") } },
      components: {
        parameters: { Page: { name: "page", in: "query", schema: { type: "integer", minimum: 3 } } },
        responses: { Problem: { description: "d", content: { "application/json": { schema: problem } } } },
      },
    };
    await writeFile(join(folder, "api.openapi.json"), JSON.stringify(document, null, 1));
    return generateFrom([join(folder, "api.openapi.json")], { cwd: folder });
  };
  const more = await make({ get: get("first"), post: get("second") });
  const fewer = await make({ post: get("second") });
  expect(fewer.get("validators/api.operations.ts")).toMatch(
    /accepts(?:PageParameter|ALimitParameter|ProblemResponse)\(/,
  );
  for (const [path, text] of fewer) {
    const missing = missingLines(text, more.get(path) ?? "");
    expect([path, missing.filter((line) => !line.startsWith("import {"))]).toEqual([path, []]);
  }
});
