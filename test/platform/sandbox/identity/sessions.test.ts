import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { signInWith, startForTest } from "../../../support/platform/sandbox/identity/sign-in-with.js";
import { commerce } from "../../../support/platform/sandbox/people-and-products.js";

describe("a session at the issuer", () => {
  it("signs the same person in without a page, until it expires", async () => {
    const issuers = await startForTest();
    const { browser, enter } = signInWith(issuers, issuers.register().user);
    await enter();
    const pages = browser.visits.length;
    expect(await enter({}, {})).toMatchObject({ claims: { sub: "ada" } });
    expect(browser.visits).toHaveLength(pages);
    issuers.advance(25 * 3_600_000);
    expect(await enter({ person: "cy" }, {})).toMatchObject({ claims: { sub: "cy" } });
    expect(browser.visits.length).toBeGreaterThan(pages);
  });

  it("asks again if the last sign-in is longer ago than `max_age` in the sandbox's time", async () => {
    const issuers = await startForTest();
    const { signIn, browser, enter } = signInWith(issuers, issuers.register().user);
    await enter();
    issuers.advance(10 * 60_000);
    const pages = browser.visits.length;
    const { url, transaction } = await signIn.begin({ maxAge: 300 });
    await signIn.complete(await browser.go(url, { person: "ada" }), transaction);
    expect(browser.visits.length).toBeGreaterThan(pages);
  });

  it("never switches to another space if the chosen one is revoked", async () => {
    const issuers = await startForTest();
    const { browser, enter } = signInWith(issuers, issuers.register().user);
    await enter({ person: "ada", space: "mem-ada-globex" });
    issuers.world.put("membership", {
      id: "mem-ada-globex",
      person: "ada",
      organization: "globex",
      status: "revoked",
    });
    const pages = browser.visits.length;
    const { claims } = await enter({ space: "mem-ada-acme" }, {});
    expect(browser.visits.length).toBe(pages + 1);
    expect(claims.space).toEqual({ organization_id: "acme", membership_id: "mem-ada-acme" });
  });

  it("of a person who was revoked leads to the sign-in page", async () => {
    const issuers = await startForTest();
    const { enter } = signInWith(issuers, issuers.register().user);
    await enter();
    issuers.world.put("person", { id: "ada", name: "Ada", email: "ada@example.com", status: "revoked" });
    expect(await enter({ person: "cy" }, {})).toMatchObject({ claims: { sub: "cy" } });
    expect(issuers.failures).toEqual([]);
  });

  it("of one environment is none in the other, and doesn't disturb it", async () => {
    const issuers = await startForTest();
    const sandbox = signInWith(issuers, issuers.register().user);
    const production = signInWith(
      issuers,
      issuers.register({ environment: "production" }).user,
      { issuer: issuers.urls.production, environment: "production" },
      sandbox.browser,
    );
    await sandbox.enter({ person: "ada" }, {});
    expect(await production.enter({ person: "cy" }, {})).toMatchObject({ claims: { sub: "cy" } });
    expect(await sandbox.enter({}, {})).toMatchObject({ claims: { sub: "ada" } });
    expect(await issuers.verify((await production.enter({}, {})).accessToken)).toMatchObject({
      environment: "production",
      person: "cy",
    });
  });

  it("ends at the End Session Endpoint, which leads back to a registered logout URL", async () => {
    const issuers = await startForTest();
    const { signIn, browser, enter } = signInWith(issuers, issuers.register().user);
    const session = await enter();
    const url = await signIn.endSessionUrl({
      session,
      postLogoutRedirectUri: "https://shop.example/goodbye",
    });
    expect(await browser.go(url ?? "")).toBe("https://shop.example/goodbye");
    const pages = browser.visits.length;
    // A token that may outlive the session does (`offline_access`).
    expect(await issuers.verify(session.accessToken)).toMatchObject({ person: "ada" });
    await enter({ person: "cy" }, {});
    expect(browser.visits.length).toBeGreaterThan(pages);
    const other = await signIn.endSessionUrl({
      session,
      postLogoutRedirectUri: "https://shop.example/other",
    });
    await browser.go(other ?? "");
    expect(browser.visits.at(-1)).toMatchObject({ status: 400 });
  });
});

describe("an issuer's keys", () => {
  it("verify tokens for anyone, and old ones for a while after a rotation", async () => {
    const issuers = await startForTest();
    const { enter } = signInWith(issuers, issuers.register().user, { keysCooldownMs: 0 });
    const before = await enter();
    await issuers.rotateKeys("sandbox");
    const after = await enter();
    const published = () => createRemoteJWKSet(new URL(`${issuers.urls.sandbox}/jwks`));
    for (const { accessToken, idToken } of [before, after]) {
      expect(await jwtVerify(idToken, published(), { issuer: issuers.urls.sandbox })).toBeDefined();
      expect(
        await jwtVerify(accessToken, published(), { typ: "at+jwt", audience: commerce.audience }),
      ).toBeDefined();
      expect(await issuers.verify(accessToken)).toMatchObject({ person: "ada" });
    }
    expect(decodeJwt(before.idToken).aud).toBe(decodeJwt(after.idToken).aud);
    issuers.advance(25 * 3_600_000);
    await expect(jwtVerify(before.idToken, published())).rejects.toMatchObject({
      code: "ERR_JWKS_NO_MATCHING_KEY",
    });
  });
});
