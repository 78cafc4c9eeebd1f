import { afterAll, beforeAll, expect, it } from "vitest";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
beforeAll(async () => {
  its = await startConsole();
});
afterAll(() => its[Symbol.asyncDispose]());

const minutes = 60_000;

it("signs in with code and PKCE, and returns to the page that was asked for", async () => {
  const page = its.page();
  const url = await page.signIn(
    { person: "per_ada" },
    "/console/sign-in?return_to=/console/applications?x=1%23y",
  );
  expect(url.pathname + url.search + url.hash).toBe("/console/applications?x=1#y");
  const asked = new URL(page.visited.find((each) => each.includes("/auth?")) ?? "");
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: "developer-console",
    response_type: "code",
    code_challenge_method: "S256",
    state: expect.any(String),
    nonce: expect.any(String),
    code_challenge: expect.any(String),
  });
  const { body } = await page.get("/session");
  expect(body).toMatchObject({
    signed_in: true,
    person: { person_id: "per_ada", name: "Ada Lin" },
    organizations: [{ organization_id: "org_acme" }, { organization_id: "org_lotus" }],
    environments: [{ environment: "sandbox" }, { environment: "production" }],
    features: { sandbox: true, support: true },
  });
  expect(Date.parse(body.verified_until)).toBe(Date.parse(body.authenticated_at) + 5 * minutes);
});

it("gives a browser a cookie that no script reads, and never a token", async () => {
  const page = its.page();
  const texts: string[] = [];
  const { open } = page;
  await page.signIn();
  for (const path of ["/console/", "/console/api/session", "/console/api/applications"])
    texts.push(await (await open(path)).text());
  const { attributes, value } = page.cookies.get(page.cookie) ?? { attributes: "", value: "" };
  expect(attributes).toMatch(/HttpOnly/);
  expect(attributes).toMatch(/SameSite=Lax/);
  expect(attributes).toMatch(/Path=\/console(?:;|$)/);
  expect(value).toMatch(/^[\w-]{43}$/);
  // A JWT, or what the issuer calls its tokens.
  expect(texts.join()).not.toMatch(/eyJ|access_token|refresh_token|id_token/);
  expect(page.visited.join()).not.toMatch(/eyJ|access_token|refresh_token|id_token/);
});

it("has a cookie for this host alone over HTTPS", async () => {
  const { createConsole } = await import("../../../platform/console/server/index.js");
  const { origin, issuers } = its.sandbox;
  const secure = createConsole({
    origin: "https://console.example",
    issuer: issuers.sandbox,
    clientId: "developer-console",
    control: () => Promise.reject(new Error("not asked")),
  });
  const answer = await secure.fetch(new Request("https://console.example/console/sign-in"));
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-oipkit_console_sign_in=.*Path=\/;.*Secure/);
  expect(origin).toMatch(/^http:/);
  secure.close();
});

it("returns only to pages of the Console", async () => {
  const { returnTo } = await import("../../../platform/console/server/serve-sign-in.js");
  const origin = "http://127.0.0.1:1";
  const hostile = [
    ...[
      "https://evil.example/",
      "//evil.example/",
      "/\\evil.example",
      "/console/../../evil",
      "/console/%2e%2e/x",
    ],
    ...[
      "/console/\t//evil",
      "/consoles/",
      "javascript:alert(1)",
      "",
      "/console/api/session",
      "/console/sign-in",
    ],
    `/console/${"x".repeat(3000)}`,
  ];
  for (const each of hostile) expect(returnTo(each, origin), each).toBe("/console/");
  expect(returnTo("/console/a/b?c=d#e", origin)).toBe("/console/a/b?c=d#e");
});

it("takes a code only in the browser that began, only once, and only in time", async () => {
  const [page, other] = [its.page(), its.page()];
  const begun = await page.open("/console/sign-in");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state");
  const stolen = await other.open(`/console/sign-in/callback?code=x&state=${state}`);
  expect(stolen.headers.get("location")).toBe("/console/sign-in-failed?reason=sign-in-expired");
  expect(other.cookies.has(other.cookie)).toBe(false);

  await page.signIn();
  const used = page.visited.find((each) => each.includes("/callback?")) ?? "";
  const again = await page.open(used);
  expect(again.headers.get("location")).toBe("/console/sign-in-failed?reason=sign-in-expired");

  const late = its.page();
  await late.open("/console/sign-in");
  const asked = late.visited.length;
  expect(asked).toBe(1);
  its.advance(31 * minutes);
  const begunState = (await late.open("/console/sign-in")).headers.get("location");
  its.advance(31 * minutes);
  const lateState = new URL(begunState ?? "").searchParams.get("state");
  const expired = await late.open(`/console/sign-in/callback?code=x&state=${lateState}`);
  expect(expired.headers.get("location")).toMatch(/reason=sign-in-expired$/);
  its.advance(-62 * minutes);
});

it("says that a person refused, that a code was wrong, and that the issuer didn't answer", async () => {
  const refused = await its.page().go("/console/sign-in", { allow: "no" });
  expect(refused.url.search).toBe("?reason=access_denied");

  const page = its.page();
  const begun = await page.open("/console/sign-in");
  const state = new URL(begun.headers.get("location") ?? "").searchParams.get("state");
  const iss = encodeURIComponent(its.sandbox.issuers.sandbox);
  const wrong = await page.open(`/console/sign-in/callback?code=wrong&state=${state}&iss=${iss}`);
  expect(wrong.headers.get("location")).toMatch(/reason=sign-in-failed$/);
  its.failures.length = 0;

  const console = await startConsole();
  console.isIssuerDown = true;
  const down = await console.page().open("/console/sign-in");
  expect(down.headers.get("location")).toMatch(/reason=dependency-failed$/);
  await console[Symbol.asyncDispose]();
});

it("gives someone without an enterprise a personal space", async () => {
  const { body } = await (await its.signedIn("per_eli")).get("/session");
  expect(body.organizations).toMatchObject([{ kind: "personal", status: "active" }]);
});

it("signs out here and at the issuer, without a token in the address", async () => {
  const page = await its.signedIn();
  const before = page.cookies.get(page.cookie);
  const { status, body } = await page.send("POST", "/session/sign-out");
  expect(status).toBe(200);
  expect(page.cookies.has(page.cookie)).toBe(false);
  const end = new URL(body.end_session_url);
  expect([...end.searchParams.keys()].sort()).toEqual(["client_id", "post_logout_redirect_uri"]);
  // Nobody can use the session that was.
  page.cookies.set(page.cookie, before ?? { value: "", attributes: "" });
  expect((await page.get("/applications")).status).toBe(401);
  // And the issuer asks who it is again.
  const { url } = await page.go(end.href);
  expect(url.pathname).toBe("/console/");
  const again = await page.open(page.visited.find((each) => each.includes("/auth?")) ?? "");
  expect(again.headers.get("location")).toMatch(/\/sign-in\//);
});

it("renews its tokens before they end, once for all that wait, and ends with the issuer's consent", async () => {
  const page = await its.signedIn("per_ben");
  let refreshed = 0;
  const console = await startConsole({
    fetch: (url, init) => {
      if (String(init?.body).includes("grant_type=refresh_token")) refreshed += 1;
      return fetch(url, init);
    },
  });
  const own = await console.signedIn("per_ben");
  console.advance(59.5 * minutes);
  const answers = await Promise.all(Array.from({ length: 5 }, () => own.get("/applications")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(refreshed).toBe(1);
  expect((await page.get("/applications")).status).toBe(200);
  await console[Symbol.asyncDispose]();
});

it("doesn't take the issuer's silence for a sign-out", async () => {
  const console = await startConsole();
  const page = await console.signedIn();
  console.advance(59.5 * minutes);
  console.isIssuerDown = true;
  const silent = await page.get("/applications");
  expect(silent).toMatchObject({ status: 502, body: { code: "dependency-failed", retryable: true } });
  console.isIssuerDown = false;
  expect((await page.get("/applications")).status).toBe(200);
  await console[Symbol.asyncDispose]();
});

it("keeps people signed in however far they move the sandbox's clock", async () => {
  const console = await startConsole();
  const page = await console.signedIn();
  await page.send("POST", "/sandbox/clock/advance", { body: { by: "P2Y" } });
  console.advance(59.5 * minutes);
  expect((await page.get("/applications")).status).toBe(200);
  await console[Symbol.asyncDispose]();
});
