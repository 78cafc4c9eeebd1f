import { beforeAll, expect, it } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { check } from "../../support/reader/check/findings.js";

const message = (more: object) => ({ payload: { type: "object", properties: {} }, ...more });
const messages = {
  placed: message({ name: "OrderPlaced", traits: [{ $ref: "./common.yaml#/traced" }] }),
  paid: message({
    headers: {
      allOf: [{ $ref: "#/components/schemas/Trace" }],
      type: "object",
      required: ["attempt"],
      properties: { attempt: { type: "integer", description: "How often it was sent." } },
    },
  }),
  // Its type has the name that the headers of `placed` would have.
  placedHeaders: message({}),
  avro: message({ headers: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: {} } }),
};
const document = {
  asyncapi: "3.0.0",
  info: { title: "Shop", version: "1" },
  channels: {
    orders: {
      address: "orders",
      messages: Object.fromEntries(
        Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
      ),
    },
  },
  components: {
    messages,
    schemas: { Trace: { type: "object", required: ["trace"], properties: { trace: { type: "string" } } } },
  },
};
const common = `traced:
  headers: { type: object, required: [region], properties: { region: { $ref: "#/region" } } }
region: { enum: [eu, us] }
`;

let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const folder = await contractFolder({ "shop.asyncapi.json": document, "common.yaml": common });
  files = await generateFrom([folder], { only: ["types", "reference"] });
});

it("headers of a message have a type, also those of a trait in another file", () => {
  const use = `
import type { Avro, AvroHeaders, Paid, PaidHeaders, PlacedHeaders, PlacedHeaders2 } from "./shop/types.js";
export const paid: PaidHeaders = { trace: "t", attempt: 1 };
export const placed: PlacedHeaders2 = { region: "eu" };
export const avro: AvroHeaders = 1 as unknown;
// @ts-expect-error: no such region
export const other: PlacedHeaders2 = { region: "cn" };
// @ts-expect-error: the trace is missing
export const untraced: PaidHeaders = { attempt: 1 };
export type Payloads = [Avro, Paid, PlacedHeaders];
`;
  expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
});

it("the reference has them", () => {
  expect(files.get("reference/shop.md")).toMatch(
    /Headers · type `PaidHeaders`[\s\S]*\| `attempt` \| `number` \| yes \| integer[^|]*\| How often it was sent\. \|/,
  );
});

it("headers in a format that isn't read are a warning", async () => {
  const found = await check({ "shop.asyncapi.json": JSON.stringify(document), "common.yaml": common });
  expect(found.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual([
    "warning schema-format /components/messages/avro/headers/schemaFormat",
  ]);
});
