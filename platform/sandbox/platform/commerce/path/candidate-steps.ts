import { memberAccessId } from "../../record-ids.js";
import type { Subscription } from "../../records/commerce.js";
import type { Commerce } from "../commerce.js";
import { existing } from "../records.js";
import type { OperatorTrigger } from "../triggers.js";
import { type PathStep, pathTimers } from "./path-step.js";
import type { Simulation } from "./simulation.js";

/** Of steps that lead equally far, the one that changes least comes first. */
const gentleFirst: readonly OperatorTrigger[] = [
  "revise",
  "update_payment_method",
  "payment_succeeds",
  "resume",
  "reinstate",
  "request_restoration",
  "payment_fails",
  "pause",
  "suspend",
  "request_refund",
  "refund_succeeds",
  "refund_fails",
  "refund_unknown",
];

/** Steps that may be possible now. */
export function candidateSteps(commerce: Commerce, { platform, subject }: Simulation): readonly PathStep[] {
  if (subject.subscription === undefined) return purchases({ platform, subject });
  const subscription = existing(platform, "subscription", subject.subscription);
  const possible = commerce.possibleTriggers(platform, subscription);
  const operated = (triggers: readonly OperatorTrigger[]) =>
    triggers
      .filter((trigger) => possible.includes(trigger))
      .map((trigger): PathStep => ({ kind: "operate", trigger }));
  return [
    ...operated(gentleFirst),
    ...pathTimers(commerce, platform, subject).map(({ name }) => ({ kind: "advance", timer: name }) as const),
    ...memberSteps({ platform, subject }, subscription),
    ...planSteps({ platform, subject }, subscription),
    { kind: "payment", payment: subscription.payment === "fails" ? "succeeds" : "fails" },
    ...(possible.includes("cancel_at_period_end") ? [{ kind: "cancel", when: "period_end" } as const] : []),
    ...(possible.includes("cancel_now") ? [{ kind: "cancel", when: "now" } as const] : []),
    ...operated(["terminate"]),
  ];
}

function purchases({ platform, subject }: Simulation): readonly PathStep[] {
  const bound = platform.get("application", subject.application)?.product;
  return platform
    .list("catalogProduct")
    .filter(({ code }) => bound === undefined || code === bound)
    .flatMap(({ code: product, plans }) =>
      plans.flatMap(({ code: plan, version: planVersion, billing, trialDays }): PathStep[] =>
        // A payment matters only if there is one now.
        (billing === "free" || trialDays > 0
          ? (["succeeds"] as const)
          : (["succeeds", "fails", "requires_action", "pending", "unknown"] as const)
        ).map((payment) => ({ kind: "buy", product, plan, planVersion, payment })),
      ),
    );
}

function memberSteps({ platform }: Simulation, { organization, product }: Subscription): readonly PathStep[] {
  const member = platform.list("membership", { organization, status: "active" })[0];
  if (!member) return [];
  const assigned = platform.get("memberAccess", memberAccessId(member.id, product))?.assigned;
  return [{ kind: assigned ? "unassign" : "assign", membership: member.id }];
}

function planSteps(
  { platform }: Simulation,
  { product, plan, planVersion, billing }: Subscription,
): readonly PathStep[] {
  const other = platform
    .get("catalogProduct", product)
    ?.plans.find(
      (each) =>
        (each.code !== plan || each.version !== planVersion) &&
        (each.billing === billing || billing === "paid"),
    );
  if (!other) return [];
  return (["now", "period_end"] as const).map((when) => ({
    kind: "change-plan",
    plan: other.code,
    planVersion: other.version,
    when,
  }));
}
