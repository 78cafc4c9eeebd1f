import fc from "fast-check";
import * as oauth from "oauth4webapi";
import { describe, expect, it } from "vitest";
import { rotateSecret } from "../../../../platform/sandbox/platform/access/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { createBrowser } from "../../../support/platform/sandbox/identity/browser.js";
import {
  type RunningIssuers,
  redirectUri,
  secret,
  startIssuers,
} from "../../../support/platform/sandbox/identity/start-issuers.js";
import { secretHash } from "../../../support/platform/sandbox/people-and-products.js";

const insecure = { [oauth.allowInsecureRequests]: true } as const;

async function start() {
  const issuers = await startIssuers();
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  const issuer = new URL(issuers.urls.sandbox);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  return { issuers, server };
}

interface Code {
  readonly callback: URL;
  readonly verifier: string;
}

function authorization(
  server: oauth.AuthorizationServer,
  parameters: Readonly<Record<string, string>>,
): string {
  const url = new URL(server.authorization_endpoint ?? "");
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function signIn(server: oauth.AuthorizationServer, client: string): Promise<Code> {
  const verifier = oauth.generateRandomCodeVerifier();
  const url = authorization(server, {
    ...request(client),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  });
  return { callback: new URL(await createBrowser().go(url, { person: "ada" })), verifier };
}

const request = (client: string) => ({
  client_id: client,
  response_type: "code",
  redirect_uri: redirectUri,
  scope: "openid offline_access",
  prompt: "consent",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
});

async function exchange(issuers: RunningIssuers, client: string, { callback, verifier }: Code) {
  const response = await fetch(`${issuers.urls.sandbox}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: client,
      code: callback.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: redirectUri,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe("an issuer", () => {
  it("describes itself: code with S256 alone, ES256, secrets in the form", async () => {
    const { issuers, server } = await start();
    expect(server).toMatchObject({
      issuer: issuers.urls.sandbox,
      response_types_supported: ["code"],
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      token_endpoint_auth_methods_supported: ["client_secret_post", "none"],
      id_token_signing_alg_values_supported: ["ES256"],
    });
    for (const name of ["authorization", "token", "end_session", "userinfo"])
      expect(server[`${name}_endpoint`]).toContain(`${issuers.urls.sandbox}/`);
    expect(server).not.toHaveProperty("registration_endpoint");
  });

  it("takes another client library through sign-in, userinfo and refresh", async () => {
    const { issuers, server } = await start();
    const client = { client_id: issuers.register().user };
    const { callback, verifier } = await signIn(server, client.client_id);
    const parameters = oauth.validateAuthResponse(server, client, callback, oauth.expectNoState);
    const answer = await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), parameters, redirectUri, verifier, insecure] as const),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      requireIdToken: true,
    });
    const me = await oauth.userInfoRequest(server, client, tokens.access_token, insecure);
    expect(await oauth.processUserInfoResponse(server, client, "ada", me)).toMatchObject({
      space: { membership_id: "mem-ada-acme" },
    });
    const renewal = await oauth.refreshTokenGrantRequest(
      ...([server, client, oauth.None(), tokens.refresh_token ?? "", insecure] as const),
    );
    expect(await oauth.processRefreshTokenResponse(server, client, renewal)).toHaveProperty("id_token");
  });

  it("takes it through client credentials", async () => {
    const { issuers, server } = await start();
    const client = { client_id: issuers.register().service };
    const answer = await oauth.clientCredentialsGrantRequest(
      ...([server, client, oauth.ClientSecretPost(secret), new URLSearchParams(), insecure] as const),
    );
    expect(await oauth.processClientCredentialsResponse(server, client, answer)).toMatchObject({
      scope: "commerce.catalog.read commerce.checkout.create",
    });
  });

  it.each([
    ["without a code challenge", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["with a plain code challenge", { code_challenge_method: "plain" }, "invalid_request"],
    ["for a token", { response_type: "token" }, "unsupported_response_type"],
    ["for a scope that isn't granted", { scope: "openid commerce.subscription.read" }, "invalid_scope"],
    ["for another API product", { resource: "urn:other" }, "invalid_target"],
    ["for a sign-in without a page", { prompt: "none" }, "login_required"],
  ])("refuses a request %s", async (_, change, error) => {
    const { issuers, server } = await start();
    const given = Object.entries({ ...request(issuers.register().user), ...change }).filter(
      ([, value]) => value !== "",
    );
    const callback = new URL(await createBrowser().go(authorization(server, Object.fromEntries(given))));
    expect(`${callback.origin}${callback.pathname}`).toBe(redirectUri);
    expect((callback.searchParams.get("error") ?? callback.hash).replace(/.*error=(\w+).*/, "$1")).toBe(
      error,
    );
  });

  it.each([
    "https://shop.example/callback/",
    "https://shop.example/callback?x=1",
    "https://shop.example/Callback",
    "https://shop.example/callback/../callback",
    "https://shop.example/%63allback",
    "https://shop.example:443/callback",
    "https://SHOP.example/callback",
    "http://shop.example/callback",
    "https://shop.example@evil.example/callback",
    "https://evil.example/callback",
    "https://shop.example.evil.example/callback",
    "https://shop.example/callback#",
    "//shop.example/callback",
    "http://127.0.0.1:9/callback",
  ])("refuses the redirect URI %s on a page of its own", async (other) => {
    const { issuers, server } = await start();
    const browser = createBrowser();
    const url = authorization(server, { ...request(issuers.register().user), redirect_uri: other });
    expect(await browser.go(url)).toBe(url);
    expect(browser.visits).toMatchObject([{ status: 400 }]);
  });

  it("redirects to registered URIs alone, whatever a request says", async () => {
    const { issuers, server } = await start();
    const { user } = issuers.register();
    const parts = [
      "https://",
      "http://",
      "//",
      "shop.example",
      "evil.example",
      "/callback",
      "/",
      "@",
      "?",
      "#",
      ".",
      "%2f",
      "\\",
    ];
    const other = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
      .map((chosen) => chosen.join(""));
    await fc.assert(
      fc.asyncProperty(other, async (uri) => {
        const response = await fetch(
          authorization(server, { ...request(user), redirect_uri: uri, prompt: "none" }),
          {
            redirect: "manual",
          },
        );
        expect(response.headers.has("location")).toBe(uri === redirectUri);
      }),
      { numRuns: 30 },
    );
  });

  it("treats a port of this machine as part of the URI", async () => {
    const { issuers, server } = await start();
    const { user } = issuers.register({ redirectUri: "http://127.0.0.1:3000/callback" });
    const at = (port: number) =>
      fetch(authorization(server, { ...request(user), redirect_uri: `http://127.0.0.1:${port}/callback` }), {
        redirect: "manual",
      });
    expect((await at(3000)).status).toBe(303);
    expect((await at(3001)).status).toBe(400);
  });
});

describe("an authorization code", () => {
  it("is good for one exchange, even of two at once", async () => {
    const { issuers, server } = await start();
    const { user } = issuers.register();
    const code = await signIn(server, user);
    const [first, second] = await Promise.all([exchange(issuers, user, code), exchange(issuers, user, code)]);
    expect([first.status, second.status].sort()).toEqual([200, 400]);
  });

  it("expires in the sandbox's time", async () => {
    const { issuers, server } = await start();
    const { user } = issuers.register();
    const code = await signIn(server, user);
    issuers.advance(61_000);
    expect(await exchange(issuers, user, code)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  it("needs its own verifier and client", async () => {
    const { issuers, server } = await start();
    const { user } = issuers.register();
    const other = issuers.register({ slug: "other" }).user;
    const verifier = oauth.generateRandomCodeVerifier();
    expect(await exchange(issuers, user, { ...(await signIn(server, user)), verifier })).toMatchObject({
      status: 400,
    });
    expect(await exchange(issuers, other, await signIn(server, user))).toMatchObject({ status: 400 });
  });

  it("survives a restart, and tokens don't end with the secret of the other identity", async () => {
    const { issuers, server } = await start();
    const { user, application, service } = issuers.register();
    const code = await signIn(server, user);
    issuers.restart();
    const { status, body } = await exchange(issuers, user, code);
    expect(status).toBe(200);
    issuers.world.command(rotateSecret, { application: application.id, secretHash: secretHash("new") });
    expect(await issuers.verify(body.access_token ?? "")).toMatchObject({ identity: "user", client: user });
    expect(service).not.toBe(user);
  });
});
