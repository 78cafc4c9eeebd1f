import { describe, expect, it } from "vitest";
import { parseText } from "../../../reader/documents/parse-text.js";
import { findOversize } from "../../../reader/documents/size-limits.js";
import { check } from "../../support/reader/check/findings.js";

const limits = { members: 3, values: 12, name: 11 };

function found(text: string) {
  const { code, tokens, range, hint } = findOversize(parseText("a.json", text), limits) ?? {};
  return code && { code, at: `/${tokens?.join("/")}`, line: range?.line, column: range?.column, hint };
}

describe("a contract that is larger than contracts are", () => {
  it.each([
    ["an object", '{"a": {"b": 1, "c": 1, "d": 1, "e": 1}}', "/a", "Divide"],
    ["a list", '{"a": [1, 2, 3, 4]}', "/a", "Divide"],
    ["all of it", '{"a": {"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]}}', "/a/a", "Divide"],
    ["a name", '{"a": {"abcdefghijkl": 1}}', "/a/abcdefghijkl", "Shorten"],
    ["an operationId", '{"operationId": "abcdefghijkl"}', "/operationId", "Shorten"],
  ])("has a finding that says what to do: %s", (_, text, at, hint) => {
    expect(found(text)).toMatchObject({ code: "too-large", at, hint: expect.stringContaining(hint) });
  });

  it("has none at the limits", () => {
    expect(
      found('{"a": {"a": [1, 2, 3], "b": [1, 2, 3], "abcdefghijk": 1}, "operationId": "abcdefghijk"}'),
    ).toBeUndefined();
  });

  it("has none for texts, and reads what aliases repeat once", () => {
    expect(found('{"a": "a long text"}')).toBeUndefined();
    const text = "a: &a {a: 1, b: 1, c: 1}\nb: {a: *a, b: *a, c: *a}\nc: {a: *a, b: *a}\n";
    expect(findOversize(parseText("a.yaml", text), limits)).toBeUndefined();
  });
});

it("is read no further than that", async () => {
  const names = Array.from({ length: 400_000 }, (_, at) => `"p${at}":{"type":"string"}`);
  const findings = await check({ "a.schema.json": `{"properties":{${names.join(",")}}}` });
  expect(findings).toMatchObject([
    { code: "too-large", pointer: "/properties", message: "400000 entries in one place, more than 50000" },
  ]);
});
