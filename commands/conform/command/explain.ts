import { didYouMean } from "@oipkit/runtime/nearest-names";
import { json } from "../../../reader/text/json.js";
import { printable } from "../../../reader/text/printable.js";
import { UsageError } from "../../options/usage.js";
import { describeNeed } from "../subject.js";
import { globMatcher, selectCases } from "../suite/select.js";
import type { Case, Clause } from "../suite/suite.js";

/** Globs that match case ids. */
export interface ListFilters {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** What is shown of a case, for receivers or for senders. */
export type ExplainedCase = Pick<Case, "id" | "clause" | "level" | "why" | "cause" | "needs"> & {
  readonly steps: readonly unknown[];
};

/** Each case with its level, clause and reason, one per line. Throws `NoCaseSelected`. */
export function caseList(cases: readonly ExplainedCase[], filters: ListFilters): string {
  return selectCases(cases, filters)
    .map(({ id, level, clause, why }) => `${printable(`${id}  ${level}  ${clause}  ${why}`)}\n`)
    .join("");
}

/** What a case does and which rules of the documentation it tests. Throws `UsageError` for an unknown id. */
export function explanation(cases: readonly ExplainedCase[], clauses: readonly Clause[], id: string): string {
  const found = cases.find((each) => each.id === id);
  if (found === undefined) {
    const ids = cases.map((each) => each.id);
    const hint = didYouMean(id, ids) || "; `oipkit conform --list` lists them";
    throw new UsageError(`there is no case \`${id}\`${hint}`);
  }
  const { clause, level, why, cause, needs = [], steps } = found;
  const rules = clauses.filter(({ positive = [], negative = [] }) =>
    [...positive, ...negative].some((glob) => globMatcher(glob)(id)),
  );
  return [
    printable(`${id}  (${clause}, ${level})`),
    "",
    printable(why),
    ...rules.map(({ section, text }) => printable(`${section}: ${text}`)),
    ...(cause === undefined ? [] : ["", printable(`If this fails: ${cause}`)]),
    ...(needs.length === 0 ? [] : ["", `Needs ${needs.map(describeNeed).join(", ")}.`]),
    "",
    ...steps.map((step, at) => `Step ${at + 1}: ${json(step, 2)}`),
    "",
  ].join("\n");
}
