import { describe, expect, it } from "vitest";
import { createProxy } from "../../../commands/mock/index.js";
import { exchangeBody, loadText, mockRequest, outcome, pets } from "../../support/commands/mock/pets.js";

const contracts = await loadText(pets.replace("X-Total: { schema", "X-Total: { required: true, schema"));

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

function proxyTo(
  answer: () => Response | Promise<Response>,
  more: { errors?: boolean; timeoutMs?: number } = {},
) {
  const sent: Sent[] = [];
  const upstream = {
    url: "https://real.example/api/",
    fetch: async (url: unknown, init: RequestInit = {}) => {
      sent.push({ url: String(url), init });
      return answer();
    },
    timeoutMs: more.timeoutMs ?? 1_000,
    maxBodyBytes: 1_000,
  };
  const proxy = createProxy(contracts, {
    upstream: upstream as never,
    errors: more.errors === true,
    strict: false,
  });
  return {
    sent,
    ask: (line: string, headers = {}, body: string | object = "") =>
      proxy.answer(mockRequest(line, headers, body)),
  };
}

const list = (value: unknown, init: ResponseInit = {}) =>
  Response.json(value, { ...init, headers: { "x-total": "1", ...init.headers } });

describe("a proxy", () => {
  it("forwards a request below its base URL, without the headers of one connection, and answers as the server does", async () => {
    const { ask, sent } = proxyTo(() =>
      list([], { headers: { "set-cookie": "a=b", connection: "x-own", "x-own": "1" } }),
    );
    const headers = { host: "127.0.0.1", connection: "keep-alive, x-hop", "x-hop": "1", "x-kept": "2" };
    const exchange = await ask("GET /v2/pets?limit=1", headers);
    expect(sent.map(({ url }) => url)).toEqual(["https://real.example/api/pets?limit=1"]);
    expect(sent[0]?.init).toMatchObject({ method: "GET", redirect: "manual", headers: [["x-kept", "2"]] });
    expect(outcome(exchange)).toEqual([200]);
    const names = exchange.answer.headers.map(([name]) => name);
    expect(names).toContain("set-cookie");
    expect(names).not.toContain("x-own");
  });

  it.each<[string, () => Response, readonly unknown[]]>([
    ["a right answer", () => list([{ id: 1, name: "Tom" }]), [200]],
    ["another status", () => list({}, { status: 503 }), [503, "status   status-undeclared"]],
    [
      "another media type",
      () => new Response("<a/>", { headers: { "x-total": "1", "content-type": "text/xml" } }),
      [200, "body   media-type-undeclared"],
    ],
    ["a wrong body", () => list([{ id: "x", name: "Tom" }]), [200, "body  /0/id type"]],
    ["a writeOnly property", () => list([{ id: 1, name: "Tom", secret: "x" }]), [200]],
    [
      "a broken body",
      () => new Response("{", { headers: { "x-total": "1", "content-type": "application/json" } }),
      [200, "body   json-syntax"],
    ],
    ["no body", () => new Response("", { headers: { "x-total": "1" } }), [200, "body   body-missing"]],
    ["a missing header", () => Response.json([]), [200, "header X-Total  required"]],
    ["a wrong header", () => list([], { headers: { "x-total": "many" } }), [200, "header X-Total  type"]],
  ])("reports %s", async (_, answer, expected) => {
    const { ask } = proxyTo(answer);
    expect(outcome(await ask("GET /pets"))).toEqual(expected);
  });

  it("reports a body that isn't declared, but none of HEAD", async () => {
    const { ask } = proxyTo(() => list({}));
    expect(outcome(await ask("HEAD /pets"))).toEqual([200]);
    const odd = proxyTo(() => new Response("x", { status: 200 }));
    expect(outcome(await odd.ask("DELETE /pets/1"))).toEqual([200, "status   status-undeclared"]);
  });

  it("forwards a wrong request and reports it; with `errors` it refuses it, and a wrong answer becomes 502", async () => {
    const lenient = proxyTo(() => list([{ id: "x", name: "Tom" }]));
    expect(outcome(await lenient.ask("GET /pets?limit=x"))).toEqual([
      200,
      "query limit  type",
      "body  /0/id type",
    ]);
    expect(outcome(await lenient.ask("GET /other"))).toEqual([200, "path   path-unknown"]);
    expect(lenient.sent).toHaveLength(2);
    const strict = proxyTo(() => list([{ id: "x", name: "Tom" }]), { errors: true });
    expect(outcome(await strict.ask("GET /pets?limit=x"))).toEqual([422, "query limit  type"]);
    expect(outcome(await strict.ask("GET /other"))).toEqual([404, "path   path-unknown"]);
    expect(strict.sent).toHaveLength(0);
    const wrong = await strict.ask("GET /pets");
    expect(outcome(wrong)).toEqual([502, "body  /0/id type"]);
    expect(exchangeBody(wrong)).toMatchObject({ code: "answer-invalid", findings: [{ pointer: "/0/id" }] });
  });

  it.each([
    [
      "unreachable",
      () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })),
      502,
      "upstream-unreachable",
    ],
    ["too large", () => new Response("x".repeat(1_001)), 502, "upstream-too-large"],
  ])("says that the server is %s", async (_, answer, status, code) => {
    const exchange = await proxyTo(answer as () => Promise<Response>).ask("GET /pets");
    expect(outcome(exchange)).toEqual([status, `status   ${code}`]);
    expect(exchangeBody(exchange).code).toBe(code);
  });

  it("says that the server is late", async () => {
    const fetch = (_: unknown, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    const upstream = { url: "http://real.example", fetch: fetch as never, timeoutMs: 20, maxBodyBytes: 1 };
    const exchange = await createProxy(contracts, { upstream, errors: false, strict: false }).answer(
      mockRequest("GET /pets"),
    );
    expect(outcome(exchange)).toEqual([504, "status   upstream-late"]);
  });
});
