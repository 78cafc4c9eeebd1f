import { describe, expect, it } from "vitest";
import {
  type Api,
  brief,
  changed,
  get,
  newOrder,
  order,
  post,
} from "../../../support/commands/diff/openapi/shop.js";

describe("a change that keeps the meaning", () => {
  it.each<[string, (current: Api) => unknown]>([
    ["nothing", () => undefined],
    [
      "`allOf` around a schema, an enum as `oneOf` of `const`, a property moved to a definition",
      (current) => {
        const { properties, ...rest } = order(current) as { properties: Record<string, unknown> };
        current.components.schemas.Status = { oneOf: [{ const: "paid" }, { const: "open" }] };
        current.components.schemas.Order = {
          allOf: [rest, { properties: { ...properties, status: { $ref: "#/components/schemas/Status" } } }],
        };
      },
    ],
    [
      "a component renamed",
      (current) => {
        current.components.schemas.Purchase = current.components.schemas.NewOrder ?? {};
        current.components.schemas.NewOrder = { $ref: "#/components/schemas/Purchase" };
      },
    ],
    [
      "a path parameter renamed",
      (current) => {
        const item = current.paths["/orders/{id}"] ?? {};
        delete current.paths["/orders/{id}"];
        current.paths["/orders/{order}"] = item;
        Object.assign(get({ ...current, paths: { "/orders/{id}": item } }).parameters[0] ?? {}, {
          name: "order",
        });
      },
    ],
    [
      "defaults written out",
      (current) => {
        Object.assign(get(current).parameters[1] ?? {}, { style: "form", explode: true, required: false });
      },
    ],
    [
      "the inherited security written out, and a scheme renamed",
      (current) => {
        current.components.securitySchemes.apiKey = current.components.securitySchemes.key;
        Object.assign(get(current), { security: [{ apiKey: [] }] });
      },
    ],
    [
      "a header and a media type written in another case",
      (current) => {
        const response = get(current).responses["200"] as unknown as Record<string, Record<string, unknown>>;
        response.headers = { etag: response.headers?.ETag };
        response.content = { "Application/JSON; charset=utf-8": response.content?.["application/json"] };
      },
    ],
    ["a description", (current) => Object.assign(get(current), { description: "Reads.", summary: "Read" })],
  ])("is silent: %s", async (_, change) => {
    expect(await changed(change, { keep: ["consumer", "provider"] })).toEqual([]);
  });
});

describe("a change that breaks consumers", () => {
  it.each<[string, (current: Api) => unknown, readonly string[]]>([
    [
      "an operation removed",
      (current) => delete current.paths["/orders/{id}"],
      ["error operation-removed: GET /orders/{id}"],
    ],
    [
      "a required parameter added",
      (current) => get(current).parameters.push({ name: "shop", in: "query", required: true, schema: {} }),
      ["error parameter-added: GET /orders/{id}, query parameter `shop`"],
    ],
    [
      "a parameter made required",
      (current) => Object.assign(get(current).parameters[1] ?? {}, { required: true }),
      ["error parameter-required: GET /orders/{id}, query parameter `expand`"],
    ],
    [
      "another form of a parameter",
      (current) => Object.assign(get(current).parameters[1] ?? {}, { explode: false }),
      ["error parameter-form-changed: GET /orders/{id}, query parameter `expand`"],
    ],
    [
      "a required property added to a request",
      (current) => {
        newOrder(current).required.push("size");
        Object.assign(newOrder(current).properties, { size: { type: "integer" } });
      },
      ["error schema-narrowed: POST /orders, body, application/json"],
    ],
    [
      "a tightened property of a request",
      (current) => Object.assign(newOrder(current).properties, { item: { type: "string", maxLength: 10 } }),
      ["error schema-narrowed: POST /orders, body, application/json"],
    ],
    [
      "a new value in an answer and in a callback",
      (current) => Object.assign(order(current).properties, { status: { enum: ["open", "paid", "lost"] } }),
      [
        "error schema-widened: GET /orders/{id}, response 200, application/json | POST /orders, callback paid {$request.body#/url} (POST), body, application/json",
      ],
    ],
    [
      "a required property of an answer made optional",
      (current) => order(current).required.pop(),
      [
        "error schema-widened: GET /orders/{id}, response 200, application/json | POST /orders, callback paid {$request.body#/url} (POST), body, application/json",
      ],
    ],
    [
      "a success of another status",
      (current) => Object.assign(get(current).responses, { 202: { description: "Later." } }),
      ["error response-added: GET /orders/{id}, response 202"],
    ],
    [
      "a media type of an answer removed",
      (current) => Object.assign(get(current).responses["200"] ?? {}, { content: { "text/csv": {} } }),
      [
        "error response-media-type-removed: GET /orders/{id}, response 200, application/json",
        "info response-media-type-added: GET /orders/{id}, response 200, text/csv",
      ],
    ],
    [
      "a header that was always sent made optional",
      (current) =>
        Object.assign(get(current).responses["200"] ?? {}, {
          headers: { ETag: { schema: { type: "string" } } },
        }),
      ["error response-header-optional: GET /orders/{id}, response 200, header `ETag`"],
    ],
    [
      "a scope that is needed in addition",
      (current) =>
        Object.assign(post(current), { security: [{ token: ["orders:write", "shop"] }, { key: [] }] }),
      ["error security-changed: POST /orders"],
    ],
    [
      "an address removed",
      (current) => (current.servers = [{ url: "https://eu.example" }]),
      [
        "info server-added: GET /orders/{id} | POST /orders",
        "error server-removed: GET /orders/{id} | POST /orders",
      ],
    ],
    [
      "an operationId renamed",
      (current) => Object.assign(get(current), { operationId: "getOrder" }),
      ["error operation-id-changed: GET /orders/{id}"],
    ],
  ])("%s", async (_, change, expected) => {
    const findings = await changed(change);
    expect(brief(findings)).toEqual(expected);
    for (const { level, affects } of findings) expect(affects).toEqual(level === "error" ? ["consumer"] : []);
  });

  it("shows what may be received now, and where both versions say so", async () => {
    const [finding] = await changed((current) =>
      Object.assign(order(current).properties, { status: { enum: ["open", "paid", "lost"] } }),
    );
    expect(finding).toMatchObject({
      message: expect.stringContaining("consumers may now receive what the old contract excludes") as string,
      old: { pointer: "/components/schemas/Order/properties/status/enum" },
      new: { pointer: "/components/schemas/Order/properties/status/enum" },
      witness: { document: { status: "lost" }, validIn: "new" },
    });
  });
});

describe("a change that consumers survive", () => {
  it.each<[string, (current: Api) => unknown, readonly string[]]>([
    [
      "an operation added",
      (current) => {
        current.paths["/items"] = { get: { responses: {} } } as never;
      },
      ["info operation-added: GET /items"],
    ],
    [
      "an optional property added to an answer",
      (current) => Object.assign(order(current).properties, { size: { type: "integer" } }),
      [
        "info property-added: GET /orders/{id}, response 200, application/json | POST /orders, callback paid {$request.body#/url} (POST), body, application/json",
      ],
    ],
    [
      "an optional property of a request renamed",
      (current) => {
        const { gift, ...rest } = newOrder(current).properties as Record<string, unknown>;
        Object.assign(newOrder(current), { properties: { ...rest, present: gift } });
      },
      [
        "warning property-removed: POST /orders, body, application/json",
        "info property-added: POST /orders, body, application/json",
      ],
    ],
    [
      "a new value of an open enum",
      (current) =>
        Object.assign(order(current).properties, {
          carrier: { type: "string", "x-extensible-enum": ["dhl", "ups", "gls"] },
        }),
      [
        "info value-added: GET /orders/{id}, response 200, application/json | POST /orders, callback paid {$request.body#/url} (POST), body, application/json",
      ],
    ],
    [
      "an error of another status",
      (current) => Object.assign(get(current).responses, { 404: { description: "Unknown." } }),
      ["warning response-added: GET /orders/{id}, response 404"],
    ],
    [
      "an answer's value that is no longer sent",
      (current) => Object.assign(order(current).properties, { status: { enum: ["open"] } }),
      [],
    ],
    [
      "another way to be allowed to call",
      (current) => Object.assign(get(current), { security: [{ key: [] }, { token: ["orders:read"] }] }),
      ["info security-changed: GET /orders/{id}"],
    ],
    [
      "a deprecated operation",
      (current) => Object.assign(get(current), { deprecated: true }),
      ["info deprecated: GET /orders/{id}"],
    ],
  ])("%s", async (_, change, expected) => {
    expect(brief(await changed(change))).toEqual(expected);
  });

  it("compares a new status with the `default` that covered it", async () => {
    const problem = (schema: object) => ({
      description: "Failure.",
      content: { "application/json": { schema } },
    });
    const before = (one: Api) =>
      Object.assign(get(one).responses, { default: problem({ required: ["code"] }) });
    const add = (schema: object) => (one: Api) => Object.assign(get(one).responses, { 404: problem(schema) });
    expect(brief(await changed(add({ type: "object" }), { before }))).toEqual([
      "error schema-widened: GET /orders/{id}, response 404, application/json",
    ]);
    expect(brief(await changed(add({ required: ["code", "at"] }), { before }))).toEqual([]);
  });
});

it("takes a new success beside others for what it is, though there is a `default`", async () => {
  const answer = (status: string) => (one: Api) =>
    Object.assign(get(one).responses, { [status]: { description: "d", content: {} } });
  expect(brief(await changed(answer("201"), { before: answer("default") }))).toEqual([
    "error response-added: GET /orders/{id}, response 201",
  ]);
});

describe("the provider's side", () => {
  it.each<[string, (current: Api) => unknown, readonly string[]]>([
    [
      "consumers may send more",
      (current) => Object.assign(newOrder(current).properties, { item: { type: "string", maxLength: 99 } }),
      ["error schema-widened: POST /orders, body, application/json"],
    ],
    [
      "an answer that was allowed no longer is",
      (current) => Object.assign(order(current).properties, { status: { enum: ["open"] } }),
      [
        "error schema-narrowed: GET /orders/{id}, response 200, application/json | POST /orders, callback paid {$request.body#/url} (POST), body, application/json",
      ],
    ],
    [
      "an operation that providers of the old version lack",
      (current) => {
        current.paths["/items"] = { get: { responses: {} } } as never;
      },
      ["error operation-added: GET /items"],
    ],
    [
      "a removed operation",
      (current) => delete current.paths["/orders/{id}"],
      ["info operation-removed: GET /orders/{id}"],
    ],
  ])("%s", async (_, change, expected) => {
    expect(brief(await changed(change, { keep: ["provider"] }))).toEqual(expected);
  });
});

describe("properties that aren't sent in a direction", () => {
  const before = (one: Api) =>
    Object.assign(newOrder(one).properties, { id: { type: "string", readOnly: true } });

  it("a `readOnly` property may become required in a request", async () => {
    expect(brief(await changed((current) => newOrder(current).required.push("id"), { before }))).toEqual([]);
  });
});
