import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type BeginOptions,
  createSignIn,
  type SignInOptions,
  type SignInTransaction,
} from "../../../runtime/oauth/index.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

let issuer: StandInIssuer;
beforeEach(() => {
  issuer = createStandInIssuer();
});

const signInWith = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch, ...options });
const ready = (transaction: SignInTransaction) => {
  issuer.onToken = async () =>
    json({
      access_token: "user-token",
      token_type: "Bearer",
      id_token: await issuer.sign({ nonce: transaction.nonce }),
    });
};

describe("the authorization URL", () => {
  it("keeps the issuer's own query, and adds the parameters of Authorization Code and PKCE", async () => {
    const signIn = signInWith({ scopes: ["openid", "offline_access"], audience: "api" });
    const { url, transaction } = await signIn.begin({ parameters: { prompt: "login", tenant: "2" } });
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe("https://issuer.example/authorize");
    expect(Object.fromEntries(searchParams)).toEqual({
      tenant: "2",
      prompt: "login",
      response_type: "code",
      client_id: standInClient.clientId,
      redirect_uri: standInClient.redirectUri,
      scope: "offline_access openid",
      audience: "api",
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: createHash("sha256").update(transaction.codeVerifier).digest("base64url"),
      code_challenge_method: "S256",
    });
  });

  it("has the code challenge of the example in RFC 7636", async () => {
    const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const signIn = signInWith({
      randomBytes: (bytes) => {
        bytes.set(Buffer.from(verifier, "base64url"));
        return bytes;
      },
    });
    const { url, transaction } = await signIn.begin();
    expect(transaction.codeVerifier).toBe(verifier);
    expect(new URL(url).searchParams.get("code_challenge")).toBe(
      "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    );
  });

  it("is different each time", async () => {
    const signIn = signInWith();
    const { state, nonce, codeVerifier } = (await signIn.begin()).transaction;
    const other = (await signIn.begin()).transaction;
    expect(new Set([state, nonce, codeVerifier, other.state, other.nonce, other.codeVerifier]).size).toBe(6);
  });

  it.each([
    [{ parameters: { state: "mine" } }, "parameters.state"],
    [{ parameters: { code_challenge_method: "plain" } }, "parameters.code_challenge_method"],
    [{ maxAge: -1 }, "maxAge"],
    [{ prompt: "login" }, "prompt"],
  ])("can't be made with %j", async (options, option) => {
    await expect(signInWith().begin(options as BeginOptions)).rejects.toMatchObject({
      code: "invalid-option",
      option,
    });
  });

  it("is refused if the issuer doesn't support S256 or has no authorization endpoint", async () => {
    issuer.metadata = { code_challenge_methods_supported: ["plain"] };
    await expect(signInWith().begin()).rejects.toMatchObject({
      code: "sign-in-failed",
      reason: "unsupported",
    });
    issuer.metadata = { authorization_endpoint: undefined };
    await expect(signInWith().begin()).rejects.toMatchObject({
      code: "sign-in-failed",
      reason: "unsupported",
    });
  });
});

describe("a sign-in", () => {
  it.each([
    [{ scopes: ["profile"] }, "scopes"],
    [{ redirectUri: "/callback" }, "redirectUri"],
    [{ redirectUri: "https://shop.example/#callback" }, "redirectUri"],
    [{ issuer: "http://issuer.example" }, "issuer"],
    [{ clientSecret: "secret" }, "clientSecret"],
    [{ baseUrl: "api" }, "baseUrl"],
    [{ tolerance: 1 }, "tolerance"],
  ])("can't be made with %j", (options, option) => {
    expect(() => signInWith(options as Partial<SignInOptions>)).toThrow(
      expect.objectContaining({ code: "invalid-option", option }),
    );
  });
});

describe("a callback", () => {
  const complete = async (
    query: (transaction: SignInTransaction) => string,
    change: (transaction: SignInTransaction) => unknown = (transaction) => transaction,
  ) => {
    const signIn = signInWith({ environment: "sandbox" });
    const { transaction } = await signIn.begin();
    ready(transaction);
    const given = change(transaction) as SignInTransaction;
    return await signIn.complete(`/callback?${query(transaction)}`, given);
  };
  const right = ({ state }: SignInTransaction) => `code=c&state=${state}`;

  it("sends the code with its verifier and the same redirect URI, without a secret", async () => {
    await complete(right);
    expect(Object.fromEntries(issuer.asked[0]?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      client_id: standInClient.clientId,
      redirect_uri: standInClient.redirectUri,
      code: "c",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it.each([
    ["without a state", () => "code=c", "state-mismatch"],
    ["with an empty state", () => "code=c&state=", "state-mismatch"],
    ["with two states", ({ state }) => `code=c&state=${state}&state=x`, "state-mismatch"],
    ["with another issuer", (t) => `${right(t)}&iss=https://evil.example`, "issuer-mismatch"],
    [
      "with an issuer that differs only by a trailing slash",
      (t) => `${right(t)}&iss=https://issuer.example/`,
      "issuer-mismatch",
    ],
    ["with two codes", (t) => `${right(t)}&code=d`, "sign-in-failed"],
    ["without a code", ({ state }) => `state=${state}`, "sign-in-failed"],
    ["of the implicit flow", (t) => `${right(t)}&id_token=x`, "sign-in-failed"],
    ["with an error of another sign-in", () => "error=access_denied&state=x", "state-mismatch"],
  ] as [string, (transaction: SignInTransaction) => string, string][])(
    "%s is refused, and no code is sent",
    async (_case, query, code) => {
      await expect(complete(query)).rejects.toMatchObject({ code });
      expect(issuer.asked).toEqual([]);
    },
  );

  it("must contain `iss` if the issuer's metadata announces it", async () => {
    issuer.metadata = { authorization_response_iss_parameter_supported: true };
    await expect(complete(right)).rejects.toMatchObject({ code: "sign-in-failed", reason: "callback" });
    await expect(complete(({ state }) => `error=access_denied&state=${state}`)).rejects.toMatchObject({
      reason: "callback",
    });
    const named = (t: SignInTransaction) => `${right(t)}&iss=${encodeURIComponent(issuer.issuer)}`;
    await expect(complete(named)).resolves.toMatchObject({ accessToken: "user-token" });
  });

  it.each(["access_denied", "temporarily_unavailable", "interaction_required"])(
    "reports that the issuer refused: %s",
    async (error) => {
      await expect(
        complete(({ state }) => `error=${error}&error_description=Because&state=${state}`),
      ).rejects.toMatchObject({ code: "sign-in-failed", reason: "refused", oauthError: error });
    },
  );

  it.each([
    ["nothing", () => undefined],
    ["null", () => null],
    ["a text", () => "transaction"],
    ["one without a verifier", ({ codeVerifier: _, ...rest }) => rest],
    ["one with an empty state", (transaction) => ({ ...transaction, state: "" })],
    ["one of another issuer", (transaction) => ({ ...transaction, issuer: "https://other.example" })],
    ["one of another environment", (transaction) => ({ ...transaction, environment: "production" })],
    ["one of another client", (transaction) => ({ ...transaction, clientId: "client-2" })],
    [
      "one with another redirect URI",
      (transaction) => ({ ...transaction, redirectUri: "https://evil.example" }),
    ],
  ] as [string, (transaction: SignInTransaction) => unknown][])(
    "with %s as its transaction is refused",
    async (_case, change) => {
      await expect(complete(right, change)).rejects.toMatchObject({
        code: "sign-in-failed",
        reason: "transaction",
      });
      expect(issuer.asked).toEqual([]);
    },
  );

  it("of any text signs nobody in and throws one of oipkit's errors", async () => {
    const signIn = signInWith();
    const { transaction } = await signIn.begin();
    ready(transaction);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl({ withQueryParameters: true })),
        async (text) => {
          const outcome = await signIn.complete(text, transaction).catch((error: unknown) => error);
          expect(outcome).toMatchObject({
            code: expect.stringMatching(/^(?:state-mismatch|sign-in-failed)$/),
          });
        },
      ),
    );
  });
});

describe("the logout URL", () => {
  it("contains the ID token, the client and the redirect URI", async () => {
    const session = { issuer: issuer.issuer, idToken: "a.b.c" };
    const url = await signInWith().endSessionUrl({
      session,
      postLogoutRedirectUri: "https://shop.example/bye",
      state: "s",
    });
    expect(new URL(url ?? "").origin).toBe("https://issuer.example");
    expect(Object.fromEntries(new URL(url ?? "").searchParams)).toEqual({
      id_token_hint: "a.b.c",
      client_id: standInClient.clientId,
      post_logout_redirect_uri: "https://shop.example/bye",
      state: "s",
    });
  });

  it("is undefined if the issuer has no such endpoint", async () => {
    issuer.metadata = { end_session_endpoint: undefined };
    expect(await signInWith().endSessionUrl()).toBeUndefined();
  });

  it("never carries an ID token to another issuer", async () => {
    const session = { issuer: "https://other.example", idToken: "a.b.c" };
    await expect(signInWith().endSessionUrl({ session })).rejects.toMatchObject({
      code: "credentials-mismatch",
    });
  });
});
