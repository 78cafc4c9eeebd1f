import { milder } from "./milder.js";
import type { Reason, Verdict } from "./reason.js";
import { sameMeaning } from "./same-meaning.js";
import { stricter } from "./stricter.js";

/** How a verdict of `oipkit diff` relates to a level of oasdiff; `same meaning`: there is nothing to say. */
export type Relation = "same" | "stricter" | "milder" | "same meaning";

/** A reason with its relation. */
export type RelatedReason = Omit<Reason, "rules" | "ours"> & {
  readonly relation: Relation;
  /** Absent if there is no finding. */
  readonly ours?: Verdict;
};

/** The names of rules in a text. */
export function ruleNames(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** The reason for a rule, by its name. A rule without one has the verdict of its level. */
export const reasons: ReadonlyMap<string, RelatedReason> = new Map([
  ...byRule("stricter", stricter),
  ...byRule("milder", milder),
  ...byRule("same meaning", sameMeaning),
]);

function byRule(
  relation: Relation,
  list: readonly (Omit<Reason, "ours"> & Partial<Reason>)[],
): [string, RelatedReason][] {
  return list.flatMap(({ rules, ...reason }) =>
    ruleNames(rules).map((id): [string, RelatedReason] => [id, { ...reason, relation }]),
  );
}
