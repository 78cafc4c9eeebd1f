import {
  allowedStatuses as allowed,
  type commercialEvents,
} from "../../generated/event-statuses/event-statuses.js";
import type { Duration } from "../duration.js";
import type { Operation, SubscriptionStatus } from "../records/commerce.js";

/**
 * How subscriptions live in the sandbox. The document shows the statuses, and which event reports which of them (§3.4, §6.5), but neither
 * moves nor times: those are the sandbox's choice, read from `contracts/sandbox/lifecycle.yaml`.
 */
export interface Lifecycle {
  /** `producer` of its events (§2.2). */
  readonly producer: string;
  readonly checkout: { readonly lifetime: Duration; readonly nextStep: string };
  readonly statuses: Readonly<Record<SubscriptionStatus, StatusRules>>;
  /** By name. A timer is set while a subscription that has its date is in one of its statuses. */
  readonly timers: Readonly<Record<string, TimerRules>>;
  /** The dates of each new period of a trial and of a plan. */
  readonly periods: Readonly<Record<"trial" | "plan", DateRules>>;
  /** The first that fits is done. */
  readonly moves: readonly Move[];
}

/** What holds in a status. */
export interface StatusRules {
  /** State-specific fields of the summary (§2.4) that are shown if they have a value. */
  readonly shows: readonly StateField[];
  /**
   * What an organization may use meanwhile. `unchanged`: as in the status before. `held`: nothing, but members stay assigned. `ended`: nothing
   * any more.
   */
  readonly access: "none" | "trial" | "active" | "unchanged" | "held" | "ended";
  /** The status whose way back leads out of this one, too; for `scheduled, effective` pairs. Absent: there is no way back. */
  readonly wayBack?: SubscriptionStatus | undefined;
  /** Time stands still: when it is left, dates that lay ahead move on by as long as it lasted, except these. */
  readonly holds?: readonly string[] | undefined;
  /** Nothing follows. */
  readonly ended: boolean;
}

/** The fields of §2.4 that depend on the status. */
type StateField = (typeof stateFields)[number];

/** The fields of §2.4 that depend on the status. */
export const stateFields = [
  "trial_ending_at",
  "trial_end",
  "renewal_window_start",
  "grace_deadline",
  "pause_end",
  "resume_status",
  "cancel_at",
  "cancel_at_period_end",
  "pending_plan_code",
  "pending_plan_version",
  "pending_plan_effective_at",
  "ended_at",
] as const;

/** A timer, set at a subscription's date. */
export interface TimerRules {
  readonly at: string;
  readonly in: readonly SubscriptionStatus[];
}

/** How a date comes about: given by the caller, or a duration from now, or another date, or a duration before it, but not before now. */
export interface DateRule {
  readonly input?: string | undefined;
  readonly after?: Duration | undefined;
  readonly before?: Duration | undefined;
  readonly of?: string | undefined;
}

/** Values by the name of the field. An `id` is a new one with that prefix. */
export type DateRules = Readonly<Record<string, DateRule | { readonly id: string } | boolean>>;

/** What is known when a move is chosen. */
export interface Guard {
  /** How the payment that the move needs would end; `free`: it needs none. */
  readonly payment?: readonly PaymentOutcome[] | undefined;
  /** Whether the plan begins with a trial. */
  readonly trial?: boolean | undefined;
  /** The status to which the way back leads. */
  readonly wayBack?: readonly SubscriptionStatus[] | undefined;
}

/** How a payment ends. */
export type PaymentOutcome = "free" | "succeeds" | "fails" | "requires_action" | "pending" | "unknown";

/** What a subscription does when something happens. */
export interface Move {
  /** A trigger, or the name of a timer. */
  readonly on: string;
  /** No status: there is no subscription yet. */
  readonly from: readonly SubscriptionStatus[];
  readonly when: Guard;
  readonly steps: readonly LifecycleStep[];
}

/** One version of a subscription with its event. Without an event there is no version, only what `emits` says. */
export interface LifecycleStep {
  readonly to: SubscriptionStatus | "unchanged" | "way-back";
  readonly event?: SubscriptionEventType | undefined;
  readonly reason?: string | undefined;
  /** `plan`: the next period of the plan; `first`: one that begins now. */
  readonly period?: "trial" | "first" | "next" | undefined;
  /** `chosen` and `scheduled` take the plan of the input, now or later; `pending` the scheduled one. */
  readonly plan?: "chosen" | "scheduled" | "pending" | undefined;
  readonly set: DateRules;
  readonly clear: readonly string[];
  /** Before the subscription's own event. */
  readonly emits: readonly CommercialEventType[];
  readonly payment?: Operation["payment"];
  readonly operation: Operation["status"];
  readonly nextStep?: string | undefined;
}

/** The name of an event of a subscription (§6.5). */
export type SubscriptionEventType = keyof typeof allowed;

/** The name of an event of payments, refunds and billing (§6.6). Their payloads aren't shown. */
export type CommercialEventType = (typeof commercialEvents)[number];

/** The `data.status` that each event of a subscription allows (§6.5). */
export const allowedStatuses: Readonly<Record<SubscriptionEventType, readonly SubscriptionStatus[]>> =
  allowed;

/** Whether an event may report a status. */
export const allows = (event: SubscriptionEventType, status: SubscriptionStatus): boolean =>
  allowedStatuses[event].includes(status);

/** What the customer asks for through the API (§4.2). */
export const customerTriggers = [
  "cancel_now",
  "cancel_at_period_end",
  "change_plan_now",
  "change_plan_at_period_end",
] as const;

/** What only the sandbox's operator can do. */
export const operatorTriggers = [
  "payment_succeeds",
  "payment_fails",
  "update_payment_method",
  "pause",
  "resume",
  "suspend",
  "reinstate",
  "terminate",
  "request_restoration",
  "revise",
  "request_refund",
  "refund_succeeds",
  "refund_fails",
  "refund_unknown",
] as const;

/** What follows from something else: a completed checkout, or the activation of the subscription that replaces a free one. */
const internalTriggers = ["checkout", "upgraded"] as const;

/** What the customer asks for. */
export type CustomerTrigger = (typeof customerTriggers)[number];

/** What the sandbox's operator does. */
export type OperatorTrigger = (typeof operatorTriggers)[number];

/** All names that a move may have, besides those of timers. */
export const triggers: readonly string[] = [...customerTriggers, ...operatorTriggers, ...internalTriggers];

/** A lifecycle, with what is looked up in it often. */
export interface CommerceRules {
  readonly lifecycle: Lifecycle;
  /** The names of all dates that a subscription may have, besides the end of its period. */
  readonly dates: ReadonlySet<string>;
}

/** Makes the rules of a lifecycle. */
export function createRules(lifecycle: Lifecycle): CommerceRules {
  const sets: readonly DateRules[] = [
    ...Object.values(lifecycle.periods),
    ...lifecycle.moves.flatMap(({ steps }) => steps.map(({ set }) => set)),
  ];
  const dates = sets.flatMap((set) => Object.keys(set).filter((name) => isDateRule(set[name])));
  return { lifecycle, dates: new Set(dates) };
}

/** Whether the value of a field is a date, and not a flag or an id. */
export function isDateRule(
  rule: DateRules[string] | undefined,
): rule is Exclude<DateRules[string], boolean | { id: string }> {
  return typeof rule === "object" && !("id" in rule);
}

export { commercialEvents, subscriptionStatuses } from "../../generated/event-statuses/event-statuses.js";
