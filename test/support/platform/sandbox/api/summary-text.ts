import type { SubscriptionRecord } from "../../../../../platform/sandbox/platform/records/commerce.js";

/** The members of a subscription's summary that every subscription has (§2.3). */
export function summaryText(subscription: SubscriptionRecord): Readonly<Record<string, unknown>> {
  const text = (time: number): string => new Date(time).toISOString();
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
  };
}
