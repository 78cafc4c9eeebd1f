import type { Operation } from "../../platform/records/commerce.js";

/** An operation as the API shows it: of a payment only a redacted status (§4.2). */
export function operationBody(operation: Operation): Readonly<Record<string, unknown>> {
  const { id, kind, status, nextStep, subscription, payment, createdAt, updatedAt } = operation;
  return {
    operation_id: id,
    kind,
    status,
    ...(nextStep === undefined ? {} : { next_step: nextStep }),
    ...(subscription === undefined ? {} : { subscription_id: subscription }),
    ...(payment === undefined ? {} : { payment_status: payment }),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  };
}
