import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Authorizer, OperationDescriptor } from "../../../runtime/http/index.js";
import {
  clientCredentials,
  createMemoryTokenStore,
  createSignIn,
  userCredentials,
} from "../../../runtime/oauth/index.js";
import { type LocalServer, sendJson, startServer } from "../http/local-server.js";
import { createBrowser } from "./browser.js";
import { clientOf } from "./client-identity.js";
import { application, publicClient, type RunningProvider, startProvider } from "./provider.js";

let provider: RunningProvider;
let api: LocalServer;
/** Tokens that the API refuses, though the provider knows them. */
const revoked = new Set<string>();
beforeAll(async () => {
  provider = await startProvider();
  api = await startServer(async (request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const user = await provider.findUserToken(token);
    const known = user ?? (await provider.findApplicationToken(token));
    if (known === undefined || revoked.has(token)) return sendJson(response, 401, {});
    sendJson(response, 200, { user: user?.accountId ?? null });
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const operation: OperationDescriptor = { id: "whoAmI", method: "GET", path: "/me", scopes: ["catalog.read"] };
const identity = () => clientOf({ issuer: provider.issuer, baseUrl: api.origin });
const lastToken = () => api.received.at(-1)?.headers.authorization?.replace(/^Bearer /, "") ?? "";

/** What a client does with an authorizer: one attempt, and after a 401 one renewal and one more. */
async function call(authorizer: Authorizer): Promise<{ status: number; body: unknown }> {
  const { signal } = new AbortController();
  for (let attempt = 1; ; attempt += 1) {
    const headers = new Headers(await authorizer.authorize(operation, { signal }));
    const response = await fetch(api.origin + operation.path, { headers });
    const body: unknown = await response.json();
    const again =
      response.status === 401 &&
      attempt === 1 &&
      (await authorizer.renew?.(operation, { signal, rejected: headers }));
    if (again !== true) return { status: response.status, body };
  }
}

describe("a call with credentials", () => {
  it("of an application reaches the API, and survives the end of its token there", async () => {
    const authorizer = clientCredentials(application).bind(identity());
    expect(await call(authorizer)).toEqual({ status: 200, body: { user: null } });
    const first = lastToken();
    revoked.add(first);
    expect(await call(authorizer)).toMatchObject({ status: 200 });
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
    const authorizer = userCredentials({ signIn, store, key: "session-1" }).bind(identity());
    expect(await call(authorizer)).toEqual({ status: 200, body: { user: "ada" } });

    revoked.add(session.accessToken);
    expect(await call(authorizer)).toEqual({ status: 200, body: { user: "ada" } });
    expect((await store.get("session-1"))?.refreshToken).not.toBe(session.refreshToken);

    await store.delete("session-1");
    await expect(call(authorizer)).rejects.toMatchObject({ code: "session-ended" });
  });

  it("that the API refuses for good stays a 401 after one renewal", async () => {
    const authorizer = clientCredentials({ ...application, scopes: ["orders.read"] }).bind(identity());
    await call(authorizer);
    const before = provider.count("/token");
    revoked.add(lastToken());
    const refuseEverything = new Proxy(authorizer, {
      get: (target, name) =>
        name === "authorize"
          ? async (...given: Parameters<Authorizer["authorize"]>) => {
              const headers = await target.authorize(...given);
              revoked.add(new Headers(headers).get("authorization")?.slice("Bearer ".length) ?? "");
              return headers;
            }
          : Reflect.get(target, name),
    });
    expect(await call(refuseEverything)).toMatchObject({ status: 401 });
    expect(provider.count("/token")).toBe(before + 1);
  });
});
