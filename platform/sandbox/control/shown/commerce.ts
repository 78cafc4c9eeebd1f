import { found } from "../../platform/access/found.js";
import type { View } from "../../platform/draft.js";
import type {
  CheckoutSession,
  MemberAccess,
  Operation,
  Subscription,
} from "../../platform/records/commerce.js";
import type { CatalogProduct } from "../../platform/records/products.js";
import type { Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";

/** A checkout with its operation, as the control shows it. */
export function checkoutOf(view: View, session: CheckoutSession): Schemas["Checkout"] {
  const { id, operation, application, organization, product, plan, status, expiresAt } = session;
  return {
    checkout_id: id,
    operation_id: operation,
    application_id: application,
    organization_id: organization,
    product_code: product,
    plan_code: plan,
    status,
    expires_at: isoTime(expiresAt),
    operation: operationOf(found(view, "operation", operation)),
  };
}

function operationOf({ id, kind, status, nextStep, subscription, payment }: Operation): Schemas["Operation"] {
  return {
    operation_id: id,
    ...{ kind, status },
    next_step: nextStep ?? null,
    subscription_id: subscription ?? null,
    payment: payment ?? null,
  };
}

/** A subscription with what happens next and what can be done, as the control shows it. */
export function subscriptionOf(
  { world, commerce }: Pick<SandboxParts, "world" | "commerce">,
  subscription: Subscription,
): Schemas["Subscription"] {
  const { id, application, environment, organization, product, plan, planVersion, status } = subscription;
  const { billing, version, reason, periodStart, periodEnd, statusSince, updatedAt, details, payment } =
    subscription;
  const timers = world.timersOf("subscription", id);
  return {
    subscription_id: id,
    application_id: application,
    environment,
    organization_id: organization,
    product_code: product,
    plan_code: plan,
    plan_version: planVersion,
    ...{ status, billing, version, reason, payment },
    period_start: isoTime(periodStart),
    period_end: isoTime(periodEnd),
    status_since: isoTime(statusSince),
    updated_at: isoTime(updatedAt),
    details: { ...details },
    timers: timers.map(({ name, at }) => ({ name, at: isoTime(at) })),
    moves: [...commerce.possibleTriggers(world.view, subscription)],
  };
}

/** A product with its plans, as the control shows it. */
export function catalogProductOf({ code, name, plans }: CatalogProduct): Schemas["CatalogProduct"] {
  return {
    product_code: code,
    name,
    plans: plans.map((plan) => ({
      plan_code: plan.code,
      plan_version: plan.version,
      name: plan.name,
      billing: plan.billing,
      period: plan.period,
      trial_days: plan.trialDays,
    })),
  };
}

/** What a member may use of a product, as the control shows it. */
export function memberAccessOf(access: MemberAccess): Schemas["MemberAccess"] {
  const { membership, organization, product, allowed, roles, entitlements, capabilities, revision } = access;
  return {
    membership_id: membership,
    organization_id: organization,
    product_code: product,
    ...{ allowed, revision },
    roles: [...roles],
    entitlements: [...entitlements],
    capabilities: [...capabilities],
  };
}
