import { describe, expect, test } from "vitest";
import { generate } from "../../../generator/generate.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { contractFolder, generateFrom, readContracts } from "../../support/generator/emit/contract-folder.js";
import { odd30, odd31, shared } from "../../support/generator/emit/odd-openapi.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const info = { title: "t", version: "1" };
const text = { type: "string" };

const thing = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Thing",
  type: "object",
  required: ["id"],
  properties: { id: text, parent: { $ref: "#" }, size: { $ref: "#/$defs/size" } },
  $defs: { size: { enum: ["small", "large"] } },
};

/** Type errors of the output and of code that uses it. */
function typeErrors(files: ReadonlyMap<string, string>, use = ""): string[] {
  return typeCheck(new Map([...files, ["use.ts", use]]));
}

const equal = `
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function be<T extends true>(): T;
`;

describe.each([
  ["3.0", odd30],
  ["3.1", odd31],
])("an OpenAPI %s document with unusual features", (_, document) => {
  const folder = () => contractFolder({ "odd.openapi.json": document, "shared.yaml": shared });

  test("gives a client that compiles and has a separate key for each parameter", async () => {
    const files = await generateFrom([await folder()]);
    const use = `${equal}
import { createClient, createThing, delete_, getThingsId, headThings, readFile, thingsReplaceOne } from "./odd/client.js";
import type { components } from "./odd/types.js";
const { client, ...groups } = createClient({ baseUrl: "https://example.com" });
const answer = await getThingsId(client, { id: "a", queryId: 1, page: 2, queryBody: "b", xTenant: "t", sessionId: "s" });
if (answer.ok) be<Equal<typeof answer.body, components["schemas"]["Thing"]>>();
be<Equal<components["schemas"]["Thing"]["note"], string | null>>();
// @ts-expect-error: page is required by a referenced parameter
await getThingsId(client, { id: "a" });
await delete_(client, { id: "a" });
await thingsReplaceOne(client, { id: "a", body: { draft: true } });
await thingsReplaceOne(client, { id: "a" });
await headThings(client);
await readFile(client, { filter: { a: "1" }, where: {} });
const made = await createThing(client, { contentType: "application/x-www-form-urlencoded", body: { name: "n" } });
if (made.ok && made.body.kind === "cat") be<Equal<typeof made.body.lives, number | undefined>>();
await createThing(client, { contentType: "multipart/form-data", body: { file: new Blob([]) } });
// @ts-expect-error: this media type isn't in the contract
await createThing(client, { contentType: "text/plain", body: "" });
await groups.things.delete({ id: "a" });
`;
    expect(typeErrors(files, use)).toEqual([]);
  });

  test("leaves the contracts unchanged, and a second run gives the same output", async () => {
    const contracts = await readContracts([await folder()]);
    const templates = await readTemplates(undefined);
    const first = await generate(contracts, { templates });
    expect(await generate(contracts, { templates })).toEqual(first);
  });

  test("keeps names that contain a percent sign or equal an inherited property", async () => {
    const files = await generateFrom([await folder()]);
    const use = `
import type { components } from "./odd/types.js";
declare const thing: components["schemas"]["Thing"];
const a: string | undefined = thing["50%"]?.a;
const b: string | undefined = thing["constructor"];
void [a, b];
`;
    expect(typeErrors(files, use)).toEqual([]);
  });
});

test("clashing names, also with imports of the file, become distinct", async () => {
  const ids =
    "createClient operations paths client request delete delete_ Delete2 delete2 a-b a_b AB operation".split(
      " ",
    );
  const paths = Object.fromEntries(
    ids.map((operationId, index) => [
      `/p${index}`,
      { get: { operationId, responses: { 204: { description: "d" } } } },
    ]),
  );
  const files = await generateFrom([
    await contractFolder({ "x.openapi.json": { openapi: "3.1.0", info, paths } }),
  ]);
  expect(typeErrors(files)).toEqual([]);
  const names = [...(files.get("x/client.ts") ?? "").matchAll(/^export function (\w+)\(client/gm)].map(
    ([, name]) => name,
  );
  expect(new Set(names).size).toBe(ids.length);
});

describe("AsyncAPI 3.0 without x-webhook-protocol", () => {
  const channel = (messages: object) => ({
    asyncapi: "3.0.0",
    info,
    channels: { orders: { address: "orders", messages } },
    operations: { receive: { action: "receive", channel: { $ref: "#/channels/orders" } } },
  });

  test("uses a shared constant as discriminator of inline messages", async () => {
    const message = (kind: string, properties: object) => ({
      payload: { type: "object", required: ["kind"], properties: { kind: { const: kind }, ...properties } },
    });
    const document = channel({
      orderMade: message("made", { total: { type: "number" } }),
      orderGone: message("gone", { why: text }),
    });
    const files = await generateFrom([await contractFolder({ "orders.asyncapi.json": document })]);
    const use = `${equal}
import { type Event, type EventOf, isOrderMade } from "./index.js";
import { validateEvent } from "./validators/orders.js";
declare const event: Event;
if (event.kind === "gone") be<Equal<typeof event.why, string | undefined>>();
if (isOrderMade(event)) be<Equal<typeof event.total, number | undefined>>();
be<Equal<EventOf<"made">["kind"], "made">>();
const result = validateEvent({});
if (result.kind === "valid") be<Equal<typeof result.event, Event>>();
`;
    expect(typeErrors(files, use)).toEqual([]);
    expect([...files.keys()].filter((path) => /protocol|receiver|fixtures|conformance/.test(path))).toEqual(
      [],
    );
  });

  test("gives a plain union for messages with nothing in common, each with a validator", async () => {
    const document = channel({
      a: { payload: { type: "object", properties: { x: text } } },
      b: { payload: text },
    });
    const files = await generateFrom([await contractFolder({ "orders.asyncapi.json": document })]);
    expect(
      typeErrors(files, 'import type { Event } from "./index.js"; const text: Event = "x"; void text;'),
    ).toEqual([]);
    expect([...files.keys()].sort()).toEqual([
      "index.ts",
      "orders/types.ts",
      "reference/README.md",
      "reference/orders.md",
      "validators/a.ts",
      "validators/b.ts",
      "validators/catalog.ts",
      "validators/index.ts",
      "validators/standard-schema.ts",
      "validators/support.ts",
      "validators/violation.ts",
    ]);
  });
});

test("a folder of only JSON Schemas gives types, validators and a page", async () => {
  const files = await generateFrom([await contractFolder({ "thing.schema.json": thing })]);
  const use = `${equal}
import type { Thing } from "./index.js";
import { checkThing, isThing } from "./validators/index.js";
declare const value: unknown;
if (isThing(value)) be<Equal<typeof value.size, "small" | "large" | undefined>>();
const nested: Thing = { id: "a", parent: { id: "b" } };
void [checkThing(nested)];
`;
  expect(typeErrors(files, use)).toEqual([]);
});

test("several documents share one output and one index", async () => {
  const api = {
    openapi: "3.1.0",
    info,
    paths: { "/a": { get: { operationId: "a", responses: { 204: { description: "d" } } } } },
  };
  const events = (kind: string) => ({
    asyncapi: "3.0.0",
    info,
    channels: {
      c: {
        address: "c",
        messages: {
          [kind]: { payload: { type: "object", required: ["t"], properties: { t: { const: kind } } } },
        },
      },
    },
  });
  const folder = await contractFolder({
    "a/api.openapi.json": api,
    "b/api.openapi.json": api,
    "one.asyncapi.json": events("one"),
    "two.asyncapi.json": events("two"),
    "schemas/thing.schema.json": thing,
  });
  const files = await generateFrom([folder]);
  const use = `
import { api2Api, apiApi, oneEvents, type Thing, twoEvents } from "./index.js";
const event: oneEvents.Event | twoEvents.Event = { t: "two" };
const thing: Thing = { id: "a" };
void [api2Api.createClient, apiApi.a, event, thing];
`;
  expect(typeErrors(files, use)).toEqual([]);
});
