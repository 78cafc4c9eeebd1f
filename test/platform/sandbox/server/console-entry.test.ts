import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { createSandboxServer } from "../../../../platform/sandbox/server/create-server.js";
import { createFaults } from "../../../../platform/sandbox/server/faults.js";
import { afterThisTest } from "../../../support/clean-up.js";

const token = "a-token";
const served = async (): Promise<Response> => new Response("the Console");

/** A server at an address that isn't one of those that only this machine has: `127.1` is written as none of them. */
async function exposed(given = token): Promise<string> {
  const server = createSandboxServer({ faults: createFaults(() => 0.5), token: given });
  const origin = await server.listen({ port: 0, host: "127.1" });
  server.serve({ console: served, control: served });
  afterThisTest(() => server.close({ graceMs: 100 }));
  return new URL(origin).origin;
}

/** As a browser opens a page; `fetch` says that it doesn't. */
function open(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { "sec-fetch-mode": "navigate", ...headers } }, (answer) => {
      const found = new Headers(
        Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      buffer(answer).then(
        (body) =>
          resolve(new Response(new Uint8Array(body), { status: answer.statusCode ?? 0, headers: found })),
        reject,
      );
    });
    sent.on("error", reject).end();
  });
}

const enter = (
  origin: string,
  given: string,
  headers: Record<string, string> = { origin },
): Promise<Response> =>
  fetch(`${origin}/console/entry`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams({ token: given }),
  });

it("asks a person for the token, and then knows the browser by a cookie that no script reads", async () => {
  const origin = await exposed();
  for (const path of ["/", "/console/", "/console/org_acme"]) {
    const form = await open(`${origin}${path}`);
    expect([form.status, form.headers.get("cache-control")]).toEqual([401, "no-store"]);
    expect(form.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const text = await form.text();
    expect(text).toContain('<form method="post" action="/console/entry">');
    expect(text).not.toContain(token);
  }
  const entered = await enter(origin, ` ${token}\n`);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/console/"]);
  const [given = ""] = entered.headers.getSetCookie();
  expect(given).toMatch(
    /^oipkit_sandbox_entry_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=28800$/,
  );
  expect(given).not.toContain(token);
  const [cookie = ""] = given.split(";");
  expect(await (await open(`${origin}/console/`, { cookie: `a=b; ${cookie}` })).text()).toBe("the Console");
  // A link in another page opens the Console, as it does on this machine.
  expect((await open(`${origin}/console/`, { cookie, "sec-fetch-site": "cross-site" })).status).toBe(200);
  // The control still wants the token itself.
  expect((await fetch(`${origin}/_sandbox/clock`, { headers: { cookie } })).status).toBe(401);
});

it("lets nobody in with another token, cookie or origin, and nobody at all without a token of its own", async () => {
  const origin = await exposed();
  const wrong = await enter(origin, "a-tokem");
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
  expect(await wrong.text()).toContain('role="alert"');
  expect((await enter(origin, token, { origin: "https://evil.example" })).status).toBe(403);
  expect((await enter(origin, token, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await enter(origin, "x".repeat(5000))).status).toBe(413);
  const { port } = new URL(origin);
  const elsewhere = (await enter(await exposed("another"), "another")).headers.getSetCookie()[0] ?? "";
  const [, foreign = ""] = /=([^;]+)/.exec(elsewhere) ?? [];
  for (const value of [foreign, token, "", "x"]) {
    const cookie = `oipkit_sandbox_entry_${port}=${value}`;
    expect((await open(`${origin}/console/`, { cookie })).status).toBe(401);
  }
  // What isn't opened as a page gets no page.
  const asked = await fetch(`${origin}/console/api/session`);
  expect([asked.status, await asked.json()]).toEqual([
    401,
    expect.objectContaining({ code: "token-missing" }),
  ]);
  const empty = await enter(await exposed(""), "");
  expect([empty.status, empty.headers.getSetCookie()]).toEqual([401, []]);
});
