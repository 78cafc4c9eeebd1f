import { describe, expect, it } from "vitest";
import {
  disableIdentity,
  listSpaces,
  openId,
  revokeApplication,
  revokeConsent,
  unionId,
} from "../../../../platform/sandbox/platform/access/index.js";
import { signInWith, startForTest } from "../../../support/platform/sandbox/identity/sign-in-with.js";
import { commerce, platformApi } from "../../../support/platform/sandbox/people-and-products.js";

describe("a sign-in with the runtime's client", () => {
  it("tells who the person is, for this application, and in which space", async () => {
    const issuers = await startForTest();
    const { application, user } = issuers.register();
    const { enter } = signInWith(issuers, user);
    const session = await enter({ person: "ada", space: "mem-ada-globex" });
    expect(session.claims).toMatchObject({
      iss: issuers.urls.sandbox,
      sub: "ada",
      open_id: openId("ada", application.id),
      union_id: unionId("ada", "acme"),
      space: { organization_id: "globex", membership_id: "mem-ada-globex" },
    });
    expect(session.claims).not.toHaveProperty("email");
    expect(await issuers.verify(session.accessToken)).toEqual({
      environment: "sandbox",
      client: user,
      application: application.id,
      identity: "user",
      person: "ada",
      membership: "mem-ada-globex",
      audience: commerce.audience,
      scopes: ["commerce.catalog.read", "commerce.checkout.create"],
      issuedAt: expect.any(Number),
    });
    expect(issuers.world.view.list("consent")).toMatchObject([
      {
        person: "ada",
        status: "active",
        scopes: expect.arrayContaining(["openid", "commerce.catalog.read"]),
      },
    ]);
    expect(issuers.failures).toEqual([]);
  });

  it("gives a person without an enterprise a personal space", async () => {
    const issuers = await startForTest();
    const { enter } = signInWith(issuers, issuers.register().user);
    const { claims } = await enter({ person: "bo" });
    const [space] = listSpaces(issuers.world.view, "bo");
    expect(space?.organization.kind).toBe("personal");
    expect(claims.space).toEqual({
      organization_id: space?.organization.id,
      membership_id: space?.membership.id,
    });
  });

  it("has the requested claims and scopes alone", async () => {
    const issuers = await startForTest();
    const scopes = ["openid", "email", "commerce.catalog.read"];
    const { enter } = signInWith(issuers, issuers.register().user, { scopes });
    const session = await enter();
    expect(session).toMatchObject({
      claims: { email: "ada@example.com" },
      scopes: ["commerce.catalog.read"],
    });
    expect(session.refreshToken).toBeUndefined();
  });

  it("can be refused by the person", async () => {
    const issuers = await startForTest();
    const { enter } = signInWith(issuers, issuers.register().user);
    await expect(enter({ allow: "no" })).rejects.toMatchObject({
      code: "sign-in-failed",
      oauthError: "access_denied",
    });
    expect(issuers.world.view.list("consent")).toEqual([]);
  });

  it("of an application without an API product still tells who the person is", async () => {
    const issuers = await startForTest();
    const { enter } = signInWith(issuers, issuers.register({ access: {} }).user, {
      scopes: ["openid", "profile"],
    });
    const session = await enter();
    expect(await issuers.verify(session.accessToken)).toEqual({ problem: "malformed" });
    const answer = await fetch(`${issuers.urls.sandbox}/me`, {
      headers: { authorization: `Bearer ${session.accessToken}` },
    });
    expect(await answer.json()).toMatchObject({
      sub: "ada",
      name: "Ada",
      space: { membership_id: "mem-ada-acme" },
    });
  });

  it("names one of several API products by `resource`", async () => {
    const issuers = await startForTest();
    const access = {
      user: { commerce: ["commerce.catalog.read"], "platform-api": ["openplatform.api.invoke"] },
    };
    const { enter } = signInWith(issuers, issuers.register({ access }).user, {
      resource: platformApi.audience,
    });
    expect(await issuers.verify((await enter()).accessToken)).toMatchObject({
      audience: platformApi.audience,
      scopes: ["openplatform.api.invoke"],
    });
  });
});

describe("userinfo", () => {
  it("answers a token of an API product with the same claims", async () => {
    const issuers = await startForTest();
    const { application, user } = issuers.register();
    const { enter } = signInWith(issuers, user, { scopes: ["openid", "email"] });
    const { accessToken, claims } = await enter();
    const me = () =>
      fetch(`${issuers.urls.sandbox}/me`, { headers: { authorization: `Bearer ${accessToken}` } });
    const { sub, open_id, union_id, space, email } = claims;
    expect(await (await me()).json()).toEqual({ sub, open_id, union_id, space, email });
    issuers.world.command(revokeConsent, { application: application.id, person: "ada" });
    expect((await me()).status).toBe(403);
  });
});

describe("a browser's page of another origin", () => {
  it("may read userinfo and tokens if its origin is registered", async () => {
    const issuers = await startForTest();
    const { user } = issuers.register();
    const { accessToken } = await signInWith(issuers, user).enter();
    const allowed = async (path: string, origin: string, init: RequestInit) => {
      const headers = { ...init.headers, origin };
      const answer = await fetch(`${issuers.urls.sandbox}${path}`, { ...init, headers });
      return answer.headers.get("access-control-allow-origin");
    };
    const me = { headers: { authorization: `Bearer ${accessToken}` } };
    const token = {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "none", client_id: user }),
    };
    for (const [path, init] of [
      ["/me", me],
      ["/token", token],
    ] as const) {
      expect(await allowed(path, "https://shop.example", init)).toBe("https://shop.example");
      expect(await allowed(path, "https://evil.example", init)).toBeNull();
    }
  });
});

describe("a refresh", () => {
  it("renews the tokens until the refresh token expires in the sandbox's time", async () => {
    const issuers = await startForTest();
    const { signIn, enter } = signInWith(issuers, issuers.register().user);
    const session = await enter({ person: "ada", space: "mem-ada-globex" });
    issuers.advance(2 * 3_600_000);
    expect(await issuers.verify(session.accessToken)).toEqual({ problem: "expired" });
    const renewed = await signIn.refresh(session);
    expect(await issuers.verify(renewed.accessToken)).toMatchObject({ membership: "mem-ada-globex" });
    issuers.advance(14 * 86_400_000);
    await expect(signIn.refresh(renewed)).rejects.toMatchObject({ oauthError: "invalid_grant" });
  });

  it("with a used refresh token is refused, and ends the whole grant", async () => {
    const issuers = await startForTest();
    const { signIn, enter } = signInWith(issuers, issuers.register().user);
    const session = await enter();
    const renewed = await signIn.refresh(session);
    await expect(signIn.refresh(session)).rejects.toMatchObject({ oauthError: "invalid_grant" });
    await expect(signIn.refresh(renewed)).rejects.toMatchObject({ oauthError: "invalid_grant" });
    for (const { accessToken } of [session, renewed])
      expect(await issuers.verify(accessToken)).toEqual({ problem: "grant-ended" });
  });

  it("ends with the consent, the client, the application, the person and the space", async () => {
    const issuers = await startForTest();
    const { world } = issuers;
    const ending: Readonly<Record<string, (application: string) => unknown>> = {
      consent: (application) => world.command(revokeConsent, { application, person: "ada" }),
      client: (application) => world.command(disableIdentity, { application, identity: "user" }),
      application: (application) => world.command(revokeApplication, { application }),
      space: () =>
        world.put("membership", {
          id: "mem-ada-acme",
          person: "ada",
          organization: "acme",
          status: "revoked",
        }),
      person: () =>
        world.put("person", { id: "ada", name: "Ada", email: "ada@example.com", status: "revoked" }),
    };
    for (const [slug, end] of Object.entries(ending)) {
      const { application, user } = issuers.register({ slug });
      const { signIn, enter } = signInWith(issuers, user);
      const session = await enter({ person: "ada", space: "mem-ada-acme" });
      end(application.id);
      await expect(signIn.refresh(session), slug).rejects.toMatchObject({
        name: expect.stringMatching(/Error$/),
      });
      world.put("membership", { id: "mem-ada-acme", person: "ada", organization: "acme", status: "active" });
    }
  });
});
