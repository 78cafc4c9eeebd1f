import { describe, expect, it } from "vitest";
import {
  approveApplication,
  approveDelegation,
  authorizeForCustomer,
  createApplication,
  disableIdentity,
  enableIdentity,
  ensurePersonalSpace,
  giveConsent,
  openId,
  revokeApplication,
  revokeApproval,
  revokeConsent,
  revokeCustomerAuthorization,
  revokeDelegation,
  rotateSecret,
  setSignInUrls,
  transferOwnership,
  unionId,
  userContext,
} from "../../../../../platform/sandbox/platform/access/index.js";
import { createMemoryWorld } from "../../../../support/platform/sandbox/memory-world.js";
import {
  newApplication,
  populate,
  secretHash,
} from "../../../../support/platform/sandbox/people-and-products.js";

const minute = 60_000;
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

function start() {
  const world = createMemoryWorld();
  const { now, advanceTo } = world.platform;
  populate(world);
  const create = (change = {}) => world.command(createApplication, { ...newApplication(), ...change });
  return { world, create, now, pass: (ms: number) => advanceTo(now() + ms, {}) };
}
const both = {
  identities: {
    application: { secretHash: secretHash("one") },
    user: { redirectUris: ["https://shop.example/callback"] },
  },
};

describe("an application", () => {
  it("belongs to its creator, and has a client of its own for each identity", () => {
    const { create } = start();
    const { application, clients } = create(both);
    expect(application).toMatchObject({ owner: "ada", environment: "sandbox", status: "active" });
    expect(clients).toMatchObject([
      { identity: "application", secretHash: secretHash("one"), redirectUris: [] },
      {
        identity: "user",
        redirectUris: ["https://shop.example/callback"],
        logoutUris: ["https://shop.example/"],
        origins: ["https://shop.example"],
      },
    ]);
    expect(clients[1]).not.toHaveProperty("secretHash");
    expect(clients[0]?.id).not.toBe(clients[1]?.id);
  });

  it.each([
    ["of someone outside of the organization", { creator: "bo" }, "not-a-member"],
    ["of an unknown person", { creator: "nobody" }, "unknown-person"],
    ["without a name", { name: " " }, "name-invalid"],
    ["with a bad slug", { slug: "Shop!" }, "slug-invalid"],
    ["bound to an unknown product", { product: "none" }, "unknown-catalog-product"],
    [
      "with a secret instead of its hash",
      { identities: { application: { secretHash: "s3cret" } } },
      "secret-hash-invalid",
    ],
    ["without a callback URL", { identities: { user: { redirectUris: [] } } }, "redirect-uri-invalid"],
    [
      "with a wildcard",
      { identities: { user: { redirectUris: ["https://*.example/"] } } },
      "redirect-uri-invalid",
    ],
  ])("%s isn't created", (_, change, code) => {
    const { world, create } = start();
    expect(() => create(change)).toThrow(refusal(code));
    expect(world.view.list("application")).toEqual([]);
    expect(world.view.list("client")).toEqual([]);
  });

  it("has a slug of its own in its environment", () => {
    const { create } = start();
    create();
    expect(() => create()).toThrow(refusal("slug-taken"));
    expect(create({ environment: "production" }).application.slug).toBe("shop");
  });

  it("enables an identity later, and again after it was disabled, with the same client id", () => {
    const { world, create } = start();
    const application = create().application.id;
    const first = world.command(enableIdentity, {
      application,
      identity: "application",
      secretHash: secretHash("1"),
    });
    expect(() =>
      world.command(enableIdentity, { application, identity: "application", secretHash: secretHash("2") }),
    ).toThrow(refusal("identity-enabled"));
    const disabled = world.command(disableIdentity, { application, identity: "application" });
    expect(disabled).toMatchObject({ status: "disabled", tokenVersion: 1 });
    const again = world.command(enableIdentity, {
      application,
      identity: "application",
      secretHash: secretHash("2"),
    });
    expect(again).toMatchObject({ id: first.id, status: "active", tokenVersion: 1, secretVersion: 2 });
  });

  it("changes its sign-in URLs, also the logout URLs and web origins", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    const urls = {
      redirectUris: ["http://127.0.0.1:3000/cb"],
      logoutUris: ["http://127.0.0.1:3000/bye"],
      origins: [],
    };
    expect(world.command(setSignInUrls, { application, ...urls })).toMatchObject(urls);
    expect(() =>
      world.command(setSignInUrls, { application, ...urls, origins: ["https://a.example/path"] }),
    ).toThrow(refusal("origin-invalid"));
  });

  it("rotates its secret: only the new one is kept", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    const rotated = world.command(rotateSecret, { application, secretHash: secretHash("two") });
    expect(rotated).toMatchObject({ secretHash: secretHash("two"), secretVersion: 2, tokenVersion: 1 });
    expect(() => world.command(rotateSecret, { application, secretHash: secretHash("two") })).toThrow(
      refusal("secret-unchanged"),
    );
    expect(JSON.stringify(world.view.list("client"))).not.toContain(secretHash("one"));
  });

  it("that is revoked has no enabled identity, and accepts no configuration", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    world.command(revokeApplication, { application });
    expect(world.view.list("client", { application, status: "active" })).toEqual([]);
    expect(() => world.command(rotateSecret, { application, secretHash: secretHash("two") })).toThrow(
      refusal("application-revoked"),
    );
  });
});

describe("a transfer of ownership", () => {
  it("needs a verification within the last five minutes", () => {
    const { world, create, now, pass } = start();
    const { id: application, revision } = create().application;
    const transfer = { application, by: "ada", to: "cy", verifiedAt: now(), revision };
    pass(5 * minute + 1);
    expect(() => world.command(transferOwnership, transfer)).toThrow(refusal("verification-required"));
    expect(() => world.command(transferOwnership, { ...transfer, verifiedAt: undefined })).toThrow(
      refusal("verification-required"),
    );
    expect(() => world.command(transferOwnership, { ...transfer, verifiedAt: now() + 1 })).toThrow(
      refusal("verification-required"),
    );
    expect(world.command(transferOwnership, { ...transfer, verifiedAt: now() - 5 * minute })).toMatchObject({
      owner: "cy",
      revision: revision + 1,
    });
  });

  it.each([
    ["by another than the owner", { by: "cy" }, "not-the-owner"],
    ["of a revision that has changed", { revision: 7 }, "revision-conflict"],
    ["to someone outside of the organization", { to: "bo" }, "not-a-member"],
  ])("%s is refused", (_, change, code) => {
    const { world, create, now } = start();
    const { id: application, revision } = create().application;
    const transfer = { application, by: "ada", to: "cy", verifiedAt: now(), revision, ...change };
    expect(() => world.command(transferOwnership, transfer)).toThrow(refusal(code));
  });
});

describe("authorizations", () => {
  it("are given and withdrawn: approval, delegation, customer's authorization and consent", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    const forGlobex = { application, organization: "globex" };
    const between = { partner: "globex", customer: "acme" };
    const consent = { application, person: "bo", scopes: ["openid"] };
    expect(world.command(approveApplication, forGlobex)).toMatchObject({ status: "active" });
    expect(world.command(revokeApproval, forGlobex)).toMatchObject({ status: "revoked" });
    expect(world.command(approveDelegation, between)).toMatchObject({ status: "active" });
    expect(world.command(revokeDelegation, between)).toMatchObject({ status: "revoked" });
    expect(world.command(authorizeForCustomer, forGlobex)).toMatchObject({ status: "active" });
    expect(world.command(revokeCustomerAuthorization, forGlobex)).toMatchObject({ status: "revoked" });
    world.command(giveConsent, consent);
    expect(world.command(giveConsent, { ...consent, scopes: ["a"] })).toMatchObject({
      scopes: ["openid", "a"],
    });
    expect(world.command(revokeConsent, consent)).toMatchObject({ status: "revoked" });
    expect(world.command(giveConsent, { ...consent, scopes: ["a"] })).toMatchObject({
      status: "active",
      scopes: ["a"],
    });
  });

  it("of what doesn't exist can't be withdrawn", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    expect(() => world.command(revokeConsent, { application, person: "bo" })).toThrow(
      refusal("unknown-consent"),
    );
  });
});

describe("a person", () => {
  it("without an enterprise gets one personal space", () => {
    const { world } = start();
    const membership = world.command(ensurePersonalSpace, { person: "bo" });
    expect(world.view.get("organization", membership.organization)).toMatchObject({ kind: "personal" });
    expect(world.command(ensurePersonalSpace, { person: "bo" })).toEqual(membership);
    expect(world.command(ensurePersonalSpace, { person: "ada" })).toMatchObject({ id: "mem-ada-acme" });
  });

  it("has an open id for each application and a union id for each owner", () => {
    expect(openId("ada", "app_1")).toBe(openId("ada", "app_1"));
    expect(openId("ada", "app_1")).not.toBe(openId("ada", "app_2"));
    expect(unionId("ada", "acme")).not.toBe(unionId("ada", "globex"));
    expect(unionId("ada", "acme")).not.toBe(openId("ada", "acme"));
  });

  it("has a context in an open space alone", () => {
    const { world, create } = start();
    const application = create(both).application.id;
    const member = { application, membership: "mem-ada-globex" };
    expect(userContext(world.view, member)).toEqual({
      open_id: openId("ada", application),
      union_id: unionId("ada", "acme"),
      space: { organization_id: "globex", membership_id: "mem-ada-globex" },
    });
    world.put("organization", {
      id: "globex",
      name: { en: "", zh: "" },
      kind: "enterprise",
      status: "revoked",
    });
    expect(() => userContext(world.view, member)).toThrow(refusal("membership-revoked"));
  });
});
