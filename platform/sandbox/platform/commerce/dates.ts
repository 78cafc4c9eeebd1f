import { dayOf, days, monthsAfter, shifted } from "../duration.js";
import type { Subscription } from "../records/commerce.js";
import type { Time } from "../records/common.js";
import type { Plan } from "../records/products.js";
import { Refusal } from "../refusal.js";
import type { DateRule, DateRules, Step } from "./lifecycle.js";
import { type CommerceRules, isDateRule } from "./rules.js";

/** The values that a step sets, from what is known now. */
export function valuesOf(
  rules: DateRules,
  {
    now,
    subscription,
    dates,
    newId,
  }: {
    readonly now: Time;
    readonly subscription: Subscription;
    /** Dates of the caller, by the name that a rule gives its `input`. */
    readonly dates: Readonly<Record<string, Time>>;
    readonly newId: (prefix: string) => string;
  },
): Subscription["details"] {
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
    readonly subscription: Subscription;
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
  const other = of === undefined ? undefined : dateOf(known.subscription, of);
  if (other === undefined) throw new TypeError(`The date "${of}" isn't known.`);
  return before ? Math.max(known.now, shifted(other, before, -1)) : other;
}

/** A date of a subscription by its name, `current_period_end` included. */
export function dateOf({ periodEnd, details }: Subscription, name: string): Time | undefined {
  if (name === "current_period_end") return periodEnd;
  const value = details[name];
  return typeof value === "number" ? value : undefined;
}

/**
 * The period that a step begins. A trial's and a first one begin now, a next one when the last one ends, on the day of the month on which the
 * first one began: the last day of February doesn't move those after it.
 */
export function periodFrom(
  period: NonNullable<Step["period"]>,
  {
    now,
    subscription,
    plan,
  }: { readonly now: Time; readonly subscription: Subscription; readonly plan: Plan },
): Pick<Subscription, "periodStart" | "periodEnd" | "details"> {
  const { [anchorDay]: anchor, ...details } = subscription.details;
  if (period === "trial") {
    return { periodStart: now, periodEnd: shifted(now, days(plan.trialDays)), details };
  }
  const periodStart = period === "first" ? now : subscription.periodEnd;
  const day = period === "next" && typeof anchor === "number" ? anchor : dayOf(periodStart);
  return {
    periodStart,
    periodEnd: monthsAfter(periodStart, plan.period === "year" ? 12 : 1, day),
    details: { ...details, [anchorDay]: day },
  };
}

/** The name of a detail that isn't shown: the day of the month on which periods begin. */
const anchorDay = "anchor_day";

/** A subscription whose status held the time: what lay ahead when the status began moves on by as long as it lasted. */
export function afterHold(rules: CommerceRules, subscription: Subscription, now: Time): Subscription {
  const kept = rules.lifecycle.statuses[subscription.status].holds;
  if (!kept) return subscription;
  const { statusSince, periodEnd } = subscription;
  const { [anchorDay]: _moved, ...details } = subscription.details;
  const moved = (time: Time): Time => (time > statusSince ? time + now - statusSince : time);
  const dates = [...rules.dates].filter((name) => typeof details[name] === "number" && !kept.includes(name));
  return {
    ...subscription,
    periodEnd: moved(periodEnd),
    details: { ...details, ...Object.fromEntries(dates.map((name) => [name, moved(details[name] as Time)])) },
  };
}
