import type { CaseResult, Report } from "../../result/result.js";
import { byClause } from "../groups.js";
import type { Pattern } from "../patterns.js";

/** `failed`: requests and answers of failed cases, of many that fail alike only of the first ones; `all`: of every case. */
export type ShownExchanges = "failed" | "all";

/** Of this many cases that fail alike; their exchanges say the same, and a page with all of them is slow. */
const ofAlike = 3;

/** Whether the page shows the requests and answers of a case. */
export function exchangesToShow(
  report: Report,
  patterns: readonly Pattern[],
  exchanges: ShownExchanges,
): (result: CaseResult) => boolean {
  if (exchanges === "all") return () => true;
  const explained = new Set(patterns.flatMap(({ cases }) => cases));
  const rest = report.results.filter(({ id, result }) => result === "failed" && !explained.has(id));
  const alike = byClause(rest, report).flatMap(({ failures }) =>
    failures.map(({ first, others }) => [first.id, ...others.map(({ id }) => id)]),
  );
  const shown = new Set(
    [...patterns.map(({ cases }) => cases), ...alike].flatMap((ids) => ids.slice(0, ofAlike)),
  );
  return ({ id }) => shown.has(id);
}
