import { html, type Markup } from "../../../../reader/text/html.js";
import type { CaseResult, Report } from "../../result/result.js";
import { titleOf } from "../groups.js";
import { clauseAnchor, fragment, type Mark, mark, markOf } from "./marks.js";

/** Each clause as a tile: its results, and a link to its cases. */
export function clauseMap(report: Report): Markup {
  return html`<nav aria-labelledby="map-title"><h2 id="map-title">Clauses</h2><ul class="map">
${clausesOf(report.results).map((each) => tile(each, report))}</ul></nav>`;
}

/** A section of the documentation with the results of its cases. */
export interface ClauseCases {
  readonly clause: string;
  readonly results: readonly CaseResult[];
}

/** The cases by clause, clauses in the documentation's order. */
export function clausesOf(results: readonly CaseResult[]): ClauseCases[] {
  const clauses = new Map<string, CaseResult[]>();
  for (const result of results) {
    const own = clauses.get(result.clause);
    if (own === undefined) clauses.set(result.clause, [result]);
    else own.push(result);
  }
  const order = new Intl.Collator("en", { numeric: true });
  return [...clauses]
    .map(([clause, own]) => ({ clause, results: own }))
    .sort((a, b) => order.compare(a.clause, b.clause));
}

function tile({ clause, results }: ClauseCases, report: Report): Markup {
  const worst = worstOf(results.map((result) => markOf(result, report)));
  const passed = results.filter(({ result }) => result === "passed").length;
  const title = titleOf(clause, report.coverage);
  return html`<li><a class="tile ${worst}" href="${fragment(clauseAnchor(clause))}">${mark(worst)} <b>${clause}</b>${title === undefined ? "" : html` ${title}`} <span>${passed} of ${results.length}<span class="unseen"> passed</span></span></a></li>
`;
}

/** The result of a clause: that of its worst case. */
export function worstOf(marks: readonly Mark[]): Mark {
  const order: readonly Mark[] = ["failed", "noted", "passed"];
  return order.find((each) => marks.includes(each)) ?? "inconclusive";
}
