import type { Draft, View } from "../draft.js";
import type { Application } from "../records/applications.js";
import type { SubscriptionRecord } from "../records/commerce.js";
import { statusAfterHold } from "./choose-move.js";
import type { CommerceRules, CommercialEventType, SubscriptionEventType } from "./lifecycle.js";

/** Emits the event of a subscription's current version, to the application that it is bound to (§2.2, §2.4). */
export function emitSubscriptionEvent(
  draft: Draft,
  rules: CommerceRules,
  {
    type,
    subscription,
    correlation,
  }: {
    readonly type: SubscriptionEventType;
    readonly subscription: SubscriptionRecord;
    readonly correlation: string;
  },
): void {
  emitEnvelope(draft, rules, {
    type,
    application: { id: subscription.application, environment: subscription.environment },
    tenant: subscription.organization,
    resource: subscription.id,
    version: subscription.version,
    correlation,
    data: subscriptionSummary(rules, draft, subscription),
  });
}

/** Emits an event with the envelope of §2.2, which access events share (§2.5, §2.6), and returns its id. */
export function emitEnvelope(
  draft: Draft,
  rules: CommerceRules,
  about: {
    readonly type: string;
    readonly application: Pick<Application, "id" | "environment">;
    readonly tenant: string;
    readonly resource: string;
    readonly version: number;
    readonly correlation: string;
    readonly data: Readonly<Record<string, unknown>>;
  },
): string {
  const id = draft.newId("evt");
  draft.emit({
    application: about.application.id,
    environment: about.application.environment,
    event: {
      event_id: id,
      event_type: about.type,
      schema_version: "1",
      occurred_at: new Date(draft.now).toISOString(),
      producer: rules.lifecycle.producer,
      tenant_id: about.tenant,
      resource_id: about.resource,
      resource_version: about.version,
      correlation_id: about.correlation,
      data: about.data,
    },
  });
  return id;
}

/** Emits an event whose payload isn't shown (§6.6): its id and type, and nothing made up. */
export function emitCommercialEvent(
  draft: Draft,
  type: CommercialEventType,
  { application, environment }: SubscriptionRecord,
): void {
  draft.emit({ application, environment, event: { event_id: draft.newId("evt"), event_type: type } });
}

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
export function subscriptionSummary(
  rules: CommerceRules,
  view: View,
  subscription: SubscriptionRecord,
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
    ...subscriptionState(rules, subscription),
  };
}

function subscriptionState(
  rules: CommerceRules,
  subscription: SubscriptionRecord,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of rules.lifecycle.statuses[subscription.status].shows) {
    const value =
      name === "resume_status" ? statusAfterHold(rules, subscription) : subscription.details[name];
    if (value === undefined) continue;
    const isDate = name === "ended_at" || rules.dates.has(name);
    found[name] = isDate && typeof value === "number" ? text(value) : value;
  }
  return found;
}

const text = (time: number): string => new Date(time).toISOString();
