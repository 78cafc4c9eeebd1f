import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../../support/clean-up.js";
import { createBrowser } from "../../../support/platform/sandbox/identity/browser.js";
import {
  type RunningIssuers,
  startIssuers,
} from "../../../support/platform/sandbox/identity/start-issuers.js";

const hostile = `"><script>alert(1)</script>'&\u202e`;

async function start(): Promise<RunningIssuers> {
  const issuers = await startIssuers();
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  return issuers;
}

const request = (issuers: RunningIssuers, client: string, more: Readonly<Record<string, string>> = {}) =>
  `${issuers.urls.sandbox}/auth?${new URLSearchParams({
    client_id: client,
    response_type: "code",
    redirect_uri: "https://shop.example/callback",
    scope: "openid email commerce.catalog.read",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...more,
  })}`;

describe("the sign-in pages", () => {
  it("say that this is a sandbox without passwords, and what the application asks for", async () => {
    const issuers = await start();
    const browser = createBrowser();
    await browser.go(request(issuers, issuers.register().user), { person: "ada" });
    const [signIn, consent] = browser.visits.map(({ text }) => text);
    expect(signIn).toContain("This is a sandbox: there are no passwords.");
    expect(signIn).not.toContain('type="password"');
    expect(signIn).toContain("Shop");
    expect(signIn).toContain("bo@example.com");
    expect(consent).toContain("May use commerce.catalog.read");
    expect(consent).toContain("your email address");
    expect(consent).toContain("globex");
  });

  it.each([
    [{ "accept-language": "zh-CN,zh;q=0.9,en;q=0.5" }, {}],
    [{ "accept-language": "en" }, { ui_locales: "zh-CN en" }],
  ])("are Chinese for %j %j", async (headers, parameters) => {
    const issuers = await start();
    const browser = createBrowser(headers);
    await browser.go(request(issuers, issuers.register().user, parameters), { person: "ada" });
    const [signIn, consent] = browser.visits.map(({ text }) => text);
    expect(signIn).toContain('lang="zh"');
    expect(signIn).toContain("没有密码");
    expect(consent).toContain("可使用 commerce.catalog.read");
  });

  it("preselect the person of a `login_hint`", async () => {
    const issuers = await start();
    const browser = createBrowser();
    await browser.go(request(issuers, issuers.register().user, { login_hint: "cy@example.com" }));
    expect(browser.visits[0]?.text).toContain('value="cy" required checked');
    expect(browser.visits[1]?.text).toContain("Cy (cy@example.com)");
  });

  it("load nothing, run no script, can't be framed, and aren't stored", async () => {
    const issuers = await start();
    const browser = createBrowser();
    await browser.go(request(issuers, issuers.register().user), { person: "ada" });
    await browser.go(`${issuers.urls.sandbox}/session/end`);
    await browser.go(request(issuers, "unknown"));
    expect(browser.visits.length).toBeGreaterThanOrEqual(4);
    for (const { headers, text } of browser.visits) {
      const style = createHash("sha256")
        .update(/<style>(.*)<\/style>/s.exec(text)?.[1] ?? "")
        .digest("base64");
      const policy = headers.get("content-security-policy");
      for (const rule of [
        "default-src 'none'",
        `style-src 'sha256-${style}'`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).toContain("form-action 'self'");
      expect(text).not.toContain("<script");
      expect(headers.get("cache-control")).toContain("no-store");
    }
    expect(browser.visits[0]?.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://shop.example",
    );
  });

  it("escape whatever names contain", async () => {
    const issuers = await start();
    const { user, application } = issuers.register();
    issuers.world.put("application", { ...application, name: hostile });
    issuers.world.put("person", { id: "ada", name: hostile, email: hostile, status: "active" });
    issuers.world.put("organization", {
      id: "acme",
      name: { en: hostile, zh: hostile },
      kind: "enterprise",
      status: "active",
    });
    const browser = createBrowser();
    await browser.go(request(issuers, user), { person: "ada" });
    await browser.go(request(issuers, user, { redirect_uri: hostile }));
    await browser.go(request(issuers, user, { scope: `openid ${hostile}` }));
    for (const { text } of browser.visits) {
      expect(text).not.toContain("<script");
      expect(text).not.toContain("\u202e");
    }
    expect(browser.visits.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ["of another site", { origin: "https://evil.example" }, {}, 403],
    ["of another site, as the browser says", { "sec-fetch-site": "cross-site" }, {}, 403],
    ["that belongs to another page", {}, { prompt: "consent" }, 400],
    ["of an unknown person", {}, { person: "nobody" }, 400],
    ["that is too large", {}, { more: "x".repeat(20_000) }, 400],
  ])("refuse a form %s", async (_, headers, change, status) => {
    const issuers = await start();
    const browser = createBrowser(headers);
    const response = await browser.open(request(issuers, issuers.register().user));
    const page = new URL(response.headers.get("location") ?? "", issuers.urls.sandbox).href;
    const form = new URLSearchParams({ prompt: "login", person: "ada", allow: "yes", ...change });
    expect((await browser.open(page, form)).status).toBe(status);
    expect((await createBrowser().open(page, form)).status).toBe(400);
  });

  it("expire in the sandbox's time", async () => {
    const issuers = await start();
    const browser = createBrowser();
    const response = await browser.open(request(issuers, issuers.register().user));
    const page = new URL(response.headers.get("location") ?? "", issuers.urls.sandbox).href;
    expect((await browser.open(page)).status).toBe(200);
    issuers.advance(2 * 3_600_000);
    expect((await browser.open(page)).status).toBe(400);
  });

  it("offer only own spaces", async () => {
    const issuers = await start();
    const browser = createBrowser();
    await browser.go(request(issuers, issuers.register().user), { person: "cy", space: "mem-ada-globex" });
    expect(browser.visits.at(-1)).toMatchObject({ status: 400 });
    expect(issuers.world.view.list("consent")).toEqual([]);
  });
});

describe("a request for something else", () => {
  it.each(["/identity", "/identity/other", "/identity/sandboxes/token", "/"])(
    "%s isn't the issuers'",
    async (path) => {
      const issuers = await start();
      const response = await fetch(new URL(path, issuers.urls.sandbox), { redirect: "manual" });
      expect(response.status).toBe(404);
    },
  );

  it("has no effect on the issuer's addresses by its `Host`", async () => {
    const issuers = await start();
    const { request: send } = await import("node:http");
    const url = new URL(`${issuers.urls.sandbox}/.well-known/openid-configuration`);
    const text = await new Promise<string>((resolve, reject) => {
      send(
        { host: url.hostname, port: url.port, path: url.pathname, headers: { host: "evil.example" } },
        (response) => {
          response
            .setEncoding("utf8")
            .toArray()
            .then((parts) => resolve(parts.join("")), reject);
        },
      ).end();
    });
    expect(text).toContain(issuers.urls.sandbox);
    expect(text).not.toContain("evil.example");
  });
});
