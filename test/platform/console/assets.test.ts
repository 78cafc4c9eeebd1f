import { request } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConsole } from "../../../platform/console/server/index.js";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
beforeAll(async () => {
  its = await startConsole();
});
afterAll(() => its[Symbol.asyncDispose]());

const open = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  its.console.fetch(new Request(`${its.sandbox.origin}${path}`, { headers, method }));

it("leads from the root to the page", async () => {
  const answer = await open("/");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/console/"]);
});

it("serves its document for deep links, kept in no cache", async () => {
  for (const path of [
    "/console/",
    "/console/applications/app_1/webhook?x=1",
    "/console/sign-in-failed?reason=x",
  ]) {
    const answer = await open(path);
    expect(await answer.text(), path).toContain("<title>Console</title>");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

it("serves files whose name changes with their content for good, compressed if that is accepted", async () => {
  const path = "/console/assets/app-0a1b2c3d.js";
  const plain = await open(path);
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(plain.headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(plain.headers.get("vary")).toBe("accept-encoding");
  const small = await open(path, { "accept-encoding": "br, gzip" });
  expect(small.headers.get("content-encoding")).toBe("gzip");
  for (const refused of ["gzip;q=0", "GZIP; q=0.000, identity", "identity", ""])
    expect((await open(path, { "accept-encoding": refused })).headers.get("content-encoding")).toBeNull();
  const weighted = await open(path, { "accept-encoding": "identity;q=0.1, gzip;q=0.001" });
  expect(weighted.headers.get("content-encoding")).toBe("gzip");
  expect((await open("/console/assets/gone-0a1b2c3d.js")).status).toBe(404);
});

it("says how to build a page that isn't built", async () => {
  const { origin, issuers } = its.sandbox;
  const unbuilt = createConsole({
    origin,
    issuer: issuers.sandbox,
    clientId: "developer-console",
    app: "/nowhere",
    control: () => Promise.reject(new Error("not asked")),
  });
  const answer = await unbuilt.fetch(new Request(`${origin}/console/`));
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("npm run build")]);
  unbuilt.close();
});

describe("every answer", () => {
  it.each([
    "/",
    "/console/",
    "/console/assets/app-0a1b2c3d.js",
    "/console/api/session",
    "/console/api/x",
    "/console/sign-in",
  ])("of %s runs no code of others, can't be framed and isn't sniffed", async (path) => {
    const { headers } = await open(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });
});

it.each([
  "/console/../../package.json",
  "/console/..%2f..%2fpackage.json",
  "/console/%2e%2e/%2e%2e/etc/passwd",
  "/console/assets/..%2f..%2fpackage.json",
  "/console//etc/passwd",
  "/console/assets/%00",
  "/console/index.html%00.js",
  "/console/C:%5cwindows%5cwin.ini",
])("serves nothing but the page's files for %s", async (path) => {
  const text = await (await open(path)).text();
  expect(text).toMatch(/<title>Console<\/title>|There is no such file|nothing is served/);
});

it("answers any path, method and header of a hostile client without failing", async () => {
  const part = fc.oneof(
    fc.constantFrom(
      "..",
      "%2e%2e",
      "%ff",
      "%00",
      "api",
      "console",
      "sign-in",
      "callback",
      "__proto__",
      "constructor",
    ),
    fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, ""))),
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
  const cookie = fc.stringMatching(/^[\x20-\x7e]{0,40}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), method, cookie, async (parts, verb, value) => {
      const headers = {
        cookie: `oipkit_console_${new URL(its.sandbox.origin).port}=${value}`,
        "x-csrf-token": value,
        "operation-id": value.trim(),
      };
      const answer = await open(`/console/${parts.join("/")}`, headers, verb);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get("content-security-policy")).not.toBeNull();
      await answer.arrayBuffer();
    }),
    { numRuns: 300 },
  );
  expect(its.failures).toEqual([]);
});

it("sends browsers that use another name of this machine to its own", async () => {
  const answer = await open("/console/x?y=1", { host: "localhost:1" });
  expect(answer.headers.get("location")).toBe(`${its.sandbox.origin}/console/x?y=1`);
});

describe("a sandbox", () => {
  it("has it at its root", async () => {
    const { origin } = its.sandbox;
    const root = await fetch(origin, { redirect: "manual" });
    expect(root.headers.get("location")).toBe("/console/");
    const session = await fetch(`${origin}/console/api/session`);
    expect(await session.json()).toMatchObject({ signed_in: false });
    // Only the root itself: everything else below it is the API's.
    expect((await fetch(`${origin}/nothing`, { redirect: "manual" })).headers.get("location")).toBeNull();
  });

  it("opens its page by a link in another one, and nothing else for other sites", async () => {
    const linked = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect(await requestStatus("GET", "/console/applications", linked)).not.toBe(403);
    const read = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" };
    expect(await requestStatus("GET", "/console/api/session", read)).toBe(403);
    expect(await requestStatus("GET", "/console/api/session", linked)).toBe(403);
    const sent = { ...linked, origin: "https://evil.example" };
    expect(await requestStatus("POST", "/console/api/session/sign-out", sent)).toBe(403);
  });
});

/** Asks as a browser does, which sets headers that `fetch` keeps for itself. */
function requestStatus(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${its.sandbox.origin}${path}`, { method, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject).end();
  });
}
