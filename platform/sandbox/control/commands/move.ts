import type { Commerce, OperatorTrigger } from "../../platform/commerce/index.js";
import { operatorTriggers } from "../../platform/commerce/index.js";
import type { Command } from "../../platform/draft.js";
import { Refusal } from "../../platform/refusal.js";
import type { Schemas } from "../operation.js";
import { readTime } from "../read-time.js";

/** What is done with a subscription: a customer's change, or an operator's. */
type Move = Schemas["SubscriptionMove"] & { readonly subscription: string };

const times = { now: "now", at_period_end: "period_end" } as const;

/** Does a move, and sets what the next payments do before it. Refuses as commerce does, and with `move-unknown` or `plan-missing`. */
export const moveSubscription =
  (commerce: Commerce): Command<Move, void> =>
  (draft, { subscription, move, plan_code, dates, payment }) => {
    if (payment !== undefined) commerce.setPayment(draft, { subscription, payment });
    if (move === undefined) return;
    const [, change, time] = /^(cancel|change_plan)_(now|at_period_end)$/.exec(move) ?? [];
    if (change === "cancel")
      commerce.cancelSubscription(draft, { subscription, when: times[time as keyof typeof times] });
    else if (change === "change_plan") {
      if (plan_code === undefined)
        throw new Refusal("invalid", "plan-missing", { message: "a change of plan needs `plan_code`" });
      commerce.changePlan(draft, { subscription, plan: plan_code, when: times[time as keyof typeof times] });
    } else if (isOperatorTrigger(move))
      commerce.operate(draft, { subscription, trigger: move, dates: timesOf(dates) });
    else
      throw new Refusal("invalid", "move-unknown", {
        message: `there is no move ${move}; \`moves\` of the subscription lists those that are possible now`,
      });
  };

function isOperatorTrigger(name: string): name is OperatorTrigger {
  return (operatorTriggers as readonly string[]).includes(name);
}

function timesOf(dates: Readonly<Record<string, string>> = {}): Readonly<Record<string, number>> {
  const read = Object.entries(dates).map(([name, text]) => {
    const time = readTime(text);
    if (time !== undefined) return [name, time] as const;
    throw new Refusal("invalid", "time-invalid", { message: `${name} must be a time with its zone` });
  });
  return Object.fromEntries(read);
}
