import type { PlatformCommand } from "../../../../../platform/sandbox/platform/draft.js";
import type { Permission } from "../../../../../platform/sandbox/platform/records/applications.js";
import type { SubscriptionRecord } from "../../../../../platform/sandbox/platform/records/commerce.js";
import type { ApiProduct } from "../../../../../platform/sandbox/platform/records/products.js";
import { permissionId } from "../../../../../platform/sandbox/platform/records/records.js";

const text = (en: string) => ({ en, zh: en });

/** Scopes of the commerce routes. */
export const commerceScopes: readonly string[] = [
  "commerce.catalog.read",
  "commerce.checkout.create",
  "commerce.checkout.read",
  "commerce.subscription.read",
  "commerce.subscription.manage",
];

const product = (code: string, scopes: readonly string[]): ApiProduct => ({
  code,
  version: "v1",
  name: text(code),
  description: text(code),
  audience: `urn:test:${code}`,
  scopes: scopes.map((name) => ({ name, description: text(name) })),
  quota: { requests: 1000, seconds: 60 },
  support: "support@example.com",
  environments: ["sandbox", "production"],
  identities: ["application", "user"],
  eventTypes: [],
  callbackTypes: [],
  status: "active",
});

const permission = (
  identity: Permission["identity"],
  code: string,
  scopes: readonly string[],
): Permission => ({
  id: permissionId("app_1", identity, code),
  application: "app_1",
  environment: "sandbox",
  identity,
  product: code,
  state: "enabled",
  scopes,
  binding: "bound",
  requestedAt: 0,
  revision: 1,
});

/** A subscription of `globex`, bought through `app_1`. */
export const subscription: SubscriptionRecord = {
  id: "sub_1",
  application: "app_1",
  environment: "sandbox",
  organization: "globex",
  party: "party_1",
  product: "suite",
  plan: "team",
  planVersion: 1,
  status: "active",
  billing: "paid",
  version: 3,
  operation: "op_1",
  reason: "activated",
  periodStart: Date.UTC(2026, 0, 1),
  periodEnd: Date.UTC(2026, 1, 1),
  statusSince: Date.UTC(2026, 0, 1),
  createdAt: Date.UTC(2026, 0, 1),
  updatedAt: Date.UTC(2026, 0, 1),
  details: { product_tenant_id: "tenant_1" },
  payment: "succeeds",
};

/**
 * `acme` owns the application and is a partner of its customer `globex`. Ada is a member of the customer, Bo of the partner alone.
 */
export const populate: PlatformCommand<void, void> = (draft) => {
  for (const id of ["acme", "globex", "initech"])
    draft.put("organization", { id, name: text(id), kind: "enterprise", status: "active" });
  for (const id of ["ada", "bo"])
    draft.put("person", { id, name: id, email: `${id}@example.com`, status: "active" });
  draft.put("membership", { id: "mem_ada", organization: "globex", person: "ada", status: "active" });
  draft.put("membership", { id: "mem_bo", organization: "acme", person: "bo", status: "active" });
  draft.put("apiProduct", product("commerce", commerceScopes));
  draft.put("apiProduct", product("platform", ["openplatform.api.invoke"]));
  draft.put("catalogProduct", {
    code: "suite",
    name: { en: "Suite", zh: "套件" },
    description: text("A suite"),
    plans: [
      {
        code: "free",
        version: 1,
        name: text("Free"),
        billing: "free",
        period: "month",
        trialDays: 0,
        entitlements: [],
      },
      {
        code: "team",
        version: 1,
        name: text("Team"),
        billing: "paid",
        price: "price_1",
        period: "month",
        trialDays: 14,
        entitlements: ["reports"],
      },
    ],
  });
  draft.put("application", {
    id: "app_1",
    name: "Shop",
    slug: "shop",
    environment: "sandbox",
    owner: "bo",
    organization: "acme",
    product: "suite",
    status: "active",
    revision: 1,
  });
  for (const [id, identity] of [
    ["svc_1", "application"],
    ["usr_1", "user"],
  ] as const) {
    draft.put("client", {
      id,
      application: "app_1",
      identity,
      status: "active",
      secretVersion: 1,
      redirectUris: [],
      logoutUris: [],
      origins: [],
    });
    draft.put("permission", permission(identity, "commerce", commerceScopes));
    draft.put("permission", permission(identity, "platform", ["openplatform.api.invoke"]));
  }
  for (const person of ["ada", "bo"])
    draft.put("consent", {
      id: `app_1/${person}`,
      application: "app_1",
      person,
      scopes: commerceScopes,
      status: "active",
    });
  const between = {
    id: "app_1/globex",
    application: "app_1",
    organization: "globex",
    status: "active",
  } as const;
  draft.put("approval", between);
  draft.put("customerAuthorization", between);
  draft.put("delegation", { id: "acme/globex", partner: "acme", customer: "globex", status: "active" });
  draft.put("subscription", subscription);
  draft.put("operation", {
    id: "op_1",
    kind: "checkout",
    application: "app_1",
    organization: "globex",
    status: "succeeded",
    subscription: "sub_1",
    payment: "succeeded",
    createdAt: draft.now,
    updatedAt: draft.now,
  });
  draft.put("productAccess", {
    id: "pa_1",
    organization: "globex",
    product: "suite",
    application: "app_1",
    environment: "sandbox",
    productTenant: "tenant_1",
    status: "active",
    version: 1,
  });
  draft.put("entitlement", {
    id: "globex/suite",
    organization: "globex",
    product: "suite",
    features: ["reports"],
    status: "active",
  });
  draft.put("memberAccess", {
    id: "mem_ada/suite",
    membership: "mem_ada",
    organization: "globex",
    product: "suite",
    allowed: true,
    roles: ["editor"],
    entitlements: ["reports"],
    capabilities: [],
    revision: 2,
  });
  draft.put("accessEvent", { id: "evt_1", application: "app_1", memberAccess: "mem_ada/suite", revision: 2 });
};
