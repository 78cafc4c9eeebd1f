import type { Draft } from "../draft.js";
import type { ProductAccessRecord, SubscriptionRecord } from "../records/commerce.js";
import { entitlementId } from "../records/records.js";
import { accessLevel, highestLevel, isUsable, refreshMembers } from "./access-members.js";
import { emitEnvelope } from "./envelope.js";
import type { CommerceRules } from "./lifecycle.js";
import { requirePlan } from "./records.js";

/**
 * What an organization may use follows from all its subscriptions to the product: ProductAccess, entitlement, and the access of those members
 * who were assigned explicitly. Nothing is granted before a subscription is in a trial or active.
 */
export function syncAccess(
  draft: Draft,
  rules: CommerceRules,
  {
    before,
    subscription,
    correlation,
  }: {
    readonly before: SubscriptionRecord;
    readonly subscription: SubscriptionRecord;
    readonly correlation: string;
  },
): void {
  const isNew = before.version === 0;
  const samePlan = before.plan === subscription.plan && before.planVersion === subscription.planVersion;
  if (!isNew && samePlan && accessLevel(rules, before) === accessLevel(rules, subscription)) return;
  syncProductAccess(draft, rules, { subscription, correlation });
  syncEntitlement(draft, rules, subscription);
  refreshMembers(draft, rules, {
    organization: subscription.organization,
    product: subscription.product,
    correlation,
  });
}

function syncProductAccess(
  draft: Draft,
  rules: CommerceRules,
  { subscription, correlation }: { readonly subscription: SubscriptionRecord; readonly correlation: string },
): void {
  const { organization, product, application, environment, details } = subscription;
  const all = draft.list("subscription", { organization, product, application });
  const level = highestLevel(all.map((each) => accessLevel(rules, each)));
  const status = isUsable(level) ? level : "ended";
  const known = draft.list("productAccess", { organization, product, application })[0];
  if (known ? known.status === status : status === "ended") return;
  const access: ProductAccessRecord = {
    id: known?.id ?? draft.newId("pa"),
    organization,
    product,
    application,
    environment,
    productTenant: known?.productTenant ?? String(details.product_tenant_id),
    status,
    version: (known?.version ?? 0) + 1,
  };
  draft.put("productAccess", access);
  if (status !== "ended") emitActivation(draft, rules, { access, correlation });
}

/** The event says that ProductAccess entered a trial or became active, and enables no member (§2.6). */
function emitActivation(
  draft: Draft,
  rules: CommerceRules,
  { access, correlation }: { readonly access: ProductAccessRecord; readonly correlation: string },
): void {
  emitEnvelope(draft, rules, {
    type: "oem.product.activated.v1",
    application: { id: access.application, environment: access.environment },
    tenant: access.organization,
    resource: access.id,
    version: access.version,
    correlation,
    data: {
      organization_id: access.organization,
      product_access_id: access.id,
      product_code: access.product,
      product_tenant_id: access.productTenant,
      open_platform_application_id: access.application,
      environment: access.environment,
      status: access.status,
      version: access.version,
    },
  });
}

function syncEntitlement(
  draft: Draft,
  rules: CommerceRules,
  { organization, product }: SubscriptionRecord,
): void {
  const usable = draft
    .list("subscription", { organization, product })
    .filter((each) => isUsable(accessLevel(rules, each)));
  const features = usable.flatMap(
    ({ plan, planVersion }) => requirePlan(draft, product, { plan, version: planVersion }).entitlements,
  );
  const id = entitlementId(organization, product);
  const status = usable.length > 0 ? "active" : "ended";
  if (status === "ended" && !draft.get("entitlement", id)) return;
  draft.put("entitlement", { id, organization, product, features: [...new Set(features)], status });
}
