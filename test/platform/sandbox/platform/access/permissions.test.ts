import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkBinding,
  configureAndEnable,
  createApplication,
  grantThroughSupport,
  importLegacyRequest,
  permissionStatus,
  publishProduct,
  requestAccess,
  revokePermission,
  setBinding,
  setProductStatus,
  suspendPermission,
} from "../../../../../platform/sandbox/platform/access/index.js";
import { Refusal } from "../../../../../platform/sandbox/platform/draft.js";
import type { Permission } from "../../../../../platform/sandbox/platform/records/applications.js";
import { createMemoryWorld } from "../../../../support/platform/sandbox/memory-world.js";
import {
  commerce,
  newApplication,
  populate,
  secretHash,
} from "../../../../support/platform/sandbox/people-and-products.js";

function start() {
  const world = createMemoryWorld();
  populate(world);
  const { application } = world.command(createApplication, {
    ...newApplication(),
    identities: {
      application: { secretHash: secretHash("s") },
      user: { redirectUris: ["https://shop.example/callback"] },
    },
  });
  const key = { application: application.id, identity: "application", product: "commerce" } as const;
  const request = { ...key, environment: "sandbox", scopes: ["commerce.catalog.read"] } as const;
  return { world, application, key, request };
}
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });

describe("a request for access", () => {
  it("with published scopes becomes Enabled and Bound, for this identity alone", () => {
    const { world, key, request } = start();
    expect(permissionStatus(world.view, key)).toMatchObject({
      state: "available",
      actions: ["request-access"],
    });
    expect(world.command(requestAccess, request)).toMatchObject({
      state: "enabled",
      binding: "bound",
      scopes: ["commerce.catalog.read"],
    });
    expect(permissionStatus(world.view, key)).toMatchObject({ state: "enabled", actions: ["test"] });
    expect(permissionStatus(world.view, { ...key, identity: "user" })).toMatchObject({ state: "available" });
  });

  it("is safe to repeat: it creates no duplicate and changes nothing", () => {
    const { world, request } = start();
    const first = world.command(requestAccess, request);
    expect(world.command(requestAccess, request)).toBe(first);
    expect(world.view.list("permission")).toEqual([first]);
  });

  it("never appends scopes to an existing subscription, which shows the scope as Not included", () => {
    const { world, key, request } = start();
    world.command(requestAccess, request);
    const more = { ...request, scopes: ["commerce.catalog.read", "commerce.checkout.create"] };
    expect(() => world.command(requestAccess, more)).toThrow(refusal("scopes-not-included"));
    expect(permissionStatus(world.view, { ...key, scope: "commerce.checkout.create" })).toMatchObject({
      state: "not-included",
      actions: ["contact-support"],
    });
    const { scopes } = world.command(grantThroughSupport, { ...key, scopes: more.scopes });
    expect(scopes).toEqual(more.scopes);
  });

  it.each([
    ["without a scope", { scopes: [] }, "scopes-invalid"],
    ["with an unpublished scope", { scopes: ["commerce.everything"] }, "scopes-invalid"],
    ["for an unknown product", { product: "none" }, "unknown-api-product"],
    ["for another environment", { environment: "production" }, "environment-mismatch"],
    ["of an unknown application", { application: "app_0" }, "unknown-application"],
  ] as const)("%s is refused", (_, change, code) => {
    const { world, request } = start();
    expect(() => world.command(requestAccess, { ...request, ...change })).toThrow(refusal(code));
    expect(world.view.list("permission")).toEqual([]);
  });

  it("of an identity that isn't enabled is refused", () => {
    const { world, request } = start();
    const { application } = world.command(createApplication, newApplication("sandbox", "bare"));
    expect(() => world.command(requestAccess, { ...request, application: application.id })).toThrow(
      refusal("identity-not-enabled"),
    );
  });

  it.each(["deprecated", "revoked"] as const)("for a product that is %s is refused", (status) => {
    const { world, request } = start();
    world.command(setProductStatus, { product: "commerce", status });
    expect(() => world.command(requestAccess, request)).toThrow(refusal("product-not-active"));
  });
});

describe("a permission's state", () => {
  const moves = {
    requestAccess,
    configureAndEnable,
    importLegacyRequest,
    suspendPermission,
    revokePermission,
  };
  /** Everything that isn't here is refused, or leaves the permission as it is. */
  const shown: Readonly<
    Record<Permission["state"], Partial<Record<keyof typeof moves, Permission["state"]>>>
  > = {
    available: { requestAccess: "enabled", importLegacyRequest: "configuration-required" },
    "configuration-required": { configureAndEnable: "enabled" },
    enabled: { suspendPermission: "suspended", revokePermission: "revoked" },
    suspended: { revokePermission: "revoked" },
    revoked: {},
    "not-included": {},
  };
  const table = Object.entries(shown).flatMap(([state, to]) =>
    Object.keys(moves).map((name) => [state, name, to[name as keyof typeof moves]] as const),
  );

  it.each(table)("%s, %s: %s", (from, name, to) => {
    const { world, key, request } = start();
    const permission = world.command(requestAccess, request);
    world.put("permission", { ...permission, state: from as Permission["state"] });
    try {
      world.command(moves[name as keyof typeof moves] as typeof requestAccess, request);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
    expect(permissionStatus(world.view, key).state).toBe(to ?? from);
  });

  it("is independent of the other identity, whatever happens", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(moves)), { maxLength: 8 }), (steps) => {
        const { world, key, request } = start();
        const other = world.command(requestAccess, { ...request, identity: "user" });
        for (const step of steps) {
          try {
            world.command(step as typeof requestAccess, request);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
          }
        }
        expect(world.view.get("permission", other.id)).toEqual(other);
        expect(world.view.list("permission", { product: key.product }).length).toBeLessThanOrEqual(2);
      }),
    );
  });
});

describe("a legacy request", () => {
  it("is shown with its action, and enabled with the scopes it needs", () => {
    const { world, key, request } = start();
    world.command(importLegacyRequest, key);
    expect(permissionStatus(world.view, key)).toMatchObject({ actions: ["configure-and-enable"] });
    expect(world.command(requestAccess, request)).toMatchObject({
      state: "configuration-required",
      scopes: [],
    });
    expect(world.command(configureAndEnable, { ...key, scopes: request.scopes })).toMatchObject({
      state: "enabled",
      binding: "bound",
      scopes: request.scopes,
    });
  });
});

describe("a binding", () => {
  it("is Drifted once a scope is no longer published, and can be set for a test", () => {
    const { world, key, request } = start();
    world.command(requestAccess, request);
    expect(world.command(checkBinding, key)).toMatchObject({ binding: "bound" });
    world.command(publishProduct, { ...commerce, scopes: commerce.scopes.slice(1) });
    expect(world.command(checkBinding, key)).toMatchObject({ binding: "drifted" });
    expect(permissionStatus(world.view, key)).toMatchObject({ state: "enabled", actions: [] });
    expect(world.command(setBinding, { ...key, binding: "temporarily-unverifiable" })).toMatchObject({
      binding: "temporarily-unverifiable",
    });
  });
});

describe("an API product's status", () => {
  it.each(["deprecated", "revoked"] as const)("%s is never restored by an update", (status) => {
    const { world } = start();
    world.command(setProductStatus, { product: "commerce", status });
    expect(world.command(publishProduct, { ...commerce, version: "v2" })).toMatchObject({
      version: "v2",
      status,
    });
  });

  it("revoked is final", () => {
    const { world } = start();
    world.command(setProductStatus, { product: "commerce", status: "deprecated" });
    world.command(setProductStatus, { product: "commerce", status: "active" });
    world.command(setProductStatus, { product: "commerce", status: "revoked" });
    for (const status of ["active", "deprecated"] as const)
      expect(() => world.command(setProductStatus, { product: "commerce", status })).toThrow(
        refusal("product-move-refused"),
      );
  });

  it("updated with more scopes adds none to a permission", () => {
    const { world, key, request } = start();
    world.command(requestAccess, request);
    const added = { name: "commerce.new", description: { en: "New", zh: "新" } };
    world.command(publishProduct, { ...commerce, scopes: [...commerce.scopes, added] });
    expect(permissionStatus(world.view, key).scopes).toEqual(request.scopes);
  });
});
