import { html, type Markup } from "../../../../reader/text/html.js";
import type { CaseResult, ClauseCoverage, Report } from "../../result/result.js";
import { rerunCommand } from "../commands.js";
import { titleOf } from "../groups.js";
import { causeOf, explanations, type Pattern, patternsOf } from "../patterns.js";
import { sentence } from "../sentence.js";
import { countOf } from "../verdict.js";
import { type ClauseCases, clausesOf, worstOf } from "./clause-map.js";
import { exchangeView } from "./exchange.js";
import { exchangesToShow, type ShownExchanges } from "./exchanges-to-show.js";
import { caseAnchor, clauseAnchor, type Mark, mark, markOf } from "./marks.js";
import { prose } from "./prose.js";

interface Context {
  readonly report: Report;
  readonly explained: ReadonlyMap<string, Pattern>;
  /** Whether the requests and answers of a case are shown. */
  readonly hasExchanges: (result: CaseResult) => boolean;
}

const order: readonly Mark[] = ["failed", "noted", "inconclusive", "passed"];

/** Every case by clause: clauses and cases that failed come first, and passed cases are folded. */
export function caseSections(report: Report, exchanges: ShownExchanges): readonly Markup[] {
  const patterns = patternsOf(report);
  const hasExchanges = exchangesToShow(report, patterns, exchanges);
  const context = { report, explained: explanations(patterns), hasExchanges };
  const rank = ({ results }: ClauseCases): number =>
    order.indexOf(worstOf(results.map((result) => markOf(result, report))));
  return clausesOf(report.results)
    .sort((a, b) => rank(a) - rank(b))
    .map((each) => clauseSection(each, context));
}

function clauseSection({ clause, results }: ClauseCases, context: Context): Markup {
  const { coverage } = context.report;
  const rules = coverage.clauses.filter(({ section }) => section === clause);
  const title = titleOf(clause, coverage);
  const ranked = order.flatMap((each) => results.filter((result) => markOf(result, context.report) === each));
  const passed = ranked.filter(({ result }) => result === "passed");
  const alike = ranked.filter((each) => each.result === "failed" && !context.hasExchanges(each));
  const others = ranked.filter((each) => each.result !== "passed" && !alike.includes(each));
  return html`<section class="clause" id="${clauseAnchor(clause)}" tabindex="-1" aria-label="${clause}">
<h3>${clause}${title === undefined ? "" : html` <span class="rule">${title}</span>`}</h3>
${rulesView(rules)}
${others.map((result) => caseView(result, context))}${alike.length === 0 ? "" : alikeCases(alike, context)}${passed.length === 0 ? "" : passedCases(passed, context)}</section>
`;
}

function rulesView(rules: readonly ClauseCoverage[]): Markup {
  if (rules.length === 0) return html``;
  const title = `Rules of the documentation: ${countOf(rules.length, "rule")}`;
  return html`<details class="rules"><summary>${title}</summary><ul>${rules.map(({ text }) => html`<li>${prose(text)}</li>`)}</ul></details>`;
}

/** Failures like others that the page shows with their exchanges; there may be thousands. */
function alikeCases(alike: readonly CaseResult[], { report }: Context): Markup {
  const worst = worstOf(alike.map((result) => markOf(result, report)));
  return html`<details class="fold"><summary>${mark(worst)} ${countOf(alike.length, "more case")} that failed like others</summary>
<p class="faint">Requests and answers are left out; <code>--all-exchanges</code> includes them. The command for one of them: <code>${rerunCommand(report, alike[0]?.id ?? "")}</code> <button type="button" class="copy" hidden>Copy</button></p>
${alike.map(alikeView)}</details>`;
}

/** One of thousands, so it has as little markup as possible. */
function alikeView({ id, level, why, reason, known }: CaseResult): Markup {
  return html`<p class="case" id="${caseAnchor(id)}" data-result="failed"${levelMark(level)}><code>${id}</code>${known === true ? html` <span class="level">known failure</span>` : ""} ${sentence(reason ?? "")} ${prose(why)}</p>
`;
}

function passedCases(passed: readonly CaseResult[], context: Context): Markup {
  return html`<details class="fold"><summary>${mark("passed")} ${passed.length} passed</summary>
${passed.map((result) => (context.hasExchanges(result) ? caseView(result, context) : passedView(result)))}</details>`;
}

/** One of thousands, so it has as little markup as possible. */
function passedView({ id, level, why }: CaseResult): Markup {
  return html`<p class="case" id="${caseAnchor(id)}" data-result="passed"${levelMark(level)}><code>${id}</code> ${prose(why)}</p>
`;
}

/** Most cases are of level must, which the script assumes. */
function levelMark(level: CaseResult["level"]): Markup | "" {
  return level === "must" ? "" : html` data-level="${level}"`;
}

function caseView(result: CaseResult, { report, explained, hasExchanges }: Context): Markup {
  const { id, level, why, expected, actual, reason, known, exchanges } = result;
  const cause = causeOf(result, explained);
  const note = result.result === "passed" ? "" : html` <span class="reason">${sentence(reason ?? "")}</span>`;
  return html`<details class="case" id="${caseAnchor(id)}" data-result="${result.result}" data-level="${level}">
<summary>${mark(markOf(result, report))} <code>${id}</code> <span class="level">${level}</span>${known === true ? html` <span class="level">known failure</span>` : ""}${note}</summary>
<dl><dt>Asked</dt><dd>${prose(why)}</dd>
${expected === undefined ? "" : html`<dt>Expected</dt><dd>${expected.text}</dd>`}
${actual === undefined ? "" : html`<dt>Got</dt><dd>${actual.text}</dd>`}
${cause === undefined ? "" : html`<dt>Likely cause</dt><dd>${prose(cause)}</dd>`}
<dt>Again</dt><dd><code>${rerunCommand(report, id)}</code> <button type="button" class="copy" hidden>Copy</button></dd></dl>
${hasExchanges(result) ? exchanges.map((exchange) => exchangeView(exchange, report.url)) : leftOut(exchanges)}</details>
`;
}

function leftOut(exchanges: CaseResult["exchanges"]): Markup {
  if (exchanges.length === 0) return html``;
  return html`<p class="faint">Requests and answers are left out; <code>--all-exchanges</code> includes them.</p>`;
}
