import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { check } from "../../support/reader/check/findings.js";

const multiFormat = (schemaFormat: string, schema: unknown) => ({ payload: { schemaFormat, schema } });
const tuple = { items: [{ type: "string" }, { type: "integer" }], additionalItems: false };
const messages = {
  avro: multiFormat("application/vnd.apache.avro;version=1.9.0", {
    $ref: "https://schemas.example/Costing.avsc",
  }),
  proto: multiFormat("application/vnd.google.protobuf;version=3", "message A { string b = 1; }"),
  draft7: multiFormat("application/schema+json;version=draft-07", {
    type: "object",
    properties: { pair: { type: "array", ...tuple }, a: { type: "string" }, b: { type: "string" } },
    dependencies: { a: ["b"] },
  }),
  draft2020: multiFormat("application/schema+yaml;version=2020-12", {
    type: "object",
    properties: { pair: { type: "array", prefixItems: [{ type: "string" }], items: false } },
  }),
  openapi: multiFormat("application/vnd.oai.openapi;version=3.0.0", {
    type: "object",
    required: ["note"],
    properties: { note: { type: "string", nullable: true } },
  }),
  plain: {
    payload: { type: "object", properties: { id: { type: "string", format: "iri-reference" } } },
  },
  anything: { payload: true },
};
const document = {
  asyncapi: "3.0.0",
  id: "urn:example:things",
  info: { title: "Things", version: "1.0.0" },
  channels: {
    things: {
      address: "things/{id}",
      parameters: { id: {} },
      messages: Object.fromEntries(
        Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
      ),
      bindings: { kafka: { bindingVersion: "99.0.0" }, telepathy: { range: 3 } },
    },
  },
  operations: {
    receiveThing: {
      action: "receive",
      channel: { $ref: "#/channels/things" },
      reply: { channel: { $ref: "#/channels/things" } },
    },
  },
  components: { messages },
};

let files: ReadonlyMap<string, string>;
let validators: Record<string, { readonly is: (value: unknown) => boolean }>;

beforeAll(async () => {
  files = await generateFrom([await contractFolder({ "things.asyncapi.json": document })], {
    only: ["types", "validators"],
  });
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries([...files].filter(([path]) => path.startsWith("validators/"))),
  });
  validators = (await import(pathToFileURL(join(folder, "validators/index.ts")).href)) as typeof validators;
});

function accepts(name: string, value: unknown): boolean | undefined {
  const guard = (validators as unknown as Record<string, (value: unknown) => boolean>)[`is${name}`];
  return guard?.(value);
}

describe("payloads of each schema format", () => {
  it("have types that compile and mean what their dialect says", () => {
    const use = `
      import type { Avro, Draft2020, Draft7, Openapi, Proto } from "./things/types.js";
      const draft7: Draft7 = { pair: ["a", 1] };
      const draft2020: Draft2020 = { pair: ["a"] };
      const openapi: Openapi = { note: null };
      const foreign: [Avro, Proto] = [1, "anything"];
      // @ts-expect-error The second is an integer.
      const wrong: Draft7 = { pair: ["a", "b"] };
      // @ts-expect-error Nothing is known of it.
      foreign[0].length;
      export default [draft7, draft2020, openapi, foreign, wrong];
    `;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  it.each([
    ["Draft7", { pair: ["a", 1] }, true],
    ["Draft7", { pair: ["a", "b"] }, false],
    ["Draft7", { pair: ["a", 1, 2] }, false],
    ["Draft7", { a: "x" }, false],
    ["Draft7", { a: "x", b: "y" }, true],
    ["Draft2020", { pair: ["a", 1] }, false],
    ["Openapi", { note: null }, true],
    ["Openapi", { note: 1 }, false],
    ["Plain", { id: "/ä/ö?ü" }, true],
    ["Plain", { id: "a b" }, false],
    ["Avro", { any: "thing" }, true],
    ["Anything", [1], true],
  ])("are validated: %s %j", (name, value, isValid) => {
    expect(accepts(name, value)).toBe(isValid);
  });
});

describe("what isn't read of a document", () => {
  it("is a warning, each with its place", async () => {
    const found = await check({ "things.asyncapi.json": JSON.stringify(document) });
    expect(found.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`).sort()).toEqual([
      "warning asyncapi-invalid /channels/things/bindings/kafka/bindingVersion",
      "warning asyncapi-invalid /channels/things/bindings/telepathy",
      "warning schema-format /components/messages/avro/payload/schemaFormat",
      "warning schema-format /components/messages/proto/payload/schemaFormat",
    ]);
  });

  it("is a warning for a format that nobody knows", async () => {
    const payload = { type: "string", format: "emial" };
    const channels = { a: { messages: { m: { payload } } } };
    const found = await check({
      "a.asyncapi.json": JSON.stringify({ asyncapi: "3.0.0", info: document.info, channels }),
    });
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(["warning format-unknown"]);
    expect(found[0]?.hint).toContain("Did you mean `email`?");
  });
});

describe("a schema file of draft-07", () => {
  it("is read in its own words", async () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "array", ...tuple };
    const generated = await generateFrom([await contractFolder({ "pair.schema.json": schema })], {
      only: ["types"],
    });
    expect(generated.get("schemas.ts")).toContain("export type Pair = [string?, number?];");
  });
});
