import { html, type Markup } from "../../../text/html.js";
import type { CaseResult, ClauseCoverage, Report } from "../../result/result.js";
import { rerunCommand } from "../commands.js";
import { explanations, type Pattern, patternsOf } from "../patterns.js";
import { sentence } from "../sentence.js";
import { countOf } from "../verdict.js";
import { type ClauseCases, clausesOf } from "./clause-map.js";
import { exchangeView } from "./exchange.js";
import { caseAnchor, clauseAnchor, mark, markOf } from "./marks.js";
import { prose } from "./prose.js";

interface Context {
  readonly report: Report;
  readonly explained: ReadonlyMap<string, Pattern>;
}

/** Every case by clause, each with its requests and answers. */
export function caseSections(report: Report): readonly Markup[] {
  const context = { report, explained: explanations(patternsOf(report)) };
  return clausesOf(report.results).map((each) => clauseSection(each, context));
}

function clauseSection({ clause, results }: ClauseCases, context: Context): Markup {
  const rules = context.report.coverage.clauses.filter(({ section }) => section === clause);
  return html`<section class="clause" id="${clauseAnchor(clause)}" tabindex="-1" aria-label="${clause}">
<h3>${clause}</h3>
${rulesView(rules)}
${results.map((result) => caseView(result, context))}</section>
`;
}

function rulesView(rules: readonly ClauseCoverage[]): Markup {
  if (rules.length === 0) return html``;
  const title = `Rules of the documentation: ${countOf(rules.length, "rule")}`;
  return html`<details class="rules"><summary>${title}</summary><ul>${rules.map(({ text }) => html`<li>${prose(text)}</li>`)}</ul></details>`;
}

function caseView(result: CaseResult, { report, explained }: Context): Markup {
  const { id, level, why, expected, actual, reason, known, exchanges } = result;
  const cause = explained.get(id)?.probably ?? result.likelyCause;
  const note = result.result === "passed" ? "" : html` <span class="reason">${sentence(reason ?? "")}</span>`;
  return html`<details class="case" id="${caseAnchor(id)}" data-result="${result.result}" data-level="${level}">
<summary>${mark(markOf(result, report))} <code>${id}</code> <span class="level">${level}</span>${known === true ? html` <span class="level">known failure</span>` : ""}${note}</summary>
<dl><dt>Asked</dt><dd>${prose(why)}</dd>
${expected === undefined ? "" : html`<dt>Expected</dt><dd>${expected.text}</dd>`}
${actual === undefined ? "" : html`<dt>Got</dt><dd>${actual.text}</dd>`}
${cause === undefined ? "" : html`<dt>Likely cause</dt><dd>${prose(cause)}</dd>`}
<dt>Again</dt><dd><code>${rerunCommand(report, id)}</code></dd></dl>
${exchanges.map((exchange) => exchangeView(exchange, report.url))}</details>
`;
}
