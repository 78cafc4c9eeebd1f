import type { View } from "../draft.js";
import type { Subscription } from "../records/commerce.js";
import type { CommerceRules } from "./rules.js";
import { wayBackOf } from "./way-back.js";

/** Fields of §2.4 that don't depend on the status. */
const lasting = [
  "product_tenant_id",
  "order_id",
  "upgrade_from_subscription_id",
  "price_version_ref",
  "payment_reference",
] as const;

/**
 * The summary of a subscription (§2.3, §2.4): no amounts, and `plan_code` is the current plan while another one is scheduled. A field without
 * a value is absent.
 */
export function summaryOf(
  rules: CommerceRules,
  view: View,
  subscription: Subscription,
): Readonly<Record<string, unknown>> {
  const { details } = subscription;
  const application = view.get("application", subscription.application);
  return {
    id: subscription.id,
    organization_id: subscription.organization,
    party_id: subscription.party,
    product_code: subscription.product,
    plan_code: subscription.plan,
    plan_version: subscription.planVersion,
    status: subscription.status,
    current_period_start: text(subscription.periodStart),
    current_period_end: text(subscription.periodEnd),
    status_effective_at: text(subscription.statusSince),
    operation_id: subscription.operation,
    reason_code: subscription.reason,
    resource_version: subscription.version,
    created_at: text(subscription.createdAt),
    updated_at: text(subscription.updatedAt),
    open_platform_application_id: subscription.application,
    environment: subscription.environment,
    ...(application ? { application_slug: application.slug } : {}),
    billing_mode: subscription.billing,
    ...Object.fromEntries(
      lasting.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name]]])),
    ),
    ...stateOf(rules, subscription),
  };
}

function stateOf(rules: CommerceRules, subscription: Subscription): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of rules.lifecycle.statuses[subscription.status].shows) {
    const value = name === "resume_status" ? wayBackOf(rules, subscription) : subscription.details[name];
    if (value === undefined) continue;
    const isDate = name === "ended_at" || rules.dates.has(name);
    found[name] = isDate && typeof value === "number" ? text(value) : value;
  }
  return found;
}

const text = (time: number): string => new Date(time).toISOString();
