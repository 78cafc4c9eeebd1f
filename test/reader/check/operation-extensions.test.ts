import { describe, expect, it } from "vitest";
import { check } from "../../support/reader/check/findings.js";

/** The findings for an operation with these members. */
async function messages(operation: object, item: object = {}): Promise<string[]> {
  const responses = { 200: { description: "d" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { ...item, get: { operationId: "list", responses, ...operation } } },
  };
  const found = await check({ "a.openapi.json": JSON.stringify(document, null, 2) });
  for (const { code, pointer } of found) {
    expect(code).toBe("extension-invalid");
    expect(pointer).toMatch(/^\/paths\/~1a\/get\/x-/);
  }
  return found.map(({ message }) => message);
}

const cursor = { kind: "cursor", cursor: "/next", parameter: "after" };
const parameter = { name: "after", in: "query", schema: { type: "string" } };

describe("x-pagination", () => {
  it.each([
    [{ "x-pagination": { kind: "link" } }, {}],
    [{ "x-pagination": { kind: "link", items: "/a~1b/0" } }, {}],
    [{ "x-pagination": cursor, parameters: [parameter] }, {}],
    [{ "x-pagination": cursor }, { parameters: [parameter] }],
  ])("is valid: %j %j", async (operation, item) => {
    expect(await messages(operation, item)).toEqual([]);
  });

  it.each([
    [{ "x-pagination": true }],
    [{ "x-pagination": { kind: "pages" } }],
    [{ "x-pagination": { kind: "link", items: "a" } }],
    [{ "x-pagination": { kind: "link", cursor: "/next" } }],
    [{ "x-pagination": { kind: "cursor", cursor: "/next" }, parameters: [parameter] }],
    [{ "x-pagination": { ...cursor, size: 3 }, parameters: [parameter] }],
  ])("is refused: %j", async (operation) => {
    expect(await messages(operation)).not.toEqual([]);
  });

  it("must name a query parameter of the operation", async () => {
    const header = { ...parameter, in: "header" };
    expect(await messages({ "x-pagination": cursor, parameters: [header] })).toEqual([
      "the operation has no query parameter `after`",
    ]);
  });
});

describe("x-environments", () => {
  it.each([[["sandbox"]], [["a", "b"]]])("is valid: %j", async (environments) => {
    expect(await messages({ "x-environments": environments })).toEqual([]);
  });

  it.each([["sandbox"], [[]], [["a", "a"]], [[1]], [[""]]])("is refused: %j", async (environments) => {
    expect(await messages({ "x-environments": environments })).not.toEqual([]);
  });
});
