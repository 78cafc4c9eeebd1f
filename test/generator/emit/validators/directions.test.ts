import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createMock } from "../../../../commands/mock/index.js";
import type { OperationChecks } from "../../../../runtime/http/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { proxiedListener, responding, throughProxy } from "../../../support/commands/mock/proxied.js";
import {
  contractFolder,
  generateFrom,
  readContracts,
} from "../../../support/generator/emit/contract-folder.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = { type: "string", readOnly: true };
const word = { type: "string", writeOnly: true };

/** Schemas with an `id` that only answers have, and a `word` that only requests have; both are required. */
const schemas: Readonly<Record<string, object>> = {
  Plain: {
    type: "object",
    required: ["id", "word", "name"],
    properties: { id, word, name: { type: "string" } },
  },
  Base: { type: "object", properties: { id, word, name: { type: "string" } } },
  BesideReference: { ...ref("Base"), required: ["id", "word", "name"] },
  Alias: ref("BesideReference"),
  BesideAlias: { ...ref("Alias"), minProperties: 1 },
  Combined: { allOf: [ref("Base"), { required: ["id", "word", "name"] }] },
  CombinedDeeper: { allOf: [ref("Base"), { allOf: [{ required: ["id", "word", "name"] }] }] },
  ByBranch: { ...ref("Base"), required: ["name"], anyOf: [{ required: ["id", "word"] }] },
  Id: id,
  Word: word,
  MarkedByReference: {
    type: "object",
    required: ["id", "word", "name"],
    properties: { id: { ...ref("Id"), minLength: 1 }, word: ref("Word"), name: { type: "string" } },
  },
  Strict: {
    type: "object",
    required: ["id", "word", "name"],
    properties: { id: { type: "string" }, word: { type: "string" }, name: { type: "string" } },
  },
  MarkedByPart: { allOf: [ref("Strict"), { properties: { id, word } }] },
  MarkedBeside: { allOf: [ref("Strict")], properties: { id, word } },
  MarkedBesideReference: { ...ref("Strict"), properties: { id, word } },
  StrictAlias: { ...ref("Strict"), description: "d" },
  MarkedFarther: { allOf: [{ allOf: [ref("StrictAlias")] }, { properties: { id, word } }] },
  Marks: { properties: { id: ref("Id"), word: ref("Word") } },
  MarkedByBoth: { allOf: [ref("Strict"), ref("Marks")] },
  MarkedUnion: { properties: { id, word }, anyOf: [ref("Strict")] },
  Requires: { required: ["id", "word", "name"] },
  MarkedOnly: {
    properties: { id, word, name: { type: "string" } },
    allOf: [{ type: "object" }, ref("Requires")],
  },
};

/** Helpers of the schemas that are tested. */
const helpers = ["Base", "Id", "Word", "Strict", "StrictAlias", "Marks", "Requires"];

/** Each is right in one direction: without what the other has. */
const request = { word: "w", name: "n" };
const answer = { id: "i", name: "n" };

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: Object.fromEntries(
    Object.keys(schemas).map((name) => [
      `/${name}`,
      {
        post: {
          operationId: name,
          requestBody: { required: true, ...json({ type: "array", items: ref(name) }) },
          responses: { "200": { description: "d", ...json({ type: "array", items: ref(name) }) } },
        },
      },
    ]),
  ),
  components: { schemas },
};

async function both() {
  const folder = await contractFolder({ "t.openapi.json": document });
  const files = await generateFrom([folder], { only: ["validators"] });
  const built = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries(files),
  });
  const { operations } = (await import(pathToFileURL(join(built, "validators/t.operations.ts")).href)) as {
    operations: Record<string, OperationChecks>;
  };
  return { operations, contracts: await readContracts([folder]) };
}

test.each(Object.keys(schemas).filter((name) => !helpers.includes(name)))(
  "%s requires what its direction has, of a client and of the mock server",
  async (name) => {
    const { operations, contracts } = await both();
    const { body, answers } = operations[name] ?? {};
    const codes = (found: readonly { readonly code: string }[] | undefined) => found?.map(({ code }) => code);
    const checks = [body?.["application/json"], answers?.["200"]?.["application/json"]];
    expect(checks.map((check) => codes(check?.([check === checks[0] ? request : answer])))).toEqual([[], []]);
    for (const check of checks)
      expect(codes(check?.([{ word: 1, id: 1, name: "n" }]))).toEqual(["type", "type"]);
    for (const check of checks) expect(codes(check?.([{ word: "w", id: "i" }]))).toEqual(["required"]);

    const sent = (value: unknown) => ({
      method: "POST",
      target: `/${name}`,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify([value])),
    });
    const mock = createMock(contracts, { seed: "", dynamic: false, strict: false });
    const accepted = await mock.answer(sent(request));
    expect(accepted.findings).toEqual([]);
    const [made] = JSON.parse(String(accepted.answer.body)) as object[];
    expect(Object.keys(made ?? {}).sort()).toEqual(["id", "name"]);
    expect(codes((await mock.answer(sent({ word: "w", id: "i" }))).findings)).toEqual([
      "required",
      "read-only",
    ]);
    let answered: object = answer;
    const proxied = await proxiedListener(
      contracts,
      responding(() => Response.json([answered])),
    );
    afterThisTest(proxied.close);
    expect((await throughProxy(proxied, sent(request))).findings).toEqual([]);
    answered = { word: 1, id: "i", name: "n" };
    expect(codes((await throughProxy(proxied, sent(request))).findings)).toEqual(["type", "write-only"]);
  },
);
