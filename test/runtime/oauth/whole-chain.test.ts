import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelSubscription } from "../../../generated/platform/client.js";
import {
  type AnyAnswer,
  type Credentials,
  createHttpClient,
  type HttpClient,
  type OperationDescriptor,
} from "../../../runtime/http/index.js";
import {
  clientCredentials,
  createMemoryTokenStore,
  createSignIn,
  userCredentials,
} from "../../../runtime/oauth/index.js";
import { type LocalServer, sendJson, startServer } from "../../support/runtime/http/local-server.js";
import { createBrowser } from "../../support/runtime/oauth/browser.js";
import {
  application,
  publicClient,
  type RunningProvider,
  startProvider,
} from "../../support/runtime/oauth/provider.js";

let provider: RunningProvider;
let api: LocalServer;
/** Tokens that the API refuses although they are valid at the provider. */
const revoked = new Set<string>();
let refuseAll = false;
beforeAll(async () => {
  provider = await startProvider();
  api = await startServer(async (request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const user = await provider.findUserToken(token);
    const known = user ?? (await provider.findApplicationToken(token));
    if (known === undefined || refuseAll || revoked.has(token)) return sendJson(response, 401, {});
    sendJson(response, 200, { user: user?.accountId ?? null });
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const operation: OperationDescriptor = { id: "whoAmI", method: "GET", path: "/me", scopes: ["catalog.read"] };
const lastToken = () => api.received.at(-1)?.headers.authorization?.replace(/^Bearer /, "") ?? "";

const clientWith = (credentials: Credentials) =>
  createHttpClient({ environment: "sandbox", issuer: provider.issuer, baseUrl: api.origin, credentials });

async function call(client: HttpClient): Promise<{ status: number; body: unknown }> {
  const { status, body } = await client.call<AnyAnswer>(operation);
  return { status, body };
}

describe("a call with credentials", () => {
  it("of an application reaches the API, and gets a new token if the API refuses the old one", async () => {
    const client = clientWith(clientCredentials(application));
    expect(await call(client)).toEqual({ status: 200, body: { user: null } });
    const first = lastToken();
    revoked.add(first);
    expect(await call(client)).toMatchObject({ status: 200 });
    expect(lastToken()).not.toBe(first);
  });

  it("of a user reaches the API as that user, is renewed after a 401, and ends with the session", async () => {
    const { clientId, redirectUri } = publicClient;
    const signIn = createSignIn({
      issuer: provider.issuer,
      environment: "sandbox",
      clientId,
      redirectUri,
      scopes: ["openid", "offline_access"],
    });
    const { url, transaction } = await signIn.begin({ parameters: { prompt: "consent" } });
    const session = await signIn.complete(await createBrowser().signIn(url, "ada"), transaction);
    const store = createMemoryTokenStore();
    await store.set("session-1", session);
    const client = clientWith(userCredentials({ signIn, store, key: "session-1" }));
    expect(await call(client)).toEqual({ status: 200, body: { user: "ada" } });

    revoked.add(session.accessToken);
    expect(await call(client)).toEqual({ status: 200, body: { user: "ada" } });
    expect((await store.get("session-1"))?.refreshToken).not.toBe(session.refreshToken);

    await store.delete("session-1");
    await expect(call(client)).rejects.toMatchObject({ code: "session-ended" });
  });

  it("retries a write after a 401 with the same idempotency key", async () => {
    const client = clientWith(clientCredentials({ ...application, scopes: ["orders.write"] }));
    await call(client);
    revoked.add(lastToken());
    expect(await cancelSubscription(client, { id: "sub_1", body: {} })).toMatchObject({ status: 200 });
    const [refused, sent] = api.received.slice(-2);
    expect(refused?.headers["idempotency-key"]).toBeDefined();
    expect(sent?.headers["idempotency-key"]).toBe(refused?.headers["idempotency-key"]);
    expect(sent?.headers.authorization).not.toBe(refused?.headers.authorization);
  });

  it("returns the 401 if the API also refuses the renewed token", async () => {
    const client = clientWith(clientCredentials({ ...application, scopes: ["orders.read"] }));
    await call(client);
    const before = provider.count("/token");
    refuseAll = true;
    expect(await call(client)).toMatchObject({ status: 401 });
    refuseAll = false;
    expect(provider.count("/token")).toBe(before + 1);
  });

  it("can't be made by a client of another environment", async () => {
    const credentials = clientCredentials(application);
    clientWith(credentials);
    const production = {
      environment: "production",
      issuer: provider.issuer,
      baseUrl: api.origin,
      credentials,
    };
    expect(() => createHttpClient(production)).toThrow(
      expect.objectContaining({ code: "credentials-mismatch" }),
    );
  });
});
