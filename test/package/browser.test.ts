// @needs chromium
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { bundle, oneOperation } from "../support/package/bundle.js";
import { type StartedBrowser, startChromium } from "../support/services/chromium.js";

interface Call {
  readonly options?: object;
  readonly request: object;
}

let { browser, close } = {} as StartedBrowser;
let server: Server;
let origin: string;
let code: string;
const received: { method: string; url: string; key: string | undefined; body: string }[] = [];

beforeAll(async () => {
  ({ code } = await bundle(inject("installation"), oneOperation("createAccessSnapshot")));
  server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    if (url === "/") return response.setHeader("content-type", "text/html").end("<!doctype html>");
    if (url === "/bundle.js") return response.setHeader("content-type", "text/javascript").end(code);
    if (url === "/favicon.ico") return response.writeHead(404).end();
    let body = "";
    for await (const chunk of request) body += String(chunk);
    received.push({ method, url, key: headers["idempotency-key"]?.toString(), body });
    if (url.includes("moved")) return response.writeHead(302, { location: "/elsewhere" }).end();
    const isFirst = received.filter((other) => other.url === url).length === 1;
    if (isFirst) return response.writeHead(503, { "retry-after": "0" }).end();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ product_access_allowed: true, access_revision: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ({ browser, close } = await startChromium());
});

afterAll(async () => {
  await close?.();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
});

/** Calls the operation in a page; returns the answer, or the error's code and message. */
async function inBrowser({ options = {}, request }: Call): Promise<unknown> {
  const page = await browser.newPage();
  try {
    await page.goto(origin);
    return await page.evaluate(
      `import("/bundle.js").then(async ({ call }) => {
        try {
          const { ok, status, body } = await call(${JSON.stringify({ baseUrl: origin, ...options })}, ${JSON.stringify(request)});
          return { ok, status, body };
        } catch ({ code, message }) {
          return { code, message };
        }
      })`,
    );
  } finally {
    await page.close();
  }
}

describe("the client in Chromium", () => {
  it("sends a write, and retries it with the same idempotency key", async () => {
    const request = { id: "app example", event_id: "evt_1", body: {} };
    expect(await inBrowser({ request, options: { retry: { baseMs: 1 } } })).toEqual({
      ok: true,
      status: 200,
      body: { product_access_allowed: true, access_revision: 1 },
    });
    const [first, second] = received;
    expect(first).toMatchObject({
      method: "POST",
      url: "/open-platform/v1/applications/app%20example/events/evt_1/access-snapshot",
      body: "{}",
    });
    expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toEqual(first);
    expect(received).toHaveLength(2);
  });

  it("reports that a redirect, which a browser hides, can't be followed", async () => {
    const request = { id: "moved", event_id: "evt_1", body: {} };
    expect(await inBrowser({ request })).toMatchObject({ code: "redirect" });
  });

  it("reports an unreachable server, and an invalid request", async () => {
    const request = { id: "a", event_id: "evt_1", body: {} };
    const options = { baseUrl: "http://127.0.0.1:9", retry: false };
    expect(await inBrowser({ request, options })).toMatchObject({ code: "network" });
    expect(await inBrowser({ request: { ...request, id: ".." } })).toMatchObject({ code: "invalid-request" });
  });
});
