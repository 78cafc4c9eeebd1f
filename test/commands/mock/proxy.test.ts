import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { exchangeBody, loadText, mockRequest, outcome, pets } from "../../support/commands/mock/pets.js";
import {
  type ProxySetting,
  proxiedAt,
  proxiedListener,
  responding,
  throughProxy,
} from "../../support/commands/mock/proxied.js";

const contracts = await loadText(pets.replace("X-Total: { schema", "X-Total: { required: true, schema"));

async function proxyTo(answer: () => Response | Promise<Response>, setting: ProxySetting = {}) {
  const sent: { readonly target: string; readonly headers: readonly string[] }[] = [];
  const listener = responding(({ method, url, rawHeaders }) => {
    sent.push({ target: `${method} ${url}`, headers: rawHeaders });
    return answer();
  });
  const proxied = await proxiedListener(contracts, listener, { basePath: "/api/", ...setting });
  afterThisTest(proxied.close);
  return {
    sent,
    ask: (line: string, headers = {}, body: string | object = "") =>
      throughProxy(proxied, mockRequest(line, headers, body)),
  };
}

const list = (value: unknown, init: ResponseInit = {}) =>
  Response.json(value, { ...init, headers: { "x-total": "1", ...init.headers } });

describe("a proxy", () => {
  it("forwards a request below its base URL, without the headers of one connection, and answers as the server does", async () => {
    const { ask, sent } = await proxyTo(() =>
      list([], { headers: { "set-cookie": "a=b", connection: "x-own", "x-own": "1" } }),
    );
    const headers = { host: "127.0.0.1", connection: "keep-alive, x-hop", "x-hop": "1", "x-kept": "2" };
    const exchange = await ask("GET /v2/pets?limit=1", headers);
    expect(sent.map(({ target }) => target)).toEqual(["GET /api/pets?limit=1"]);
    expect(sent[0]?.headers).toContain("x-kept");
    expect(sent[0]?.headers).not.toContain("x-hop");
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
    [
      "a broken body",
      () => new Response("{", { headers: { "x-total": "1", "content-type": "application/json" } }),
      [200, "body   json-syntax"],
    ],
    ["no body", () => new Response("", { headers: { "x-total": "1" } }), [200, "body   body-missing"]],
    ["a missing header", () => Response.json([]), [200, "header X-Total  required"]],
    ["a wrong header", () => list([], { headers: { "x-total": "many" } }), [200, "header X-Total  type"]],
  ])("reports %s", async (_, answer, expected) => {
    const { ask } = await proxyTo(answer);
    expect(outcome(await ask("GET /pets"))).toEqual(expected);
  });

  it("reports a body that isn't declared, but none of HEAD", async () => {
    const { ask } = await proxyTo(() => list({}));
    expect(outcome(await ask("HEAD /pets"))).toEqual([200]);
    const odd = await proxyTo(() => new Response("x", { status: 200 }));
    expect(outcome(await odd.ask("DELETE /pets/1"))).toEqual([200, "status   status-undeclared"]);
  });

  it("forwards a wrong request and reports it; with `errors` it refuses it, and a wrong answer becomes 502", async () => {
    const lenient = await proxyTo(() => list([{ id: "x", name: "Tom" }]));
    expect(outcome(await lenient.ask("GET /pets?limit=x"))).toEqual([
      200,
      "query limit  type",
      "body  /0/id type",
    ]);
    expect(outcome(await lenient.ask("GET /other"))).toEqual([200, "path   path-unknown"]);
    expect(lenient.sent).toHaveLength(2);
    const strict = await proxyTo(() => list([{ id: "x", name: "Tom" }]), { errors: true });
    expect(outcome(await strict.ask("GET /pets?limit=x"))).toEqual([422, "query limit  type"]);
    expect(outcome(await strict.ask("GET /other"))).toEqual([404, "path   path-unknown"]);
    expect(strict.sent).toHaveLength(0);
    const wrong = await strict.ask("GET /pets");
    expect(outcome(wrong)).toEqual([502, "body  /0/id type"]);
    expect(exchangeBody(wrong)).toMatchObject({ code: "answer-invalid", findings: [{ pointer: "/0/id" }] });
  });

  it("says that the server is unreachable", async () => {
    const gone = await proxiedListener(contracts, () => {});
    const { port } = new URL(gone.url);
    await gone.close();
    const proxied = await proxiedAt(contracts, `http://127.0.0.1:${port}`);
    afterThisTest(proxied.close);
    const exchange = await throughProxy(proxied, mockRequest("GET /pets"));
    expect(outcome(exchange)).toEqual([502, "status   upstream-unreachable"]);
    expect(exchangeBody(exchange)).toMatchObject({
      code: "upstream-unreachable",
      detail: "the server can't be reached (ECONNREFUSED)",
    });
  });

  it("says that the server is late", async () => {
    const { ask } = await proxyTo(() => new Promise(() => {}), { timeoutMs: 20 });
    const exchange = await ask("GET /pets");
    expect(outcome(exchange)).toEqual([504, "status   upstream-late"]);
    expect(exchangeBody(exchange).code).toBe("upstream-late");
  });
});
