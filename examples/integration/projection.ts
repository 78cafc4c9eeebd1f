/*
 * What a product keeps of its customers' subscriptions, and the rules of §6.5 and §6.6 that it keeps with them: it copies what the platform
 * says, and infers nothing.
 */
import type { AccessContextChanged, Event } from "@oipkit/sdk/events/types.js";
import type { SubscriptionEvent, SubscriptionSummary } from "@oipkit/sdk/schemas.js";

/** A subscription as the latest applied event reported it. */
export interface KnownSubscription {
  readonly id: string;
  /** The purchasing customer, not the owner of the Application (§2.2). */
  readonly organization: string;
  readonly product: string;
  readonly status: SubscriptionSummary["status"];
  /** The current plan; a scheduled one is only `scheduledPlan` (§2.4). */
  readonly plan: string;
  readonly scheduledPlan?: string | undefined;
  readonly version: number;
  readonly periodEnd: string;
  readonly endedAt?: string | undefined;
  /** Every event type that was applied, oldest first: the history outlives the subscription (§6.5). */
  readonly history: readonly string[];
}

/** What is known of payments: results by the event that reported them. Their content isn't shown (§6.6). */
export type PaymentResult = "confirmed" | "refunded" | "open";

/** Everything that the product keeps. */
export interface Projection {
  readonly subscriptions: ReadonlyMap<string, KnownSubscription>;
  /** By event id. */
  readonly payments: ReadonlyMap<string, PaymentResult>;
  /** Products that an organization has activated. This alone enables no member (§2.6). */
  readonly activated: ReadonlySet<string>;
}

/** Nothing is known yet. */
export const nothing: Projection = { subscriptions: new Map(), payments: new Map(), activated: new Set() };

/** The projection after one more event. The receiver hands over each event once and those of a subscription in order. */
export function apply(projection: Projection, event: Event): Projection {
  if (isSubscriptionEvent(event)) return withSubscription(projection, event);
  if (event.event_type === "oem.product.activated.v1") {
    const { organization_id, product_code } = event.data;
    return {
      ...projection,
      activated: new Set(projection.activated).add(`${organization_id}/${product_code}`),
    };
  }
  if (!event.event_type.startsWith("payment.")) return projection;
  const payments = new Map(projection.payments).set(event.event_id, paymentResult(event.event_type));
  return { ...projection, payments };
}

/**
 * Whether a member may use the product now. `access` is the platform's answer about the member (an authorized query after
 * `oem.access_context.changed.v1`); neither a purchase, an activation nor a role decides (§6.5, §6.6). A terminated subscription ends
 * the use at once, before the query says so (§6.5).
 */
export function mayUse(
  { subscriptions }: Projection,
  subject: Pick<AccessContextChanged["data"], "organization_id" | "product_code">,
  access: { readonly kind: "allowed" | "restricted" },
): boolean {
  if (access.kind !== "allowed") return false;
  const bought = [...subscriptions.values()].filter(
    ({ organization, product }) =>
      organization === subject.organization_id && product === subject.product_code,
  );
  return bought.length === 0 || bought.some(({ status }) => status !== "terminated");
}

function withSubscription(projection: Projection, { event_type, data }: SubscriptionEvent): Projection {
  const before = projection.subscriptions.get(data.id);
  const known: KnownSubscription = {
    id: data.id,
    organization: data.organization_id,
    product: data.product_code,
    // The status that the event carries, whatever its name suggests (§6.5).
    status: data.status,
    plan: data.plan_code,
    scheduledPlan: data.pending_plan_code,
    version: data.resource_version,
    periodEnd: data.current_period_end,
    // The end is recorded; nothing is concluded about a refund (§6.5).
    endedAt: data.ended_at,
    history: [...(before?.history ?? []), event_type],
  };
  return { ...projection, subscriptions: new Map(projection.subscriptions).set(data.id, known) };
}

/** Only two events confirm anything; after any other result, one waits (§6.6). */
function paymentResult(eventType: string): PaymentResult {
  if (eventType === "payment.succeeded.v1") return "confirmed";
  if (eventType === "payment.refund.succeeded.v1") return "refunded";
  return "open";
}

function isSubscriptionEvent(event: Event): event is Event & SubscriptionEvent {
  return event.event_type.startsWith("oem.subscription.");
}
