import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as oauth from "../../../runtime/oauth/index.js";
import {
  clientCredentials,
  createMemoryTokenStore,
  createSignIn,
  OipkitError,
  type Tokens,
  userCredentials,
} from "../../../runtime/oauth/index.js";
import { clientIdentity, operationWith, unlimited } from "../../support/runtime/oauth/client-identity.js";
import {
  createStandInIssuer,
  json,
  type StandInIssuer,
  standInClient,
} from "../../support/runtime/oauth/stand-in-issuer.js";

const planted = {
  clientSecret: "Planted-Client-Secret-0",
  accessToken: "Planted-Access-Token-1",
  refreshToken: "Planted-Refresh-Token-2",
  code: "Planted-Code-3",
};
const all = Object.values(planted).join(" ");

/** An error that quotes all secrets, as those of database clients and proxies do. */
const quoting = () =>
  Object.assign(new Error(`SET ${all}`, { cause: { code: all, body: all } }), { code: all, command: [all] });
const quotingAnswer = () =>
  new Response(JSON.stringify({ error: planted.clientSecret, error_description: all, error_uri: all, all }), {
    status: 400,
    headers: { "content-type": "application/json", "x-all": all },
  });
const quotingChallenge = () =>
  new Response(all, { status: 401, headers: { "www-authenticate": `Basic realm="${all}", error="${all}"` } });
const quotingPage = () => new Response(`<p>${all}</p>`, { headers: { "content-type": "text/html" } });
const quotingTokens = (over: object) => () =>
  json({
    access_token: planted.accessToken,
    refresh_token: planted.refreshToken,
    token_type: "Bearer",
    ...over,
  });

const application = async (issuer: StandInIssuer, options: object = {}) =>
  await clientCredentials({ clientId: "client-1", clientSecret: planted.clientSecret, ...options })
    .bind(clientIdentity({ fetch: issuer.fetch }))
    .authorize(operationWith("a"), unlimited());

const stored: Tokens = {
  environment: "sandbox",
  issuer: "https://issuer.example",
  clientId: standInClient.clientId,
  accessToken: planted.accessToken,
  refreshToken: planted.refreshToken,
  requestedAt: 0,
  expiresAt: 1,
  idToken: "Planted-Id-Token-4",
  claims: { iss: "https://issuer.example", sub: "ada", aud: "x", exp: 1, iat: 1, nonce: "Planted-Nonce-5" },
};
const user = async (
  issuer: StandInIssuer,
  store = createMemoryTokenStore(),
  entry: Tokens | undefined = stored,
) => {
  const filled = { ...store, get: async (key: string) => (await store.get(key)) ?? entry };
  const signIn = createSignIn({
    ...standInClient,
    environment: "sandbox",
    issuer: issuer.issuer,
    fetch: issuer.fetch,
  });
  return await userCredentials({ signIn, store: filled, key: "user" })
    .bind(clientIdentity({ fetch: issuer.fetch }))
    .authorize(operationWith(), unlimited());
};

const secretsOfSignIn: string[] = [];
const callback = async (
  issuer: StandInIssuer,
  query: (state: string) => string,
  over: { idToken?: (nonce: string) => Promise<string> } = {},
) => {
  const signIn = createSignIn({ ...standInClient, issuer: issuer.issuer, fetch: issuer.fetch });
  const { transaction } = await signIn.begin();
  const { state, nonce, codeVerifier } = transaction;
  secretsOfSignIn.push(state, nonce, codeVerifier);
  const { idToken } = over;
  if (idToken !== undefined)
    issuer.onToken = async () => {
      const made = await idToken(nonce);
      secretsOfSignIn.push(made, ...made.split(".").filter(Boolean));
      return quotingTokens({ id_token: made })();
    };
  return await signIn.complete(`/callback?${query(state)}`, transaction);
};
const right = (state: string) => `code=${planted.code}&state=${state}`;

type Failure = (issuer: StandInIssuer) => Promise<unknown>;
const make =
  (change: Partial<StandInIssuer>, run: Failure): Failure =>
  (issuer) => {
    Object.assign(issuer, change);
    return run(issuer);
  };
const tokenFailures: Record<string, () => Response | Promise<Response>> = {
  "an error that quotes": quotingAnswer,
  "a challenge that quotes": quotingChallenge,
  "a page that quotes": quotingPage,
  "a broken body": () =>
    new Response(`{"access_token":"${all}`, { headers: { "content-type": "application/json" } }),
  "a fetch that quotes": () => Promise.reject(quoting()),
  "a body that breaks off": () => new Response(new ReadableStream({ pull: (body) => body.error(quoting()) })),
  "a token of another type": quotingTokens({ token_type: all }),
  "a token with a line feed": quotingTokens({ access_token: `${planted.accessToken}\n` }),
  "a lifetime that quotes": quotingTokens({ expires_in: all }),
  "a scope that isn't a string": quotingTokens({ scope: [all] }),
  "a refresh token that isn't a string": quotingTokens({ refresh_token: [all] }),
};

const failures: Record<string, Failure> = {
  ...Object.fromEntries(
    Object.entries(tokenFailures).flatMap(([name, onToken]) => [
      [`an application and ${name}`, make({ onToken }, application)],
      [`a user and ${name}`, make({ onToken }, user)],
      [`a callback and ${name}`, make({ onToken }, (issuer) => callback(issuer, right))],
    ]),
  ),
  "a discovery that quotes": make({ onDiscovery: quotingAnswer }, application),
  "a discovery by a fetch that quotes": make({ onDiscovery: () => Promise.reject(quoting()) }, application),
  "another issuer": make({ metadata: { issuer: "https://other.example" } }, application),
  "an issuer that isn't a URL": make({ metadata: { issuer: "no url", all } }, application),
  "a store that quotes in get": (issuer) =>
    application(issuer, { store: { ...createMemoryTokenStore(), get: () => Promise.reject(quoting()) } }),
  "a store that quotes in set": (issuer) =>
    application(issuer, { store: { ...createMemoryTokenStore(), set: () => Promise.reject(quoting()) } }),
  "a store with an invalid entry": (issuer) =>
    application(issuer, { store: { ...createMemoryTokenStore(), get: async () => ({ all }) as never } }),
  "a store with another client's token": (issuer) =>
    application(issuer, { store: { ...createMemoryTokenStore(), get: async () => stored } }),
  "a lock that quotes": (issuer) =>
    user(issuer, { ...createMemoryTokenStore(), lock: () => Promise.reject(quoting()) }),
  "a session that can't be written": make({ onToken: quotingTokens({}) }, (issuer) =>
    user(issuer, { ...createMemoryTokenStore(), set: () => Promise.reject(quoting()) }),
  ),
  "a session without a refresh token": (issuer) =>
    user(issuer, undefined, { ...stored, refreshToken: undefined }),
  "a session that the issuer ended": make(
    { onToken: () => json({ error: "invalid_grant", all }, 400) },
    user,
  ),
  "a session of another environment": (issuer) =>
    user(issuer, undefined, { ...stored, environment: "production" }),
  "a refreshed ID token of another user": (issuer) =>
    issuer.sign({ sub: "eve", all }).then((idToken) => {
      issuer.onToken = quotingTokens({ id_token: idToken });
      return user(issuer);
    }),
  "another state": (issuer) => callback(issuer, () => `code=${planted.code}&state=x`),
  "two codes": (issuer) => callback(issuer, (state) => `${right(state)}&code=${planted.code}`),
  "another issuer in the callback": (issuer) =>
    callback(issuer, (state) => `${right(state)}&iss=https://x.example`),
  "an error in the callback": (issuer) =>
    callback(issuer, (state) => `error=${planted.code}&error_description=${planted.code}&state=${state}`),
  "no ID token": make({ onToken: quotingTokens({}) }, (issuer) => callback(issuer, right)),
  "another nonce": (issuer) => callback(issuer, right, { idToken: () => issuer.sign({ nonce: "x", all }) }),
  "an expired ID token": (issuer) =>
    callback(issuer, right, { idToken: (nonce) => issuer.sign({ nonce, exp: 1, all }) }),
  "an ID token for another client": (issuer) =>
    callback(issuer, right, { idToken: (nonce) => issuer.sign({ nonce, aud: "x", all }) }),
  "an ID token with a broken signature": (issuer) =>
    callback(issuer, right, {
      idToken: async (nonce) => `${(await issuer.sign({ nonce })).slice(0, -4)}AAAA`,
    }),
  "an ID token that isn't a JWT": (issuer) =>
    callback(issuer, right, { idToken: async () => "Planted.Id-Token-6" }),
  "keys that quote": make({ onKeys: quotingPage }, (issuer) =>
    callback(issuer, right, { idToken: (nonce) => issuer.sign({ nonce }) }),
  ),
};

const outcomes = new Map<string, Promise<unknown>>();

/** The error of a failure; each failure is caused only once. */
function failureError(name: string): Promise<unknown> {
  const known = outcomes.get(name);
  if (known !== undefined) return known;
  const outcome = (failures[name] as Failure)(createStandInIssuer()).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  outcomes.set(name, outcome);
  return outcome;
}

describe("no error holds a secret", () => {
  it.each(Object.keys(failures))("%s", async (name) => {
    const error = await failureError(name);
    expect(error).toBeInstanceOf(OipkitError);
    const { message, stack, cause } = error as OipkitError;
    const texts = [
      String(error),
      message,
      stack ?? "",
      JSON.stringify(error),
      JSON.stringify(Object.getOwnPropertyDescriptors(error)),
      inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    ].join("\n");
    expect(cause).toBeUndefined();
    for (const secret of [...Object.values(planted), stored.idToken ?? "", "Planted", ...secretsOfSignIn])
      expect(texts).not.toContain(secret);
    expect(texts).toContain((error as OipkitError).code);
  });

  it("of any class of identity error", async () => {
    const errors = await Promise.all(Object.keys(failures).map(failureError));
    const seen = new Set(errors.map((error) => (error as OipkitError).constructor));
    const classes = Object.values(oauth).filter(
      (it) => typeof it === "function" && it.prototype instanceof oauth.IdentityError,
    );
    expect(classes.length).toBeGreaterThan(7);
    expect(classes.filter((it) => !seen.has(it as never))).toEqual([]);
  });
});

describe("debug output", () => {
  it("shows no secret of credentials or their authorizer", () => {
    const credentials = clientCredentials({ clientId: "client-1", clientSecret: planted.clientSecret });
    const printed = inspect([credentials, credentials.bind(clientIdentity())], {
      depth: 9,
      showHidden: true,
    });
    expect(printed).toContain("bind");
    expect(printed).not.toContain(planted.clientSecret);
  });
});
