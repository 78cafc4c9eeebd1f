import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createReceiverServer } from "../../../runtime/adapters/node-server.js";
import type { AnsweringReceiver } from "../../../runtime/incoming/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { compiledFiles } from "../../support/compiled-files.js";
import {
  contractFolder,
  generateFrom,
  root,
  temporaryFolder,
  writeTree,
} from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const event = { $ref: "#/components/schemas/Event" };

const shop = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/subscriptions": {
      post: {
        operationId: "subscribe",
        responses: { "201": { description: "" } },
        callbacks: {
          onEvent: {
            "{$request.body#/url}": {
              post: {
                requestBody: { required: true, ...json(event) },
                responses: {
                  "200": {
                    description: "",
                    ...json({ type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } }),
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    orderPlaced: {
      post: {
        parameters: [
          { name: "X-Attempt", in: "header", required: true, schema: { type: "integer", minimum: 1 } },
        ],
        requestBody: { required: true, ...json(event) },
        responses: { "204": { description: "" }, "410": { description: "" } },
      },
    },
    __proto__x: { post: { responses: { "204": { description: "" } } } },
    "*/ constructor `${1}`": { post: { responses: { "204": { description: "" } } } },
  },
  components: {
    schemas: {
      Event: {
        type: "object",
        required: ["type"],
        properties: { type: { type: "string" }, cause: { $ref: "#/components/schemas/Event" } },
      },
    },
  },
};

type Factory = (options: object) => { receiver(which: unknown): AnsweringReceiver };

/** The generated handlers, compiled. */
async function imported(files: ReadonlyMap<string, string>): Promise<Record<string, Factory>> {
  const folder = await temporaryFolder();
  const runtime = pathToFileURL(join(root, "runtime/dist/incoming/index.js")).href;
  const compiled = [...compiledFiles(files)].filter(([path]) => /^(?:validators|shop)\//.test(path));
  await writeTree(folder, {
    "package.json": { type: "module" },
    ...Object.fromEntries(
      compiled.map(([path, text]) => [path, text.replaceAll("@oipkit/runtime/incoming", runtime)]),
    ),
  });
  return import(pathToFileURL(join(folder, "shop/webhooks.js")).href);
}

async function served(receiver: AnsweringReceiver): Promise<string> {
  const server = createReceiverServer(receiver);
  afterThisTest(() => server.close());
  return `http://127.0.0.1:${await server.listen({ port: 0, host: "127.0.0.1" })}/`;
}

test("handlers of webhooks and callbacks are typed by the contract", async () => {
  const files = await generateFrom([await contractFolder({ "shop.openapi.json": shop })], {
    only: ["webhooks"],
  });
  const use = `
import { createCallbacks, createWebhooks } from "./shop/webhooks.js";
import { is } from "./validators/order-placed.js";
createWebhooks({
  authenticate: "elsewhere",
  fallback: () => {},
  handlers: {
    orderPlaced: ({ body, xAttempt }) => {
      const [type, attempt]: [string, number] = [body.cause?.type ?? body.type, xAttempt];
      return type === "" && attempt > 1 ? { status: 410 } : undefined;
    },
  },
});
createCallbacks({ authenticate: () => true, handlers: { "subscribe.onEvent": async ({ body }) => ({ status: 200, body: { ok: body.type !== "" } }) } });
// @ts-expect-error: who authenticates is missing
createCallbacks({ handlers: { "subscribe.onEvent": () => ({ status: 200, body: { ok: true } }) } });
// @ts-expect-error: the contract has a body
createCallbacks({ authenticate: "elsewhere", handlers: { "subscribe.onEvent": () => {} } });
// @ts-expect-error: there are other webhooks, and no fallback
createWebhooks({ authenticate: "elsewhere", handlers: { orderPlaced: () => {} } });
// @ts-expect-error: the contract has no such answer
createWebhooks({ authenticate: "elsewhere", fallback: () => {}, handlers: { orderPlaced: () => ({ status: 201 }) } });
const value: unknown = {};
if (is(value)) { const type: string = value.type; void type; }
`;
  expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
});

test("a served webhook and a callback answer what their handlers return", async () => {
  const files = await generateFrom([await contractFolder({ "shop.openapi.json": shop })], {
    only: ["webhooks"],
  });
  const { createWebhooks, createCallbacks } = await imported(files);
  const seen: unknown[] = [];
  const authenticate = ({ header }: { header(name: string): string | null }) => header("x-key") === "k";
  const webhooks = createWebhooks?.({ authenticate, fallback: (given: object) => void seen.push(given) });
  const callbacks = createCallbacks?.({
    authenticate,
    handlers: { "subscribe.onEvent": () => ({ status: 200, body: { ok: true } }) },
  });
  const url = await served(webhooks?.receiver("orderPlaced") as AnsweringReceiver);
  const called = await served(callbacks?.receiver("subscribe.onEvent") as AnsweringReceiver);
  const post = (to: string, body: object, headers: object = {}) =>
    fetch(to, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "x-key": "k", "x-attempt": "2", ...headers },
    });

  expect((await post(url, { type: "a" })).status).toBe(204);
  expect((await post(url, { type: "a" }, { "x-key": "forged" })).status).toBe(401);
  const refused = await post(url, { cause: { type: 1 } }, { "x-attempt": "0" });
  expect([
    refused.status,
    ((await refused.json()) as { errors: { part: string }[] }).errors.map(({ part }) => part),
  ]).toEqual([400, ["xAttempt", "body", "body"]]);
  expect(await (await post(called, { type: "a" })).json()).toEqual({ ok: true });
  expect(seen).toEqual([{ xAttempt: 2, body: { type: "a" }, contentType: "application/json" }]);
});

test("the reference has what the API sends, with the names of the handlers", async () => {
  const files = await generateFrom([await contractFolder({ "shop.openapi.json": shop })], {
    only: ["reference"],
  });
  const page = files.get("reference/shop.md") ?? "";
  expect(page).toContain("`POST (webhook) orderPlaced` · handler `orderPlaced`");
  expect(page).toMatch(/\| `X-Attempt` \| header \| `number` \| yes \| integer/);
  expect(page).toContain("`POST (callback) {$request.body#/url}` · handler `subscribe.onEvent`");
  expect(page).not.toMatch(/function `(?:orderPlaced|onEvent)`/);
});

test("x-webhooks of OpenAPI 3.0 are read like webhooks", async () => {
  const { webhooks, ...rest } = shop;
  const old = { ...rest, openapi: "3.0.3", "x-webhooks": webhooks };
  const files = await generateFrom([await contractFolder({ "shop.openapi.json": old })], {
    only: ["webhooks"],
  });
  expect(files.get("shop/webhooks.ts")).toContain("readonly orderPlaced: RequestHandler<");
  expect(files.get("validators/catalog.ts")).toContain("subscribe.onEvent");
  expect(typeCheck(files)).toEqual([]);
});

test("a document with components alone gives types and validators, also of cycles", async () => {
  const { openapi, info, components } = shop;
  const schemas = { ...components.schemas, Twin: event, any: true };
  const files = await generateFrom([
    await contractFolder({ "shop.openapi.json": { openapi, info, components: { schemas } } }),
  ]);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["validators/event.ts", "validators/twin.ts", "validators/any.ts"]),
  );
  expect(files.has("shop/webhooks.ts")).toBe(false);
  expect(typeCheck(files)).toEqual([]);
});

test("a document that refers to a webhook protocol must mean one, and then has no handlers", async () => {
  const folder = await contractFolder({ "shop.openapi.json": { ...shop, "x-webhook-protocol": {} } });
  await expect(generateFrom([folder], { only: ["webhooks"] })).rejects.toThrow("1 error in the contracts");
});
