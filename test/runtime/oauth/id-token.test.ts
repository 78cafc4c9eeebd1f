import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createSignIn, type SignInOptions } from "../../../runtime/oauth/index.js";
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
afterEach(() => {
  vi.useRealTimers();
});

type Claims = Record<string, unknown>;
const seconds = () => Math.floor(Date.now() / 1000);
const signInWith = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch, ...options });

/** A sign-in with the ID token that `make` returns for the nonce. */
async function completeWith(
  make: (nonce: string) => string | undefined | Promise<string | undefined>,
  { signIn = signInWith(), maxAge }: { signIn?: ReturnType<typeof signInWith>; maxAge?: number } = {},
) {
  const { transaction } = await signIn.begin(maxAge === undefined ? {} : { maxAge });
  issuer.onToken = async () =>
    json({ access_token: "user-token", token_type: "Bearer", id_token: await make(transaction.nonce) });
  return await signIn.complete(`/callback?code=c&state=${transaction.state}`, transaction);
}
const withClaims = (claims: Claims, header: Claims = {}) =>
  completeWith((nonce) => issuer.sign({ nonce, ...claims }, header));

/** Changes one part of a JWT and keeps its signature. */
const tamper = (jwt: string, part: 0 | 1, change: (json: Claims) => Claims): string =>
  jwt
    .split(".")
    .map((text, index) =>
      index === part
        ? Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(text, "base64url").toString())))).toString(
            "base64url",
          )
        : text,
    )
    .join(".");

describe("an ID token", () => {
  it("that is valid signs the user in, with all its claims", async () => {
    const session = await withClaims({ tenant: "t1", azp: standInClient.clientId });
    expect(session).toMatchObject({ accessToken: "user-token", claims: { sub: "ada", tenant: "t1" } });
  });

  it("may have the hash of its access token, and the type of a JWT", async () => {
    const hash = createHash("sha256").update("user-token").digest().subarray(0, 16).toString("base64url");
    for (const typ of ["JWT", "jwt", "application/jwt"])
      expect(await withClaims({ at_hash: hash }, { typ })).toMatchObject({ accessToken: "user-token" });
  });

  it.each(["at+jwt", "application/at+jwt", "logout+jwt", "secevent+jwt", "x"])(
    "is refused if its type is another one: %s",
    async (typ) => {
      await expect(withClaims({}, { typ })).rejects.toMatchObject({
        code: "id-token-invalid",
        reason: "type",
      });
    },
  );

  it.each([
    ["of another issuer", { iss: "https://issuer.example/" }, "issuer"],
    ["for another client", { aud: "client-2" }, "audience"],
    ["for several clients, without `azp`", { aud: [standInClient.clientId, "client-2"] }, "authorized-party"],
    ["whose `azp` is another client", { azp: "client-2" }, "authorized-party"],
    [
      "for several clients, with another one as `azp`",
      { aud: [standInClient.clientId, "client-2"], azp: "client-2" },
      "authorized-party",
    ],
    ["that has expired", { exp: seconds() - 31 }, "expired"],
    ["that isn't valid yet", { nbf: seconds() + 60 }, "not-yet-valid"],
    ["from the future", { iat: seconds() + 60 }, "not-yet-valid"],
    ["with another nonce", { nonce: "other" }, "nonce"],
    ["without a nonce", { nonce: undefined }, "nonce"],
    ["without a subject", { sub: undefined }, "claims"],
    ["with an empty subject", { sub: "" }, "claims"],
    ["without `exp`", { exp: undefined }, "claims"],
    ["without `iat`", { iat: undefined }, "claims"],
    ["without an audience", { aud: undefined }, "claims"],
    ["with the hash of another access token", { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" }, "access-token"],
    ["with a hash of the wrong type", { at_hash: 1 }, "access-token"],
    ["with `exp` in words", { exp: "tomorrow" }, "claims"],
  ])("%s is refused", async (_case, claims, reason) => {
    await expect(withClaims(claims)).rejects.toMatchObject({ code: "id-token-invalid", reason });
  });

  it("for several clients is accepted if `azp` is ours", async () => {
    const claims = { aud: [standInClient.clientId, "client-2"], azp: standInClient.clientId };
    await expect(withClaims(claims)).resolves.toMatchObject({ claims });
  });

  it.each([
    [
      "whose claims were changed",
      (jwt: string) => tamper(jwt, 1, (claims) => ({ ...claims, sub: "eve" })),
      "signature",
    ],
    ["whose signature was changed", (jwt: string) => `${jwt.slice(0, -4)}AAAA`, "signature"],
    [
      "without a signature",
      (jwt: string) =>
        `${tamper(jwt, 0, () => ({ alg: "none" }))
          .split(".")
          .slice(0, 2)
          .join(".")}.`,
      "algorithm",
    ],
    [
      "that claims HMAC",
      (jwt: string) => tamper(jwt, 0, (header) => ({ ...header, alg: "HS256" })),
      "algorithm",
    ],
    [
      "of an algorithm that the issuer doesn't offer",
      (jwt: string) => tamper(jwt, 0, (header) => ({ ...header, alg: "PS256" })),
      "algorithm",
    ],
    [
      "with a critical extension",
      (jwt: string) => tamper(jwt, 0, (header) => ({ ...header, crit: ["x"], x: 1 })),
      "algorithm",
    ],
    ["that isn't a JWT", () => "not-a-jwt", "malformed"],
    ["that is encrypted", () => "a.b.c.d.e", "malformed"],
    ["that is missing", () => undefined, "missing"],
  ])("%s is refused", async (_case, change, reason) => {
    const made = completeWith(async (nonce) => change(await issuer.sign({ nonce })));
    await expect(made).rejects.toMatchObject({ code: "id-token-invalid", reason });
  });

  it("signed with another key under the issuer's `kid` is refused", async () => {
    const otherIssuer = createStandInIssuer(issuer.issuer);
    otherIssuer.rotateKey();
    const { kid } = JSON.parse(
      Buffer.from((await issuer.sign()).split(".")[0] ?? "", "base64url").toString(),
    );
    await expect(completeWith((nonce) => otherIssuer.sign({ nonce }, { kid }))).rejects.toMatchObject({
      reason: "signature",
    });
  });

  it("without a `kid` is verified with every key of its type", async () => {
    const own = ((await (await issuer.fetch(`${issuer.issuer}/keys`, {})).json()) as { keys: object[] }).keys;
    const { publicKey } = await generateKeyPair("RS256");
    issuer.onKeys = async () =>
      json({ keys: [{ ...(await exportJWK(publicKey)), kid: "other", use: "sig" }, ...own] });
    await expect(withClaims({}, { kid: undefined })).resolves.toMatchObject({ claims: { sub: "ada" } });
    issuer.rotateKey();
    await expect(withClaims({}, { kid: undefined })).rejects.toMatchObject({ reason: "signature" });
  });

  it("must have a recent `auth_time` if `maxAge` was requested", async () => {
    const authenticated = (authTime: number | undefined) =>
      completeWith((nonce) => issuer.sign({ nonce, auth_time: authTime }), { maxAge: 300 });
    await expect(authenticated(seconds() - 299)).resolves.toBeDefined();
    await expect(authenticated(seconds() - 332)).rejects.toMatchObject({ reason: "authentication-time" });
    await expect(authenticated(undefined)).rejects.toMatchObject({ reason: "authentication-time" });
  });
});

describe("the issuer's keys", () => {
  it("are requested once for tokens that they verify", async () => {
    const signIn = signInWith();
    for (let count = 0; count < 3; count += 1)
      await completeWith((nonce) => issuer.sign({ nonce }), { signIn });
    expect(issuer.count("/keys")).toBe(1);
  });

  it("are reloaded for an unknown `kid`, but not more often than the cool-down allows", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const signIn = signInWith({ keysCooldownMs: 30_000 });
    const complete = () => completeWith((nonce) => issuer.sign({ nonce }), { signIn });
    await complete();
    vi.setSystemTime(Date.now() + 30_001);
    issuer.rotateKey();
    await complete();
    expect(issuer.count("/keys")).toBe(2);
    const forged = () => completeWith((nonce) => issuer.sign({ nonce }, { kid: "forged" }), { signIn });
    for (let count = 0; count < 5; count += 1)
      await expect(forged()).rejects.toMatchObject({ reason: "key" });
    expect(issuer.count("/keys")).toBe(2);
    vi.setSystemTime(Date.now() + 30_001);
    await expect(forged()).rejects.toMatchObject({ reason: "key" });
    expect(issuer.count("/keys")).toBe(3);
  });

  it.each([
    ["are refused", () => json({}, 503), { reason: "refused", status: 503 }],
    ["aren't JSON", () => new Response("x"), { reason: "malformed" }],
    ["aren't keys", () => json({ keys: "none" }), { reason: "malformed" }],
    ["can't be reached", () => Promise.reject(new TypeError("fetch failed")), { reason: "network" }],
  ])("don't invalidate the token if they %s", async (_case, answer, expected) => {
    issuer.onKeys = answer;
    await expect(withClaims({})).rejects.toMatchObject({
      code: "discovery-failed",
      document: "keys",
      ...expected,
    });
  });

  it("are requested only over https", async () => {
    issuer.metadata = { jwks_uri: "http://issuer.example/keys" };
    await expect(withClaims({})).rejects.toMatchObject({ code: "discovery-failed", reason: "insecure" });
    expect(issuer.count("/keys")).toBe(0);
  });
});
