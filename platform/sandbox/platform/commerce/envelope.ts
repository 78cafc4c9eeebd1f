import type { Draft } from "../draft.js";
import type { Application } from "../records/applications.js";
import type { Subscription } from "../records/commerce.js";
import type { CommercialEventType, SubscriptionEventType } from "./event-statuses.js";
import type { CommerceRules } from "./rules.js";
import { summaryOf } from "./summary.js";

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
    readonly subscription: Subscription;
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
    data: summaryOf(rules, draft, subscription),
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
  { application, environment }: Subscription,
): void {
  draft.emit({ application, environment, event: { event_id: draft.newId("evt"), event_type: type } });
}
