import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSignIn, type SignInOptions, type SignInTransaction } from "../../../runtime/oauth/index.js";
import { createBrowser } from "../../support/runtime/oauth/browser.js";
import {
  apiAudience,
  publicClient,
  type RunningProvider,
  startProvider,
} from "../../support/runtime/oauth/provider.js";

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

const { clientId, redirectUri, postLogoutRedirectUri } = publicClient;
const signInWith = (options: Partial<SignInOptions> = {}) =>
  createSignIn({
    issuer: provider.issuer,
    environment: "sandbox",
    clientId,
    redirectUri,
    scopes: ["openid", "offline_access"],
    ...options,
  });
const consent = { parameters: { prompt: "consent" } };

describe("a sign-in at a real provider", () => {
  it("returns a session with the tokens and the user's claims", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin(consent);
    const callback = await createBrowser().signIn(url, "ada");
    // An application stores both as JSON.
    const kept = JSON.parse(JSON.stringify(transaction)) as SignInTransaction;
    const session = await signIn.complete(callback, kept);
    expect(session).toMatchObject({
      environment: "sandbox",
      issuer: provider.issuer,
      clientId,
      claims: { sub: "ada", iss: provider.issuer, aud: clientId },
    });
    expect(session.refreshToken).toBeDefined();
    expect(await provider.findUserToken(session.accessToken)).toMatchObject({ accountId: "ada" });
    expect(JSON.parse(JSON.stringify(session))).toEqual(session);
  });

  it("accepts the callback as a path with query, as servers receive it", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin();
    const { pathname, search } = new URL(await createBrowser().signIn(url, "ada"));
    await expect(signIn.complete(pathname + search, transaction)).resolves.toMatchObject({
      claims: { sub: "ada" },
    });
  });

  it("requests the audience and a recent authentication", async () => {
    const signIn = signInWith({ resource: apiAudience, scopes: ["openid", "catalog.read"] });
    const { url, transaction } = await signIn.begin({ maxAge: 60 });
    const session = await signIn.complete(await createBrowser().signIn(url, "ada"), transaction);
    expect(await provider.findUserToken(session.accessToken)).toMatchObject({ aud: apiAudience });
    expect(session.claims.auth_time).toEqual(expect.any(Number));
  });

  it("rotates the refresh token, and the old one is refused", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin(consent);
    const first = await signIn.complete(await createBrowser().signIn(url, "ada"), transaction);
    const second = await signIn.refresh(first);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.claims.sub).toBe("ada");
    await expect(signIn.refresh(first)).rejects.toMatchObject({
      code: "token-request-failed",
      oauthError: "invalid_grant",
    });
  });

  it("refuses a code that was already used", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    await signIn.complete(callback, transaction);
    await expect(signIn.complete(callback, transaction)).rejects.toMatchObject({
      oauthError: "invalid_grant",
    });
  });

  it("refuses a code with the code verifier of another sign-in", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin();
    const other = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    const mixed = { ...transaction, codeVerifier: other.transaction.codeVerifier };
    await expect(signIn.complete(callback, mixed)).rejects.toMatchObject({ oauthError: "invalid_grant" });
  });

  it("refuses the callback of another sign-in by its state, without a request to the provider", async () => {
    const signIn = signInWith();
    const { url } = await signIn.begin();
    const { transaction } = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    const before = provider.count("/token");
    await expect(signIn.complete(callback, transaction)).rejects.toMatchObject({ code: "state-mismatch" });
    expect(provider.count("/token")).toBe(before);
  });

  it("refuses an ID token with another nonce", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    await expect(signIn.complete(callback, { ...transaction, nonce: "another" })).rejects.toMatchObject({
      code: "id-token-invalid",
      reason: "nonce",
    });
  });

  it("reports the provider's refusal if no prompt is allowed and nobody is signed in", async () => {
    const signIn = signInWith();
    const { url, transaction } = await signIn.begin({ parameters: { prompt: "none" } });
    const callback = await createBrowser().signIn(url, "ada");
    await expect(signIn.complete(callback, transaction)).rejects.toMatchObject({
      code: "sign-in-failed",
      reason: "refused",
      oauthError: "login_required",
    });
  });

  it("follows a rotation of the provider's keys with one more request", async () => {
    const signIn = signInWith({ keysCooldownMs: 0 });
    const complete = async () => {
      const { url, transaction } = await signIn.begin();
      return await signIn.complete(await createBrowser().signIn(url, "ada"), transaction);
    };
    await complete();
    const before = provider.count("/jwks");
    await complete();
    expect(provider.count("/jwks")).toBe(before);
    await provider.rotateKeys();
    await expect(complete()).resolves.toMatchObject({ claims: { sub: "ada" } });
    expect(provider.count("/jwks")).toBe(before + 1);
  });

  it.each([
    { shift: +2 * 3_600_000, reason: "expired", clock: "two hours ahead" },
    { shift: -60_000, reason: "not-yet-valid", clock: "a minute behind" },
  ])("refuses an ID token when our clock is $clock", async ({ shift, reason }) => {
    const signIn = signInWith({ now: () => Date.now() + shift });
    const { url, transaction } = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    await expect(signIn.complete(callback, transaction)).rejects.toMatchObject({
      code: "id-token-invalid",
      reason,
    });
  });

  it("accepts a clock within the tolerance", async () => {
    const signIn = signInWith({ now: () => Date.now() - 60_000, clockToleranceMs: 90_000 });
    const { url, transaction } = await signIn.begin();
    const callback = await createBrowser().signIn(url, "ada");
    await expect(signIn.complete(callback, transaction)).resolves.toMatchObject({ claims: { sub: "ada" } });
  });

  it("ends the session at the provider and redirects back", async () => {
    const signIn = signInWith();
    const browser = createBrowser();
    const { url, transaction } = await signIn.begin();
    const session = await signIn.complete(await browser.signIn(url, "ada"), transaction);

    const address = await signIn.endSessionUrl({ session, postLogoutRedirectUri, state: "bye" });
    expect(await browser.logOut(address ?? "")).toBe(`${postLogoutRedirectUri}?state=bye`);

    const again = await signIn.begin({ parameters: { prompt: "none" } });
    await expect(
      signIn.complete(await browser.signIn(again.url, "ada"), again.transaction),
    ).rejects.toMatchObject({ oauthError: "login_required" });
  });
});
