import type { DateRules, Lifecycle } from "./lifecycle.js";

/** A lifecycle, with what is looked up in it often. */
export interface CommerceRules {
  readonly lifecycle: Lifecycle;
  /** The names of all dates that a subscription may have, besides the end of its period. */
  readonly dates: ReadonlySet<string>;
}

/** Makes the rules of a lifecycle. */
export function rulesOf(lifecycle: Lifecycle): CommerceRules {
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
