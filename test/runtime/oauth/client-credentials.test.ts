import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientCredentials } from "../../../runtime/oauth/index.js";
import {
  clientIdentity,
  operationWith,
  tokenIn,
  unlimited,
} from "../../support/runtime/oauth/client-identity.js";
import {
  apiAudience,
  application,
  type RunningProvider,
  startProvider,
} from "../../support/runtime/oauth/provider.js";

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());

const bindTo = (options: Partial<Parameters<typeof clientCredentials>[0]> = {}) =>
  clientCredentials({ ...application, ...options }).bind(clientIdentity({ issuer: provider.issuer }));

describe("client credentials at a real provider", () => {
  it("get a token with the scopes of the operation", async () => {
    const headers = await bindTo().authorize(operationWith("orders.write", "catalog.read"), unlimited());
    expect(await provider.findApplicationToken(tokenIn(headers))).toMatchObject({
      scope: "catalog.read orders.write",
      clientId: application.clientId,
    });
  });

  it("authenticate with client_secret_basic on request", async () => {
    const authorizer = bindTo({ clientId: "app-basic", clientAuthentication: "client_secret_basic" });
    const token = tokenIn(await authorizer.authorize(operationWith(), unlimited()));
    expect(await provider.findApplicationToken(token)).toMatchObject({ clientId: "app-basic" });
  });

  it("request the audience by a resource indicator", async () => {
    const authorizer = bindTo({ resource: apiAudience });
    const token = tokenIn(await authorizer.authorize(operationWith("catalog.read"), unlimited()));
    expect(await provider.findApplicationToken(token)).toMatchObject({ aud: apiAudience });
  });

  it("send the given scopes in place of the operation's, or none", async () => {
    const scopeFor = async (scopes: string[]) => {
      const token = tokenIn(await bindTo({ scopes }).authorize(operationWith("orders.write"), unlimited()));
      return (await provider.findApplicationToken(token))?.scope;
    };
    expect(await scopeFor(["orders.read"])).toBe("orders.read");
    expect(await scopeFor([])).toBeUndefined();
  });

  it("request one token for fifty simultaneous calls, and none for later ones", async () => {
    const authorizer = bindTo();
    const before = [provider.count("/token"), provider.count("/.well-known/openid-configuration")];
    const all = await Promise.all(
      Array.from({ length: 50 }, () => authorizer.authorize(operationWith("catalog.read"), unlimited())),
    );
    await authorizer.authorize(operationWith("catalog.read"), unlimited());
    expect(new Set(all.map(tokenIn)).size).toBe(1);
    expect([provider.count("/token"), provider.count("/.well-known/openid-configuration")]).toEqual(
      before.map((count) => count + 1),
    );
  });

  it("read the secret from a function for each token request", async () => {
    let reads = 0;
    const authorizer = bindTo({
      clientSecret: async () => {
        reads += 1;
        return application.clientSecret;
      },
    });
    await authorizer.authorize(operationWith("catalog.read"), unlimited());
    await authorizer.authorize(operationWith("catalog.read"), unlimited());
    await authorizer.authorize(operationWith("orders.read"), unlimited());
    expect(reads).toBe(2);
  });

  it("report what the provider refused: a wrong secret, or a scope that isn't granted", async () => {
    const wrongSecret = bindTo({ clientSecret: "not-the-secret" });
    await expect(wrongSecret.authorize(operationWith(), unlimited())).rejects.toMatchObject({
      code: "token-request-failed",
      reason: "refused",
      status: 401,
      oauthError: "invalid_client",
    });
    await expect(bindTo().authorize(operationWith("not.for.this.client"), unlimited())).rejects.toMatchObject(
      {
        code: "token-request-failed",
        status: 400,
        oauthError: "invalid_scope",
      },
    );
  });

  it("call the client's hook for each new token, without the token", async () => {
    const told: unknown[] = [];
    const client = clientIdentity({ issuer: provider.issuer, onToken: (token) => told.push(token) });
    const authorizer = clientCredentials(application).bind(client);
    const operation = operationWith("catalog.read");
    const headers = new Headers(await authorizer.authorize(operation, unlimited()));
    await authorizer.authorize(operation, unlimited());
    await authorizer.renew?.(operation, { ...unlimited(), rejected: headers });
    await authorizer.authorize(operation, unlimited());
    const facts = { scopes: ["catalog.read"], expiresAt: expect.any(Number) };
    expect(told).toEqual([
      { kind: "requested", ...facts },
      { kind: "renewed", ...facts },
    ]);
  });
});
