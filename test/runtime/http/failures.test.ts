import { inspect } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type AnyAnswer,
  type BinaryBody,
  createHttpClient,
  OipkitError,
  type OperationDescriptor,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const read: OperationDescriptor = {
  id: "read",
  method: "GET",
  path: "/a",
  responses: { 200: ["application/json"] },
};
const write: OperationDescriptor = { ...read, id: "write", method: "POST" };

afterEach(() => {
  vi.useRealTimers();
});

/** A `fetch` that settles only on abort, like a server that never answers. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });

describe("a network error", () => {
  test("reports a refused connection", async () => {
    const server = await startServer(() => {});
    await server[Symbol.asyncDispose]();
    const call = createHttpClient({ baseUrl: server.origin, retry: false }).call(read);
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OipkitError);
    expect(error).toMatchObject({ code: "network", operation: "read", name: "NetworkError" });
    expect(error).toMatchObject({
      reason: "ECONNREFUSED",
      message: "read: no response received (ECONNREFUSED)",
    });
  });

  test("reports a connection reset before the answer or within its body", async () => {
    await using server = await startServer((request, response) => {
      if (request.method === "POST") return response.socket?.destroy();
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write('{"a":');
      response.socket?.end();
    });
    const client = createHttpClient({ baseUrl: server.origin, retry: false });
    await expect(client.call(write)).rejects.toMatchObject({ code: "network" });
    await expect(client.call(read)).rejects.toMatchObject({ code: "network" });
  });
});

describe("the time limit", () => {
  test.each([
    ["a response", { fetch: silent }],
    ["a token", { authorize: () => new Promise<HeadersInit>(() => {}) }],
    [
      "the whole body",
      {
        fetch: async () =>
          new Response(new ReadableStream(), { headers: { "content-type": "application/json" } }),
      },
    ],
  ])("ends a call if it never receives %s", async (_, options) => {
    vi.useFakeTimers();
    const { client } = clientWith({ ...options, timeoutMs: 5000 });
    const ended = client.call(read).catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await ended).toMatchObject({ code: "timeout", timeoutMs: 5000, operation: "read" });
  });

  test("of a call replaces the client's, and leaves no timer behind", async () => {
    vi.useFakeTimers();
    const { client } = clientWith({ timeoutMs: 5000 });
    await client.call({ ...read, responses: {} }, {}, { timeoutMs: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("applies to a binary body that is read, but not to one that is streamed", async () => {
    vi.useFakeTimers();
    const pdf = { headers: { "content-type": "application/pdf" } };
    const operation = { ...read, responses: { 200: ["application/pdf"] } };
    const { client } = clientWith({ timeoutMs: 10 }, () => new Response(new ReadableStream(), pdf));
    const answer = await client.call<{ body: BinaryBody }>(operation);
    expect(vi.getTimerCount()).toBe(0);
    const ended = answer.body.blob().catch((thrown) => thrown);
    await vi.advanceTimersByTimeAsync(10);
    expect(await ended).toMatchObject({ code: "timeout" });
    const other = await client.call<{ body: BinaryBody }>(operation);
    expect(other.body.stream()).toBeInstanceOf(ReadableStream);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("an abort", () => {
  test("before the call sends nothing and requests no token", async () => {
    const authorize = vi.fn(() => ({}));
    const { client, sent } = clientWith({ authorize });
    const call = client.call(read, {}, { signal: AbortSignal.abort("enough") });
    await expect(call).rejects.toMatchObject({ code: "aborted", cause: "enough" });
    expect([sent, authorize.mock.calls]).toEqual([[], []]);
  });

  test("ends the wait for a server", async () => {
    const controller = new AbortController();
    await using server = await startServer(() => controller.abort());
    const call = createHttpClient({ baseUrl: server.origin }).call(read, {}, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "aborted", operation: "read" });
  });
});

describe("the origin", () => {
  test.each(["@evil.example/", ".evil.example/", ":1234/"])(
    "can't be changed by the path %s",
    async (path) => {
      const { client, sent } = clientWith({ baseUrl: "https://api.example.com" });
      await expect(client.call({ ...read, path })).rejects.toMatchObject({ code: "foreign-origin" });
      expect(sent).toEqual([]);
    },
  );

  test("isn't left by a redirect", async () => {
    await using other = await startServer((_, response) => sendJson(response, 200, {}));
    await using server = await startServer((_, response) =>
      response.writeHead(302, { location: `${other.origin}/?code=secret-token` }).end(),
    );
    const client = createHttpClient({
      baseUrl: server.origin,
      headers: { authorization: "Bearer secret-token" },
    });
    for (const operation of [read, write]) {
      const error = await client.call(operation).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "foreign-origin", origin: other.origin });
      expect(inspect(error)).not.toContain("secret-token");
    }
    expect(other.received).toEqual([]);
  });

  test("may be redirected within: a read follows, a write returns the redirect", async () => {
    await using server = await startServer((request, response) => {
      if (request.url === "/b") return sendJson(response, 200, { at: "b" });
      response.writeHead(307, { location: "/b" }).end();
    });
    const client = createHttpClient({ baseUrl: server.origin, headers: { authorization: "Bearer x" } });
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ ok: true, body: { at: "b" } });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer x", "Bearer x"]);
    expect(await client.call<AnyAnswer>(write)).toMatchObject({ ok: false, status: 307 });
    expect(server.received).toHaveLength(3);
  });

  test("returns a redirect that the contract documents", async () => {
    const { client } = clientWith(
      {},
      () => new Response(null, { status: 302, headers: { location: "https://files.example" } }),
    );
    const answer = await client.call<AnyAnswer>({ ...read, responses: { 302: [] } });
    expect(answer).toMatchObject({ ok: false, status: 302 });
    expect(answer.headers.get("location")).toBe("https://files.example");
  });

  test("reports a redirect loop", async () => {
    const { client, sent } = clientWith(
      {},
      () => new Response(null, { status: 301, headers: { location: "/a" } }),
    );
    await expect(client.call(read)).rejects.toMatchObject({ code: "redirect" });
    expect(sent).toHaveLength(6);
  });

  test("reports a redirect that a browser hides", async () => {
    const hidden = Object.assign(Response.error(), {});
    Object.defineProperty(hidden, "type", { value: "opaqueredirect" });
    const { client } = clientWith({}, () => hidden);
    await expect(client.call(read)).rejects.toMatchObject({ code: "redirect" });
  });

  test.each(["http://user:pw@api.example.com/", "mailto:x", "http://["])(
    "returns a redirect to %s, which can't be followed",
    async (location) => {
      const { client, sent } = clientWith(
        { baseUrl: "http://api.example.com", allowInsecureHttp: true },
        () => new Response(null, { status: 301, headers: { location } }),
      );
      expect(await client.call<AnyAnswer>(read)).toMatchObject({ ok: false, status: 301 });
      expect(sent).toHaveLength(1);
    },
  );
});

describe("options", () => {
  test.each([
    ["baseURL", { baseURL: "https://a.example" }],
    ["baseUrl", { baseUrl: "/relative" }],
    ["baseUrl", { baseUrl: "ftp://a.example" }],
    ["baseUrl", { baseUrl: "https://user:pw@a.example" }],
    ["baseUrl", { baseUrl: "https://a.example/?x=1" }],
    ["timeoutMs", { timeoutMs: 0 }],
    ["headers", { headers: { "x-key": "secret\ntoken" } }],
  ])("an invalid `%s` is refused by name", (option, options) => {
    const make = () => createHttpClient({ baseUrl: "https://a.example", ...options });
    expect(make).toThrow(expect.objectContaining({ code: "invalid-option", option }));
  });

  test("an unknown call option is refused by name", async () => {
    const { client } = clientWith();
    const call = client.call(read, {}, { timeout: 1 } as object);
    await expect(call).rejects.toMatchObject({ code: "invalid-option", option: "timeout" });
  });

  test("headers of the call override those of the identity, which override the client's", async () => {
    const { client, sent } = clientWith({
      headers: { "x-a": "client", "x-b": "client", "x-c": "client" },
      authorize: async ({ scopes = [] }) => ({ "x-b": scopes.join(), "x-c": "identity" }),
    });
    await client.call({ ...write, responses: {}, scopes: ["s1", "s2"] }, {}, { headers: { "x-c": "call" } });
    const { headers } = sent[0] ?? { headers: new Headers() };
    expect(["x-a", "x-b", "x-c"].map((name) => headers.get(name))).toEqual(["client", "s1,s2", "call"]);
  });

  test("a token that isn't a valid header value is never printed", async () => {
    const { client, sent } = clientWith({
      authorize: () => ({ authorization: "Bearer secret-token\n" + "x" }),
    });
    const error = await client.call(read).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: "invalid-option", option: "authorize" });
    expect(inspect(error)).not.toContain("secret-token");
    expect(sent).toEqual([]);
  });
});
