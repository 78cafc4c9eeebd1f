import type { DateRules, Lifecycle } from "../platform/commerce/lifecycle.js";
import { isDateRule, rulesOf } from "../platform/commerce/rules.js";
import { triggers } from "../platform/commerce/triggers.js";
import type { LifecycleProblem } from "./lifecycle-problem.js";

/** Checks that each timer has a date that something sets, and a move in each of its statuses, whatever happens to the payment. */
export function* checkTimers(lifecycle: Lifecycle): Generator<LifecycleProblem> {
  const { dates } = rulesOf(lifecycle);
  const isKnown = (date: string) => date === "current_period_end" || dates.has(date);
  for (const [name, timer] of Object.entries(lifecycle.timers)) {
    const path = ["timers", name];
    if (triggers.includes(name))
      yield { path, message: `\`${name}\` is a trigger already; give the timer another name.` };
    if (!isKnown(timer.at))
      yield { path: [...path, "at"], message: `Nothing sets the date \`${timer.at}\`.` };
    for (const status of timer.in) {
      for (const payment of ["free", "succeeds", "fails"] as const) {
        const leads = lifecycle.moves.some(
          ({ on, from, when }) =>
            on === name && from.includes(status) && (when.payment?.includes(payment) ?? true),
        );
        if (!leads)
          yield {
            path: [...path, "in"],
            message: `No move follows the timer in the status "${status}" if the payment is "${payment}".`,
          };
      }
    }
  }
  for (const [at, { on, from, steps }] of lifecycle.moves.entries()) {
    const timer = lifecycle.timers[on];
    const never = timer && from.find((status) => !timer.in.includes(status));
    if (never)
      yield {
        path: ["moves", at, "from"],
        message: `The timer \`${on}\` isn't set in the status "${never}".`,
      };
    for (const [number, { set }] of steps.entries())
      yield* checkDates(set, { isKnown, path: ["moves", at, "steps", number, "set"] });
  }
  for (const kind of ["trial", "plan"] as const)
    yield* checkDates(lifecycle.periods[kind], { isKnown, path: ["periods", kind] });
}

function* checkDates(
  rules: DateRules,
  { isKnown, path }: { readonly isKnown: (date: string) => boolean; readonly path: LifecycleProblem["path"] },
): Generator<LifecycleProblem> {
  for (const [name, rule] of Object.entries(rules)) {
    if (!isDateRule(rule) || rule.of === undefined || isKnown(rule.of)) continue;
    yield { path: [...path, name, "of"], message: `Nothing sets the date \`${rule.of}\`.` };
  }
}
