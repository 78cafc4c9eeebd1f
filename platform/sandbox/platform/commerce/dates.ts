import { type Draft, Refusal, type Timer } from "../draft.js";
import { dayOfMonth, days, monthsAfter, shifted } from "../duration.js";
import type { SubscriptionRecord } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import type { Plan } from "../records/products.js";
import {
  type CommerceRules,
  type DateRule,
  type DateRules,
  isDateRule,
  type LifecycleStep,
} from "./lifecycle.js";

/** The values that a step sets, from what is known now. */
export function stepValues(
  rules: DateRules,
  {
    now,
    subscription,
    dates,
    newId,
  }: {
    readonly now: Time;
    readonly subscription: SubscriptionRecord;
    /** Dates of the caller, by the name that a rule gives its `input`. */
    readonly dates: Readonly<Record<string, Time>>;
    readonly newId: (prefix: string) => string;
  },
): SubscriptionRecord["details"] {
  const values: Record<string, string | number | boolean> = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (isDateRule(rule)) values[name] = dateBy(rule, { now, subscription, dates });
    else values[name] = typeof rule === "object" ? newId(rule.id) : rule;
  }
  return values;
}

function dateBy(
  { input, after, before, of }: DateRule,
  known: {
    readonly now: Time;
    readonly subscription: SubscriptionRecord;
    readonly dates: Readonly<Record<string, Time>>;
  },
): Time {
  const given = input === undefined ? undefined : known.dates[input];
  if (given !== undefined) {
    if (!Number.isFinite(given) || given < known.now) {
      throw new Refusal("invalid", "date-in-the-past", {
        message: `\`${input}\` must be a time that isn't past: ${new Date(known.now).toISOString()} or later.`,
      });
    }
    return given;
  }
  if (after) return shifted(known.now, after);
  const other = of === undefined ? undefined : subscriptionDate(known.subscription, of);
  if (other === undefined) throw new TypeError(`The date "${of}" isn't known.`);
  if (before) return Math.max(known.now, shifted(other, before, -1));
  return other;
}

/** A date of a subscription by its name, `current_period_end` included. */
function subscriptionDate({ periodEnd, details }: SubscriptionRecord, name: string): Time | undefined {
  if (name === "current_period_end") return periodEnd;
  const value = details[name];
  if (typeof value === "number") return value;
  return undefined;
}

/**
 * The period that a step begins. A trial's and a first one begin now, a next one when the last one ends, on the day of the month on which the
 * first one began: the last day of February doesn't move those after it.
 */
export function periodFrom(
  period: NonNullable<LifecycleStep["period"]>,
  {
    now,
    subscription,
    plan,
  }: { readonly now: Time; readonly subscription: SubscriptionRecord; readonly plan: Plan },
): Pick<SubscriptionRecord, "periodStart" | "periodEnd" | "details"> {
  const { [anchorDay]: anchor, ...details } = subscription.details;
  if (period === "trial") {
    return { periodStart: now, periodEnd: shifted(now, days(plan.trialDays)), details };
  }
  const periodStart = period === "first" ? now : subscription.periodEnd;
  const day = period === "next" && typeof anchor === "number" ? anchor : dayOfMonth(periodStart);
  return {
    periodStart,
    periodEnd: monthsAfter(periodStart, plan.period === "year" ? 12 : 1, day),
    details: { ...details, [anchorDay]: day },
  };
}

/** The name of a detail that isn't shown: the day of the month on which periods begin. */
const anchorDay = "anchor_day";

/** A subscription whose status held the time: what lay ahead when the status began moves on by as long as it lasted. */
export function afterHold(
  rules: CommerceRules,
  subscription: SubscriptionRecord,
  now: Time,
): SubscriptionRecord {
  const kept = rules.lifecycle.statuses[subscription.status].holds;
  if (!kept) return subscription;
  const { statusSince, periodEnd } = subscription;
  const { [anchorDay]: _moved, ...details } = subscription.details;
  const moved = (time: Time): Time => {
    if (time > statusSince) return time + now - statusSince;
    return time;
  };
  const dates = [...rules.dates].filter((name) => typeof details[name] === "number" && !kept.includes(name));
  return {
    ...subscription,
    periodEnd: moved(periodEnd),
    details: { ...details, ...Object.fromEntries(dates.map((name) => [name, moved(details[name] as Time)])) },
  };
}

/** The timers of a subscription, earliest first. They follow from its status and its dates; one that is late is due now. */
export function subscriptionTimers(
  rules: CommerceRules,
  subscription: SubscriptionRecord,
  now: Time,
): readonly Timer[] {
  const due: { readonly name: string; readonly at: Time }[] = [];
  for (const [name, timer] of Object.entries(rules.lifecycle.timers)) {
    const at = timer.in.includes(subscription.status) ? subscriptionDate(subscription, timer.at) : undefined;
    if (at !== undefined) due.push({ name, at });
  }
  return due
    .sort((a, b) => a.at - b.at)
    .map(({ name, at }) => ({ name, kind: "subscription", id: subscription.id, at: Math.max(at, now) }));
}

/** Sets a subscription's timers anew. */
export function setTimers(draft: Draft, rules: CommerceRules, subscription: SubscriptionRecord): void {
  draft.cancel("subscription", subscription.id);
  for (const timer of subscriptionTimers(rules, subscription, draft.now)) draft.schedule(timer);
}
