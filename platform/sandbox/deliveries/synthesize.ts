import type { EventTestParts } from "@oipkit/delivery";
import type { SandboxDeliveries } from "../generated/schemas.js";
import { allowedStatuses, type SubscriptionEventType } from "../platform/commerce/index.js";

const dayMs = 86_400_000;

/** Makes the complete synthetic subscription summary of an event test (§6.7); no id in it is of a record. Of a callback, only id and type are known (§6.8). */
export function synthesizer({ test_summary: choices }: SandboxDeliveries): EventTestParts["synthesize"] {
  return ({ type, eventId, correlationId, product = "", environment, now, syntheticId }) => {
    const [status] = allowedStatuses[type as SubscriptionEventType] ?? [];
    if (status === undefined) return { event_id: eventId, event_type: type };
    const [subscription, organization] = [syntheticId("subscription"), syntheticId("organization")];
    const at = new Date(now).toISOString();
    return {
      ...{ event_id: eventId, event_type: type, schema_version: "1", producer: choices.producer },
      ...{ occurred_at: at, tenant_id: organization, resource_id: subscription, resource_version: 1 },
      correlation_id: correlationId,
      data: {
        ...{ id: subscription, organization_id: organization, party_id: syntheticId("party") },
        ...{ product_code: product, plan_code: choices.plan_code, plan_version: 1, status },
        current_period_start: at,
        current_period_end: new Date(now + choices.period_days * dayMs).toISOString(),
        ...{ status_effective_at: at, operation_id: syntheticId("operation") },
        ...{ reason_code: choices.reason_code, resource_version: 1, created_at: at, updated_at: at },
        ...{ open_platform_application_id: syntheticId("application"), environment },
      },
    };
  };
}
