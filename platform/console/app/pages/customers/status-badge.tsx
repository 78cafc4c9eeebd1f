import { Badge, type Tone } from "../../parts/badge.js";
import { useNames } from "./use-names.js";

const tones: Partial<Record<string, Tone>> = {
  trialing: "info",
  trial_ending: "warn",
  active: "good",
  pending_payment: "warn",
  payment_failed: "bad",
  past_due: "bad",
  grace_period: "bad",
  suspended: "bad",
  renewal_pending: "info",
  plan_change_pending: "info",
  pause_pending: "warn",
  cancellation_pending: "warn",
};

/** Where a subscription stands. */
export function SubscriptionStatus({ status }: { readonly status: string }) {
  const names = useNames();
  return <Badge tone={tones[status] ?? "neutral"}>{names.status(status)}</Badge>;
}
