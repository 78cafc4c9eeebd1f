import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../../support/clean-up.js";
import { createBrowser } from "../../../support/platform/sandbox/identity/browser.js";
import { signInWith, startForTest } from "../../../support/platform/sandbox/identity/sign-in-with.js";
import {
  type RunningIssuers,
  redirectUri,
  secret,
} from "../../../support/platform/sandbox/identity/start-issuers.js";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/** An authorization request; a list repeats its parameter. */
function request(
  issuers: RunningIssuers,
  client: string,
  change: Readonly<Record<string, string | readonly string[]>> = {},
): string {
  const parameters = {
    client_id: client,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: "openid offline_access",
    prompt: "consent",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...change,
  };
  const url = new URL(`${issuers.urls.sandbox}/auth`);
  for (const [name, values] of Object.entries(parameters))
    for (const value of [values].flat()) url.searchParams.append(name, value);
  return url.href;
}

async function token(issuers: RunningIssuers, form: Readonly<Record<string, string>>) {
  const response = await fetch(`${issuers.urls.sandbox}/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

/** The form that exchanges a new code of Ada's. */
async function exchange(issuers: RunningIssuers, client: string) {
  const callback = new URL(await createBrowser().go(request(issuers, client), { person: "ada" }));
  const code = callback.searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id: client, code, redirect_uri: redirectUri };
  return { callback, form };
}

describe("somebody with a stolen code", () => {
  it("ends all its tokens by using it again", async () => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const { form } = await exchange(issuers, user);
    const { status, body } = await token(issuers, { ...form, code_verifier: verifier });
    expect(status).toBe(200);
    const accessToken = body.access_token ?? "";
    expect(await issuers.verify(accessToken)).toMatchObject({ person: "ada" });
    const refresh = { grant_type: "refresh_token", client_id: user, refresh_token: body.refresh_token ?? "" };
    expect((await token(issuers, { ...form, code_verifier: verifier })).body.error).toBe("invalid_grant");
    expect((await token(issuers, refresh)).body.error).toBe("invalid_grant");
    expect(await issuers.verify(accessToken)).toEqual({ problem: "grant-ended" });
    const me = { headers: { authorization: `Bearer ${accessToken}` } };
    expect((await fetch(`${issuers.urls.sandbox}/me`, me)).status).toBe(401);
    issuers.restart();
    expect(await issuers.verify(accessToken)).toEqual({ problem: "grant-ended" });
  });

  it("leaves tokens of other sign-ins alone", async () => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const { accessToken } = await signInWith(issuers, user).enter();
    const { form } = await exchange(issuers, user);
    for (let time = 0; time < 2; time += 1) await token(issuers, { ...form, code_verifier: verifier });
    expect(await issuers.verify(accessToken)).toMatchObject({ person: "ada" });
  });

  it.each([
    ["no verifier", {}],
    ["an empty verifier", { code_verifier: "" }],
    ["the challenge as verifier", { code_verifier: challenge }],
    ["another redirect URI", { code_verifier: verifier, redirect_uri: "https://evil.example/callback" }],
  ])("gets nothing for it with %s", async (_, change) => {
    const issuers = await startForTest();
    const { form } = await exchange(issuers, issuers.register().user);
    const { status, body } = await token(issuers, { ...form, ...change });
    expect([status, Object.keys(body)]).toEqual([400, ["error", "error_description"]]);
  });
});

describe("another client", () => {
  it("can't use somebody else's refresh token, and the owner still can", async () => {
    const issuers = await startForTest();
    const other = issuers.register({ slug: "other" });
    const { signIn, enter } = signInWith(issuers, issuers.register().user);
    const session = await enter();
    const stolen = { grant_type: "refresh_token", refresh_token: session.refreshToken ?? "" };
    const service = { client_id: other.service, client_secret: secret };
    for (const client of [{ client_id: other.user }, service, { ...service, client_id: other.user }]) {
      const { status, body } = await token(issuers, { ...stolen, ...client });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).not.toHaveProperty("access_token");
    }
    expect(await signIn.refresh(session)).toHaveProperty("accessToken");
  });

  it("can't pass another issuer's answer off as this one's", async () => {
    const issuers = await startForTest();
    const sandbox = signInWith(issuers, issuers.register().user);
    const production = { issuer: issuers.urls.production, environment: "production" } as const;
    const other = signInWith(issuers, issuers.register({ environment: "production" }).user, production);
    const { transaction } = await sandbox.signIn.begin();
    const { url, transaction: foreign } = await other.signIn.begin();
    const callback = new URL(await other.browser.go(url, { person: "ada" }));
    expect(callback.searchParams.get("iss")).toBe(issuers.urls.production);
    for (const state of [new URL(callback).searchParams.get("state"), transaction.state]) {
      callback.searchParams.set("state", state ?? "");
      await expect(sandbox.signIn.complete(callback.href, transaction)).rejects.toThrow();
    }
    callback.searchParams.set("state", foreign.state);
    expect(await other.signIn.complete(callback.href, foreign)).toHaveProperty("accessToken");
  });
});

describe("an authorization request", () => {
  it.each(["redirect_uri", "client_id", "scope", "code_challenge", "response_type"])(
    "with two of %s leads nowhere with a code",
    async (name) => {
      const issuers = await startForTest();
      const { user } = issuers.register();
      const usual = new URL(request(issuers, user)).searchParams.get(name) ?? "";
      for (const values of [
        [usual, "https://evil.example/"],
        ["https://evil.example/", usual],
      ]) {
        const end = await createBrowser().go(request(issuers, user, { [name]: values }), { person: "ada" });
        expect(end).not.toMatch(/^https:\/\/evil|[?&]code=/);
      }
    },
  );

  it("makes the issuer fetch nothing", async () => {
    const issuers = await startForTest();
    let hits = 0;
    const server = createServer((_, response) => {
      hits += 1;
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    afterThisTest(() => void server.close());
    const inside = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { user } = issuers.register();
    for (const name of ["request_uri", "jwks_uri", "registration", "logo_uri", "sector_identifier_uri"])
      await createBrowser().open(request(issuers, user, { [name]: inside, prompt: "none" }));
    await createBrowser().open(request(issuers, inside, { prompt: "none" }));
    expect(hits).toBe(0);
  });

  it("puts nothing into a page that isn't escaped", async () => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const markup = `"'><script>alert(1)</script>`;
    const changes = [
      ...["client_id", "redirect_uri", "login_hint", "ui_locales", "state", "scope", "prompt", "nonce"],
      ...["acr_values", "resource", "response_mode", "claims", "id_token_hint", "code_challenge", "max_age"],
    ];
    let pages = 0;
    for (const name of changes) {
      const browser = createBrowser();
      await browser.go(request(issuers, user, { [name]: markup }));
      for (const { text } of browser.visits) expect(text, name).not.toMatch(/<script>|"'>/);
      pages += browser.visits.length;
    }
    // Requests with a sound client and redirect URI go back to the application instead.
    expect(pages).toBeGreaterThan(5);
    expect(issuers.failures).toEqual([]);
  });
});

describe("the form of a sign-in", () => {
  it("is of the browser alone that asked for it", async () => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const browser = createBrowser();
    const response = await browser.open(request(issuers, user));
    const page = new URL(response.headers.get("location") ?? "", issuers.urls.sandbox).href;
    const form = new URLSearchParams({ prompt: "login", person: "ada", allow: "yes" });
    for (const other of [createBrowser(), createBrowser({ origin: "https://evil.example" })]) {
      expect((await other.open(page)).status).toBe(400);
      expect((await other.open(page, form)).status).toBe(400);
    }
    expect((await browser.open(page)).status).toBe(200);
    expect(issuers.world.view.list("consent")).toEqual([]);
  });
});

describe("the End Session Endpoint", () => {
  it.each([
    "https://evil.example/",
    "javascript:alert(1)",
    "//evil.example",
    "https://shop.example/goodbye?x=1",
    "https://shop.example/goodbye/../elsewhere",
  ])("doesn't redirect to %s", async (target) => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const { browser, enter } = signInWith(issuers, user);
    const { idToken } = await enter();
    const hints = [{ id_token_hint: idToken }, { client_id: user }, {}];
    for (const hint of hints as readonly Record<string, string>[]) {
      const parameters = new URLSearchParams({ ...hint, post_logout_redirect_uri: target });
      const end = await browser.go(`${issuers.urls.sandbox}/session/end?${parameters}`);
      expect(new URL(end).origin).toBe(new URL(issuers.urls.sandbox).origin);
    }
  });

  it("doesn't sign out without the person's consent", async () => {
    const issuers = await startForTest();
    const { browser, enter } = signInWith(issuers, issuers.register().user);
    await enter();
    const before = browser.visits.length;
    await browser.open(`${issuers.urls.sandbox}/session/end`);
    await browser.open(`${issuers.urls.sandbox}/session/end/confirm`, new URLSearchParams({ logout: "yes" }));
    await enter({}, {});
    expect(browser.visits.length).toBe(before);
  });
});

describe("the token endpoint", () => {
  it("takes a secret in its form alone", async () => {
    const issuers = await startForTest();
    const { service } = issuers.register();
    const all = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: service,
      client_secret: secret,
    });
    const url = `${issuers.urls.sandbox}/token`;
    const json = JSON.stringify(Object.fromEntries(all));
    const others = [
      fetch(`${url}?${all}`),
      fetch(`${url}?${all}`, { method: "POST" }),
      fetch(url, { method: "POST", body: json, headers: { "content-type": "application/json" } }),
    ];
    for (const response of await Promise.all(others)) expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await fetch(url, { method: "POST", body: all })).status).toBe(200);
  });

  it("reads a bounded form", async () => {
    const issuers = await startForTest();
    const body = new URLSearchParams({ grant_type: "client_credentials", padding: "x".repeat(5_000_000) });
    const response = await fetch(`${issuers.urls.sandbox}/token`, { method: "POST", body }).catch(
      (error: unknown) => error as Error,
    );
    if (response instanceof Response) expect(response.status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${issuers.urls.sandbox}/jwks`)).status).toBe(200);
  });
});
