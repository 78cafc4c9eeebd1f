import { beforeEach, describe, expect, it } from "vitest";
import { clientCredentials, createSignIn } from "../../../runtime/oauth/index.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
let time: number;
beforeEach(() => {
  time = Date.UTC(2030, 0, 1);
  issuer = createStandInIssuer();
});

const operation = operationWith("a");
const bindTo = (address = issuer.issuer) =>
  clientCredentials({ clientId: "client-1", clientSecret: "secret-1", timeoutMs: 1000 }).bind(
    clientIdentity({ issuer: address, fetch: (url, init) => issuer.fetch(url, init), now: () => time }),
  );
const authorize = () => bindTo().authorize(operation, unlimited());

describe("discovery", () => {
  it.each([
    ["https://issuer.example", "https://issuer.example/.well-known/openid-configuration"],
    ["https://issuer.example/", "https://issuer.example/.well-known/openid-configuration"],
    ["https://issuer.example/tenant", "https://issuer.example/tenant/.well-known/openid-configuration"],
    ["https://issuer.example/tenant/", "https://issuer.example/tenant/.well-known/openid-configuration"],
  ])("of %s reads %s", async (address, expected) => {
    issuer = createStandInIssuer(address);
    await bindTo(address).authorize(operation, unlimited());
    expect(issuer.urls[0]).toBe(expected);
  });

  it.each([
    ["https://issuer.example", "https://issuer.example/"],
    ["https://issuer.example/", "https://issuer.example"],
    ["https://issuer.example", "https://ISSUER.example"],
    ["https://issuer.example", "https://issuer.example:443"],
    ["https://issuer.example", "https://evil.example"],
  ])("of %s refuses a document of %s before any secret is sent", async (configured, stated) => {
    issuer = createStandInIssuer(configured);
    issuer.metadata = { issuer: stated };
    await expect(bindTo(configured).authorize(operation, unlimited())).rejects.toMatchObject({
      code: "issuer-mismatch",
      expected: configured,
      received: stated,
    });
    expect(issuer.asked).toEqual([]);
  });

  it.each([
    ["isn't found", () => json({}, 404), { reason: "refused", status: 404 }],
    [
      "is a redirect",
      () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
      { reason: "refused", status: 302 },
    ],
    [
      "isn't JSON",
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      { reason: "malformed" },
    ],
    ["is a list", () => json([]), { reason: "malformed" }],
    ["is null", () => json(null), { reason: "malformed" }],
    [
      "names no issuer",
      () => json({ token_endpoint: "https://issuer.example/token" }),
      { reason: "malformed" },
    ],
    [
      "breaks off",
      () => new Response(new ReadableStream({ pull: (body) => body.error(new Error("reset")) })),
      { reason: "network" },
    ],
    [
      "can't be reached",
      () => Promise.reject(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } })),
      { reason: "network", message: expect.stringContaining("ECONNREFUSED") },
    ],
  ])("fails if the document %s", async (_case, answer, expected) => {
    issuer.onDiscovery = answer;
    await expect(authorize()).rejects.toMatchObject({
      code: "discovery-failed",
      document: "configuration",
      ...expected,
    });
  });

  it("ends at the time limit, even if fetch ignores its signal", async () => {
    issuer.onDiscovery = () => new Promise(() => {});
    const authorizer = clientCredentials({ clientId: "c", clientSecret: "s", timeoutMs: 20 }).bind(
      clientIdentity({ fetch: issuer.fetch }),
    );
    await expect(authorizer.authorize(operation, unlimited())).rejects.toMatchObject({
      code: "discovery-failed",
      reason: "timeout",
    });
  });

  it.each([
    ["is missing", undefined, "malformed"],
    ["isn't a URL", "token", "malformed"],
    ["is http", "http://issuer.example/token", "insecure"],
    ["is http on this machine, although the issuer has https", "http://127.0.0.1/token", "insecure"],
    ["has another scheme", "file:///etc/passwd", "insecure"],
  ])("sends no secret to a token endpoint that %s", async (_case, address, reason) => {
    issuer.metadata = { token_endpoint: address };
    await expect(authorize()).rejects.toMatchObject({ code: "token-request-failed", reason });
    expect(issuer.asked).toEqual([]);
  });

  it("takes the token endpoint only from the document", async () => {
    issuer.metadata = { token_endpoint: "https://issuer.example/elsewhere/token?tenant=1" };
    await authorize();
    expect(issuer.urls[1]).toBe("https://issuer.example/elsewhere/token?tenant=1");
  });

  it("is cached for an hour, then repeated", async () => {
    const authorizer = bindTo();
    const reads = () => issuer.count("/openid-configuration");
    await authorizer.authorize(operation, unlimited());
    time += 3600_000 - 1;
    await authorizer.authorize(operation, unlimited());
    expect(reads()).toBe(1);
    time += 1;
    await authorizer.authorize(operationWith("b"), unlimited());
    expect(reads()).toBe(2);
  });

  it("uses the cached document for another minute if the request fails, but never one of another issuer", async () => {
    const authorizer = bindTo();
    await authorizer.authorize(operation, unlimited());
    issuer.onDiscovery = () => json({}, 500);
    time += 3600_000;
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("token-2");
    time += 60_000;
    issuer.onDiscovery = undefined;
    issuer.metadata = { issuer: "https://evil.example" };
    await expect(authorizer.authorize(operationWith("c"), unlimited())).rejects.toMatchObject({
      code: "issuer-mismatch",
    });
  });

  it("is repeated by the next call if it failed", async () => {
    const authorizer = bindTo();
    issuer.onDiscovery = () => json({}, 500);
    await expect(authorizer.authorize(operation, unlimited())).rejects.toThrow();
    issuer.onDiscovery = undefined;
    expect(tokenIn(await authorizer.authorize(operation, unlimited()))).toBe("token-1");
  });

  it.each(["authorization_endpoint", "end_session_endpoint"])(
    "refuses a %s that isn't https",
    async (endpoint) => {
      issuer.metadata = { [endpoint]: "http://issuer.example/page" };
      const signIn = createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch });
      const address = endpoint === "authorization_endpoint" ? signIn.begin() : signIn.endSessionUrl();
      await expect(address).rejects.toMatchObject({ code: "discovery-failed", reason: "malformed" });
    },
  );
});

describe("a token request", () => {
  it.each([
    [
      "refuses in JSON",
      () => json({ error: "invalid_scope" }, 400),
      { reason: "refused", status: 400, oauthError: "invalid_scope" },
    ],
    [
      "refuses by a challenge",
      () => new Response(null, { status: 401, headers: { "www-authenticate": 'Basic realm="x"' } }),
      { reason: "refused", status: 401 },
    ],
    ["fails", () => new Response("<h1>oops</h1>", { status: 502 }), { reason: "refused", status: 502 }],
    [
      "redirects",
      () => new Response(null, { status: 307, headers: { location: "https://evil.example" } }),
      { reason: "refused", status: 307 },
    ],
    ["returns no token", () => json({ token_type: "bearer" }), { reason: "malformed" }],
    [
      "returns another type of token",
      () => json({ access_token: "x", token_type: "mac" }),
      { reason: "unsupported" },
    ],
    [
      "returns a sender-constrained token",
      () => json({ access_token: "x", token_type: "DPoP" }),
      { reason: "unsupported" },
    ],
    [
      "returns a token with a line feed",
      () => json({ access_token: "x\ny", token_type: "bearer" }),
      { reason: "malformed" },
    ],
    [
      "returns a lifetime in words",
      () => json({ access_token: "x", token_type: "bearer", expires_in: "soon" }),
      { reason: "malformed" },
    ],
    [
      "returns truncated JSON",
      () => new Response('{"access_token":"x', { headers: { "content-type": "application/json" } }),
      { reason: "malformed" },
    ],
  ])("fails the call if the endpoint %s", async (_case, answer, expected) => {
    issuer.onToken = answer;
    await expect(authorize()).rejects.toMatchObject({
      code: "token-request-failed",
      issuer: issuer.issuer,
      ...expected,
    });
    expect(issuer.urls.filter((url) => !url.startsWith(issuer.issuer))).toEqual([]);
  });
});
