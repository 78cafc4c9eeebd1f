import { html, type Markup } from "../../../../reader/text/html.js";
import { type CaseResult, type Report, weighs } from "../../result.js";
import { clauseTitle } from "../groups.js";

const signs = { passed: "✓", failed: "✗", noted: "!", inconclusive: "?", "not-run": "–" } as const;

/** How a case ended; `noted`: failed without effect on the verdict. */
export type ResultMark = keyof typeof signs;

/** The mark of a result. A failure that doesn't fail the run is noted, not failed. */
export function caseMark({ result, level, known }: CaseResult, { strict }: Report): ResultMark {
  if (result === "failed" && (known === true || !weighs(level, strict))) return "noted";
  return result;
}

/** A result as a sign, and as a word for screen readers. */
export function mark(result: ResultMark): Markup {
  return html`<span class="mark ${result}"><span aria-hidden="true">${signs[result]}</span><span class="unseen">${result}</span></span>`;
}

/** The address of a case within the page. */
export function caseAnchor(id: string): string {
  return `case-${id}`;
}

/** The address of a clause within the page. */
export function clauseAnchor(clause: string): string {
  return `clause-${clause}`;
}

/** A link target; `%` and characters that a URL can't hold are encoded. */
export function fragment(anchor: string): string {
  return `#${encodeURIComponent(anchor.replace(/\p{Cs}/gu, "\ufffd"))}`;
}

/** Each clause as a tile: its results, and a link to its cases. */
export function clauseMap(report: Report): Markup {
  return html`<nav aria-labelledby="map-title"><h2 id="map-title">Clauses</h2><ul class="map">
${casesByClause(report.results).map((each) => tile(each, report))}</ul></nav>`;
}

/** A section of the documentation with the results of its cases. */
export interface ClauseCases {
  readonly clause: string;
  readonly results: readonly CaseResult[];
}

/** The cases by clause, clauses in the documentation's order. */
export function casesByClause(results: readonly CaseResult[]): ClauseCases[] {
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
  const worst = worstMark(results.map((result) => caseMark(result, report)));
  const passed = results.filter(({ result }) => result === "passed").length;
  const title = clauseTitle(clause, report.coverage);
  return html`<li><a class="tile ${worst}" href="${fragment(clauseAnchor(clause))}">${mark(worst)} <b>${clause}</b>${title === undefined ? "" : html` ${title}`} <span>${passed} of ${results.length}<span class="unseen"> passed</span></span></a></li>
`;
}

/** The result of a clause: that of its worst case. */
export function worstMark(marks: readonly ResultMark[]): ResultMark {
  const order: readonly ResultMark[] = ["failed", "noted", "passed"];
  const isUnrun = marks.length > 0 && marks.every((each) => each === "not-run");
  return order.find((each) => marks.includes(each)) ?? (isUnrun ? "not-run" : "inconclusive");
}

/** A sentence with code in back ticks, as contracts write it. */
export function prose(text: string): readonly (string | Markup)[] {
  return text.split("`").map((piece, at, all) => {
    // An odd back tick at the end opens nothing.
    if (at % 2 === 0) return piece;
    if (at === all.length - 1) return `\`${piece}`;
    return html`<code>${piece}</code>`;
  });
}
