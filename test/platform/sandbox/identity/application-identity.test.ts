import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import {
  disableIdentity,
  rotateSecret,
  setProductStatus,
  suspendPermission,
} from "../../../../platform/sandbox/platform/access/index.js";
import { createHttpClient, type OperationDescriptor } from "../../../../runtime/http/index.js";
import { clientCredentials } from "../../../../runtime/oauth/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import {
  type RunningIssuers,
  secret,
  startIssuers,
} from "../../../support/platform/sandbox/identity/start-issuers.js";
import { commerce, platformApi, secretHash } from "../../../support/platform/sandbox/people-and-products.js";

async function start(): Promise<RunningIssuers> {
  const issuers = await startIssuers();
  afterThisTest(() => issuers[Symbol.asyncDispose]());
  return issuers;
}

async function ask(issuer: string, parameters: Readonly<Record<string, string>>) {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_secret: secret, ...parameters }),
  });
  const body = (await response.json()) as Record<string, string>;
  const { access_token: token = "", scope, error } = body;
  return { status: response.status, token, scope, error };
}

describe("an application's token", () => {
  it("is requested by the runtime's client, and says what it is for", async () => {
    const { urls, verify, register, failures } = await start();
    const { application, service } = register();
    const sent: string[] = [];
    const client = createHttpClient({
      environment: "sandbox",
      issuer: urls.sandbox,
      baseUrl: "https://api.example",
      credentials: clientCredentials({ clientId: service, clientSecret: secret }),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.url.startsWith(urls.sandbox)) return fetch(request);
        sent.push(request.headers.get("authorization")?.replace("Bearer ", "") ?? "");
        return Response.json({});
      },
    });
    const operation: OperationDescriptor = {
      id: "list",
      method: "GET",
      path: "/",
      scopes: ["commerce.catalog.read"],
    };
    await client.call(operation);
    expect(await verify(sent[0] ?? "")).toEqual({
      environment: "sandbox",
      client: service,
      application: application.id,
      identity: "application",
      audience: commerce.audience,
      scopes: ["commerce.catalog.read"],
      issuedAt: expect.any(Number),
    });
    expect(failures).toEqual([]);
  });

  it("has all granted scopes if the request names none, and real times", async () => {
    const { urls, verify, register, advance, clock } = await start();
    const { service } = register();
    advance(40 * 86_400_000);
    // Tokens have whole seconds.
    const before = { real: Date.now() - 1000, sandbox: clock.now() - 1000 };
    const { token, scope } = await ask(urls.sandbox, { client_id: service });
    expect(scope).toBe("commerce.catalog.read commerce.checkout.create");
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(iat * 1000).toBeGreaterThan(before.real);
    expect(iat * 1000).toBeLessThanOrEqual(Date.now());
    expect(exp - iat).toBe(3600);
    const verified = await verify(token);
    const issuedAt = "issuedAt" in verified ? verified.issuedAt : 0;
    expect(issuedAt).toBeGreaterThan(before.sandbox);
    expect(issuedAt).toBeLessThanOrEqual(clock.now());
  });

  it("expires in the sandbox's time, at once after an advance", async () => {
    const { urls, verify, register, advance } = await start();
    const { service } = register();
    const { token } = await ask(urls.sandbox, { client_id: service });
    advance(3_590_000);
    expect(await verify(token)).toMatchObject({ client: service });
    const { token: second } = await ask(urls.sandbox, { client_id: service });
    advance(11_000);
    expect(await verify(token)).toEqual({ problem: "expired" });
    expect(await verify(second)).toMatchObject({ client: service });
  });

  it("ends with its secret, and the old secret is refused at once", async () => {
    const { urls, verify, register, world } = await start();
    const { application, service } = register();
    const { token } = await ask(urls.sandbox, { client_id: service });
    expect(await verify(token)).toMatchObject({ client: service });
    world.command(rotateSecret, { application: application.id, secretHash: secretHash("new") });
    expect(await verify(token)).toEqual({ problem: "client-ended" });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({
      status: 401,
      error: "invalid_client",
    });
    const again = await ask(urls.sandbox, { client_id: service, client_secret: "new" });
    expect(await verify(again.token)).toMatchObject({ client: service });
  });

  it("ends with its client", async () => {
    const { urls, verify, register, world } = await start();
    const { application, service } = register();
    const { token } = await ask(urls.sandbox, { client_id: service });
    world.command(disableIdentity, { application: application.id, identity: "application" });
    expect(await verify(token)).toEqual({ problem: "client-ended" });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({ status: 401 });
  });

  it.each([
    ["the secret's hash", secretHash(secret)],
    ["another secret", "wrong"],
    ["none", ""],
  ])("isn't issued for %s", async (_, given) => {
    const { urls, register } = await start();
    const { service } = register();
    expect(await ask(urls.sandbox, { client_id: service, client_secret: given })).toMatchObject({
      error: "invalid_client",
      token: "",
    });
  });

  it("isn't issued by HTTP Basic authentication", async () => {
    const { urls, register } = await start();
    const { service } = register();
    const response = await fetch(`${urls.sandbox}/token`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${service}:${encodeURIComponent(secret)}`)}` },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    expect(response.status).toBe(400);
  });

  it("of one environment means nothing in the other", async () => {
    const { urls, verify, register } = await start();
    const sandbox = register();
    const production = register({ environment: "production" });
    expect(await ask(urls.production, { client_id: sandbox.service })).toMatchObject({
      error: "invalid_client",
    });
    const { token } = await ask(urls.production, { client_id: production.service });
    expect(await verify(token)).toMatchObject({ environment: "production" });
    const [head, body = "", signature] = token.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, iss: urls.sandbox })).toString("base64url");
    expect(await verify(`${head}.${forged}.${signature}`)).toEqual({ problem: "signature" });
  });
});

describe("the API product of an application's token", () => {
  const both = {
    application: { commerce: ["commerce.catalog.read"], "platform-api": ["openplatform.api.invoke"] },
  };

  it.each([
    ["by `resource`", { resource: platformApi.audience }, platformApi.audience],
    ["by `audience`", { audience: commerce.audience }, commerce.audience],
    ["by its scopes", { scope: "openplatform.api.invoke" }, platformApi.audience],
  ])("is chosen %s", async (_, parameters, audience) => {
    const { urls, verify, register } = await start();
    const { service } = register({ access: both });
    const { token } = await ask(urls.sandbox, { client_id: service, ...parameters });
    expect(await verify(token)).toMatchObject({ audience });
  });

  it.each([
    ["must be named if there are several", {}, "invalid_target"],
    ["must be one that is enabled", { resource: "urn:other" }, "invalid_target"],
    ["must have granted the scope", { scope: "commerce.checkout.create" }, "invalid_scope"],
    ["must have granted every scope", { scope: "commerce.catalog.read made.up" }, "invalid_scope"],
  ])("%s", async (_, parameters, error) => {
    const { urls, register } = await start();
    const { service } = register({ access: both });
    expect(await ask(urls.sandbox, { client_id: service, ...parameters })).toMatchObject({
      status: 400,
      error,
    });
  });

  it("must be active, and the permission enabled", async () => {
    const { urls, register, world } = await start();
    const { application, service } = register();
    world.command(setProductStatus, { product: "commerce", status: "deprecated" });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({ error: "invalid_target" });
    world.command(setProductStatus, { product: "commerce", status: "active" });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({ status: 200 });
    world.command(suspendPermission, {
      application: application.id,
      identity: "application",
      product: "commerce",
    });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({ error: "invalid_target" });
  });

  it("isn't shared with the user identity", async () => {
    const { urls, register } = await start();
    const { service } = register({ access: { user: both.application } });
    expect(await ask(urls.sandbox, { client_id: service })).toMatchObject({ error: "invalid_target" });
  });
});
