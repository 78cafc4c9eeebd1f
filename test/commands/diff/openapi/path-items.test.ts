import { describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";

const answers = { responses: { "200": { description: "" } } };
const query = (name: string) => ({ name, in: "query", required: true, schema: { type: "string" } });
const document = (paths: object, rest: object = {}) => ({
  "api.openapi.json": { openapi: "3.2.0", info: { title: "API", version: "1" }, paths, ...rest },
});

async function compared(old: object, current: object, rest: object = {}): Promise<string[]> {
  return outlined(await compareTexts(document(old, rest), document(current, rest)));
}

describe("operations wherever a path item has them", () => {
  it("are compared in additionalOperations, by the method as it is sent", async () => {
    const item = { additionalOperations: { PURGE: { ...answers, parameters: [query("a")] } } };
    const changed = { additionalOperations: { PURGE: { ...answers, parameters: [query("b")] } } };
    expect(await compared({ "/a": item }, { "/a": changed })).toEqual([
      "warning parameter-removed #/paths/~1a/additionalOperations/PURGE",
      "error parameter-added #/paths/~1a/additionalOperations/PURGE/parameters/0",
    ]);
    expect(await compared({ "/a": item }, { "/a": { additionalOperations: { purge: answers } } })).toEqual([
      "info operation-added #/paths/~1a/additionalOperations/purge",
      "error operation-removed #/paths/~1a/additionalOperations/PURGE",
    ]);
  });

  it("are compared behind a reference of their own, silently if only the reference is new", async () => {
    const rest = { "x-operations": { read: answers } };
    const referred = { "/a": { get: { $ref: "#/x-operations/read" } } };
    expect(await compared({ "/a": { get: answers } }, referred, rest)).toEqual([]);
    expect(await compared(referred, { "/a": {} }, rest)).toEqual([
      "error operation-removed #/x-operations/read",
    ]);
  });

  it("are compared beside the `$ref` of their path item, with the parameters there", async () => {
    const rest = { components: { pathItems: { a: { get: answers, parameters: [query("a")] } } } };
    const old = { "/a": { $ref: "#/components/pathItems/a", delete: answers } };
    const same = { "/a": { get: answers, delete: answers, parameters: [query("a")] } };
    expect(await compared(old, same, rest)).toEqual([]);
    expect(await compared(old, { "/a": { $ref: "#/components/pathItems/a" } }, rest)).toEqual([
      "error operation-removed #/paths/~1a/delete",
    ]);
  });
});
