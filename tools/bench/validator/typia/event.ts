import typia, { type tags } from "typia";

/** typia's own check: a regular expression. */
type DateTime = string & tags.Format<"date-time">;

/** The check of RFC 3339 that the generated validators use. */
type ExactDateTime = string &
  tags.TagBase<{
    kind: "format";
    target: "string";
    value: "rfc3339";
    validate: "globalThis.isRfc3339DateTime($input)";
  }>;

type Version = number & tags.Type<"int64"> & tags.Minimum<1> & tags.Maximum<9007199254740991>;

type Status =
  | "active"
  | "trialing"
  | "trial_ending"
  | "renewal_pending"
  | "plan_change_pending"
  | "pause_pending"
  | "paused"
  | "cancellation_pending"
  | "past_due"
  | "grace_period"
  | "suspended";

type AnyStatus = Status | "pending_payment" | "payment_failed" | "cancelled" | "expired" | "terminated";

interface Summary<Moment> {
  id: string;
  organization_id: string;
  party_id: string;
  product_code: string;
  plan_code: string;
  plan_version: Version;
  status: Status;
  current_period_start: Moment;
  current_period_end: Moment;
  status_effective_at: Moment;
  operation_id: string;
  reason_code: string;
  resource_version: Version;
  created_at: Moment;
  updated_at: Moment;
  open_platform_application_id?: string;
  environment?: "sandbox" | "production";
  application_slug?: string;
  brand_profile_code?: string;
  product_tenant_id?: string;
  order_id?: string;
  billing_mode?: "free" | "paid";
  upgrade_from_subscription_id?: string;
  price_version_ref?: string;
  payment_reference?: string;
  trial_ending_at?: Moment;
  trial_end?: Moment;
  renewal_window_start?: Moment;
  grace_deadline?: Moment;
  pause_end?: Moment;
  resume_status?: AnyStatus;
  cancel_at?: Moment;
  cancel_at_period_end?: boolean;
  pending_plan_code?: string;
  pending_plan_version?: Version;
  pending_plan_effective_at?: Moment;
  ended_at?: Moment;
}

interface Event<Moment> {
  event_id: string;
  event_type: "oem.subscription.updated.v1";
  schema_version: "1";
  occurred_at: Moment;
  producer: string;
  tenant_id: string;
  resource_id: string;
  resource_version: Version;
  correlation_id: string;
  data: Summary<Moment>;
}

export const isOwn = typia.createIs<Event<DateTime>>();
export const isExact = typia.createIs<Event<ExactDateTime>>();
