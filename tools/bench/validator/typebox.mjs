import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { Format } from "typebox/format";

/**
 * The event in TypeBox's fastest form: flat objects without references.
 * @param {{ readonly statuses: readonly string[], readonly anyStatus: readonly string[] }} vocabulary
 * @param {(text: string) => boolean} [dateTime] instead of TypeBox's own check
 */
export function compileTypeBox({ statuses, anyStatus }, dateTime) {
  if (dateTime) Format.Set("rfc3339", dateTime);
  const moment = Type.String({ format: dateTime ? "rfc3339" : "date-time" });
  const text = Type.String();
  const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
  const optional = (type) => Type.Optional(type);
  return Compile(
    Type.Object({
      event_id: text,
      event_type: Type.Literal("oem.subscription.updated.v1"),
      schema_version: Type.Literal("1"),
      occurred_at: moment,
      producer: text,
      tenant_id: text,
      resource_id: text,
      resource_version: version,
      correlation_id: text,
      data: Type.Object({
        id: text,
        organization_id: text,
        party_id: text,
        product_code: text,
        plan_code: text,
        plan_version: version,
        status: Type.Enum([...statuses]),
        current_period_start: moment,
        current_period_end: moment,
        status_effective_at: moment,
        operation_id: text,
        reason_code: text,
        resource_version: version,
        created_at: moment,
        updated_at: moment,
        open_platform_application_id: optional(text),
        environment: optional(Type.Enum(["sandbox", "production"])),
        application_slug: optional(text),
        brand_profile_code: optional(text),
        product_tenant_id: optional(text),
        order_id: optional(text),
        billing_mode: optional(Type.Enum(["free", "paid"])),
        upgrade_from_subscription_id: optional(text),
        price_version_ref: optional(text),
        payment_reference: optional(text),
        trial_ending_at: optional(moment),
        trial_end: optional(moment),
        renewal_window_start: optional(moment),
        grace_deadline: optional(moment),
        pause_end: optional(moment),
        resume_status: optional(Type.Enum([...anyStatus])),
        cancel_at: optional(moment),
        cancel_at_period_end: optional(Type.Boolean()),
        pending_plan_code: optional(text),
        pending_plan_version: optional(version),
        pending_plan_effective_at: optional(moment),
        ended_at: optional(moment),
      }),
    }),
  );
}
