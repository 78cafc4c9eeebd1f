import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import {
  createRequestHandlers,
  type HandlingOptions,
  type IncomingTable,
  type RequestHandler,
} from "../../../runtime/incoming/index.js";

interface Handlers {
  readonly placed: RequestHandler<
    { body: { id: string }; attempt: number; tag?: string[] },
    unknown,
    "placed"
  >;
  readonly closed: RequestHandler<object, unknown, "closed">;
}

const table: IncomingTable = {
  placed: {
    descriptor: {
      method: "POST",
      parameters: [
        { name: "X-Attempt", in: "header", key: "attempt", required: true, type: "number" },
        { name: "tag", in: "query", key: "tag", list: "repeated" },
      ],
      body: { required: true, contentTypes: ["application/json"] },
      answers: { "204": [], "410": [], "200": ["application/json"] },
    },
    checks: {
      parameters: {
        attempt: (value) =>
          typeof value === "number" ? [] : [{ code: "type", pointer: "", message: "not a number" }],
      },
      body: {
        "application/json": (value) =>
          typeof (value as { id?: unknown }).id === "string"
            ? []
            : [{ code: "required", pointer: "", message: "no id" }],
      },
    },
  },
  closed: { descriptor: { method: "DELETE", answers: { "200": ["application/json"] } } },
};

const lines: object[] = [];
const logger = {
  info: () => {},
  warn: (fields: object) => void lines.push(fields),
  error: (fields: object) => void lines.push(fields),
};

function handlers(more: Partial<HandlingOptions<Handlers>> = {}) {
  const options = {
    authenticate: "elsewhere",
    logger,
    handlers: { placed: () => undefined, closed: () => ({ status: 200, body: { ok: true } }) },
    ...more,
  } as HandlingOptions<Handlers>;
  return createRequestHandlers<Handlers>(table, options);
}

function request(body: string | Uint8Array, more: Record<string, unknown> = {}) {
  const { method = "POST", url = "/", ...headers } = more;
  const bytes = Buffer.from(body as string);
  const all: Record<string, unknown> = { "content-type": "application/json", "x-attempt": "1", ...headers };
  return {
    method: String(method),
    url: String(url),
    header: (name: string) => (all[name] === undefined ? null : String(all[name])),
    readBody: (limit: number) => (bytes.length > limit ? undefined : bytes),
  };
}

const valid = JSON.stringify({ id: "o1" });

test("gives the handler parameters and body by their types, and answers what it returns", async () => {
  const seen: unknown[] = [];
  const { receiver } = handlers({
    handlers: {
      placed: (given, { name }) => {
        seen.push(given, name);
        return { status: 200, body: { got: given.body.id }, headers: { "X-Seen": "yes" } };
      },
      closed: () => ({ status: 200, body: {} }),
    },
  });

  const answer = await receiver("placed").answer(request(valid, { url: "/hook?tag=a&tag=b" }));

  expect(seen).toEqual([
    { attempt: 1, tag: ["a", "b"], body: { id: "o1" }, contentType: "application/json" },
    "placed",
  ]);
  expect(answer).toEqual({
    status: 200,
    headers: { "x-seen": "yes", "content-type": "application/json" },
    body: '{"got":"o1"}',
  });
});

test("answers the contract's success without a body if a handler returns nothing", async () => {
  expect(await handlers().receiver("placed").answer(request(valid))).toEqual({
    status: 204,
    headers: {},
    body: "",
  });
});

test("authenticates the raw bytes before anything of the body is read", async () => {
  const seen: string[] = [];
  const { receiver } = handlers({
    authenticate: ({ header, body }) => {
      seen.push(Buffer.from(body).toString());
      return header("x-signature") === "good";
    },
  });
  const forged = await receiver("placed").answer(request("{ not json"));
  const genuine = await receiver("placed").answer(request(valid, { "x-signature": "good" }));
  expect(forged).toEqual({ status: 401, headers: {}, body: "" });
  expect(genuine.status).toBe(204);
  expect(seen).toEqual(["{ not json", valid]);
});

test("a truthy result of `authenticate` that isn't true doesn't authenticate", async () => {
  const { receiver } = handlers({ authenticate: (() => "yes") as never });
  expect((await receiver("placed").answer(request(valid))).status).toBe(401);
});

test.each([
  ["another method", request(valid, { method: "GET" }), 405, "method-not-allowed"],
  ["a body above the limit", request(`"${"x".repeat(2_000_000)}"`), 413, "body-too-large"],
  [
    "an announced length above the limit",
    request(valid, { "content-length": "9999999" }),
    413,
    "body-too-large",
  ],
  ["a compressed body", request(valid, { "content-encoding": "gzip" }), 415, "unsupported-encoding"],
  ["another media type", request(valid, { "content-type": "text/plain" }), 415, "unsupported-media-type"],
  ["no media type", request(valid, { "content-type": undefined }), 415, "unsupported-media-type"],
  ["a body that isn't JSON", request("{"), 400, "malformed-body"],
  ["a body that isn't UTF-8", request(new Uint8Array([34, 255, 34])), 400, "malformed-body"],
  ["a body that nests too deeply", request("[".repeat(100_000)), 400, "malformed-body"],
  ["a missing body", request(""), 400, "invalid-request"],
  ["a missing header", request(valid, { "x-attempt": undefined }), 400, "invalid-request"],
  ["a header of another type", request(valid, { "x-attempt": "one" }), 400, "invalid-request"],
  ["a body that breaks the schema", request("{}"), 400, "invalid-request"],
])("refuses %s, and the handler isn't called", async (_case, given, status, code) => {
  const { receiver } = handlers({
    handlers: { placed: () => Promise.reject(new Error("called")), closed: () => undefined },
  });
  const answer = await receiver("placed").answer(given);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ status, code });
});

test("finds the handler of a request at a shared URL by its content", async () => {
  const { receiver } = handlers();
  const all = receiver(({ header, body }) => (body === undefined ? "closed" : header("x-event")));
  expect((await all.answer(request(valid, { "x-event": "placed" }))).status).toBe(204);
  expect((await all.answer(request("", { method: "DELETE" }))).body).toBe('{"ok":true}');
  for (const name of ["constructor", "__proto__", "toString", "gone"])
    expect((await all.answer(request(valid, { "x-event": name }))).status).toBe(404);
  expect((await all.answer(request(valid))).status).toBe(404);
});

test("calls the fallback for requests without a handler, with their name", async () => {
  const names: string[] = [];
  const { receiver } = handlers({
    handlers: {},
    fallback: (_request: unknown, { name }: { readonly name: string }) => void names.push(name),
  } as never);
  expect((await receiver("placed").answer(request(valid))).status).toBe(204);
  expect(names).toEqual(["placed"]);
});

test("answers 500 if a handler fails or its result can't be sent, and logs it", async () => {
  lines.length = 0;
  const results = [
    () => Promise.reject(new Error("database is down")),
    () => ({ status: 99 }),
    () => ({ status: 204, body: {} }),
    () => ({ status: 200, headers: { "x-a": "b\r\nset-cookie: c" } }),
    () => "fine",
  ];
  for (const placed of results) {
    const { receiver } = handlers({ handlers: { placed, closed: () => undefined } });
    expect(await receiver("placed").answer(request(valid))).toEqual({ status: 500, headers: {}, body: "" });
  }
  expect(lines).toHaveLength(results.length);
  expect(lines[0]).toMatchObject({ eventType: "placed", error: "Error: database is down" });
});

test("a handler that returns nothing although the contract wants a body is a fault", async () => {
  const { receiver } = handlers({ handlers: { placed: () => undefined, closed: () => undefined } });
  expect((await receiver("closed").answer(request("", { method: "DELETE" }))).status).toBe(500);
});

test("handles a parsed request without authenticating it", async () => {
  const { handle } = handlers({ authenticate: () => false });
  const header = () => "3";
  expect(await handle("placed", { body: { id: "a" }, header })).toMatchObject({
    kind: "handled",
    answer: { status: 204 },
  });
  expect(await handle("placed", { body: {}, header })).toEqual({
    kind: "refused",
    code: "invalid-request",
    findings: [{ part: "body", code: "required", pointer: "", message: "no id" }],
  });
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  expect(await handle("placed", { body: cyclic, header })).toMatchObject({
    kind: "refused",
    code: "malformed-body",
  });
});

test.each([
  ["no authentication", { authenticate: undefined }, "`authenticate` is a function"],
  ["an unknown option", { colour: 1 }, "colour"],
  ["an unknown handler", { handlers: { plced: () => {} }, fallback: () => {} }, "plced"],
  ["an inherited name", { handlers: { constructor: () => {} }, fallback: () => {} }, "constructor"],
  ["a missing handler", { handlers: { placed: () => {} } }, "`closed` has no handler"],
  ["a limit of nothing", { maxBodyBytes: 0 }, "maxBodyBytes"],
])("refuses %s at construction", (_case, more, message) => {
  expect(() => handlers(more as never)).toThrow(message);
});
