import { html, type Markup } from "../../../../reader/text/html.js";
import type { CaseResult, ClauseCoverage, ExchangeRecord, Report } from "../../result.js";
import { curlCommand, requestUrl, rerunCommand, sentence } from "../details.js";
import { byClause, clauseTitle } from "../groups.js";
import type { Pattern } from "../pattern.js";
import { explanations, failureCause, failurePatterns } from "../patterns.js";
import { countText } from "../verdict.js";
import {
  type ClauseCases,
  caseAnchor,
  caseMark,
  casesByClause,
  clauseAnchor,
  mark,
  prose,
  type ResultMark,
  worstMark,
} from "./marks.js";

interface Context {
  readonly report: Report;
  readonly explained: ReadonlyMap<string, Pattern>;
  /** Whether the requests and answers of a case are shown. */
  readonly hasExchanges: (result: CaseResult) => boolean;
}

const order: readonly ResultMark[] = ["failed", "noted", "inconclusive", "not-run", "passed"];

/** Every case by clause: clauses and cases that failed come first, and passed cases are folded. */
export function caseSections(report: Report, exchanges: ShownExchanges): readonly Markup[] {
  const patterns = failurePatterns(report);
  const hasExchanges = exchangesToShow(report, patterns, exchanges);
  const context = { report, explained: explanations(patterns), hasExchanges };
  const rank = ({ results }: ClauseCases): number =>
    order.indexOf(worstMark(results.map((result) => caseMark(result, report))));
  return casesByClause(report.results)
    .sort((a, b) => rank(a) - rank(b))
    .map((each) => clauseSection(each, context));
}

function clauseSection({ clause, results }: ClauseCases, context: Context): Markup {
  const { coverage } = context.report;
  const rules = coverage.clauses.filter(({ section }) => section === clause);
  const title = clauseTitle(clause, coverage);
  const ranked = order.flatMap((each) =>
    results.filter((result) => caseMark(result, context.report) === each),
  );
  const passed = ranked.filter(({ result }) => result === "passed");
  const alike = ranked.filter((each) => each.result === "failed" && !context.hasExchanges(each));
  const unrun = ranked.filter(({ result }) => result === "not-run");
  const others = ranked
    .filter(({ result }) => result === "failed" || result === "inconclusive")
    .filter((each) => !alike.includes(each));
  return html`<section class="clause" id="${clauseAnchor(clause)}" tabindex="-1" aria-label="${clause}">
<h3>${clause}${title === undefined ? "" : html` <span class="rule">${title}</span>`}</h3>
${rulesView(rules)}
${others.map((result) => caseView(result, context))}${alike.length === 0 ? "" : alikeCases(alike, context)}${unrun.length === 0 ? "" : unrunCases(unrun)}${passed.length === 0 ? "" : passedCases(passed, context)}</section>
`;
}

function rulesView(rules: readonly ClauseCoverage[]): Markup {
  if (rules.length === 0) return html``;
  const title = `Rules of the documentation: ${countText(rules.length, "rule")}`;
  return html`<details class="rules"><summary>${title}</summary><ul>${rules.map(({ text }) => html`<li>${prose(text)}</li>`)}</ul></details>`;
}

/** Failures like others that the page shows with their exchanges; there may be thousands. */
function alikeCases(alike: readonly CaseResult[], { report }: Context): Markup {
  const worst = worstMark(alike.map((result) => caseMark(result, report)));
  return html`<details class="fold"><summary>${mark(worst)} ${countText(alike.length, "more case")} that failed like others</summary>
<p class="faint">Requests and answers are left out; <code>--all-exchanges</code> includes them. The command for one of them: <code>${rerunCommand(report, alike[0]?.id ?? "")}</code> <button type="button" class="copy" hidden>Copy</button></p>
${alike.map(alikeView)}</details>`;
}

/** One of thousands, so it has as little markup as possible. */
function alikeView({ id, level, why, reason, known }: CaseResult): Markup {
  return html`<p class="case" id="${caseAnchor(id)}" data-result="failed"${levelMark(level)}><code>${id}</code>${known === true ? html` <span class="level">known failure</span>` : ""} ${sentence(reason ?? "")} ${prose(why)}</p>
`;
}

/** Cases that an incident left out; there may be thousands. */
function unrunCases(unrun: readonly CaseResult[]): Markup {
  const line = ({ id, level, why }: CaseResult): Markup =>
    html`<p class="case" id="${caseAnchor(id)}" data-result="not-run"${levelMark(level)}><code>${id}</code> ${prose(why)}</p>
`;
  return html`<details class="fold"><summary>${mark("not-run")} ${unrun.length} not run</summary>
${unrun.map(line)}</details>`;
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
  if (level === "must") return "";
  return html` data-level="${level}"`;
}

function caseView(result: CaseResult, { report, explained, hasExchanges }: Context): Markup {
  const { id, level, why, expected, actual, reason, known, exchanges } = result;
  const cause = failureCause(result, explained);
  const note = result.result === "passed" ? "" : html` <span class="reason">${sentence(reason ?? "")}</span>`;
  return html`<details class="case" id="${caseAnchor(id)}" data-result="${result.result}" data-level="${level}">
<summary>${mark(caseMark(result, report))} <code>${id}</code> <span class="level">${level}</span>${known === true ? html` <span class="level">known failure</span>` : ""}${note}</summary>
<dl><dt>Asked</dt><dd>${prose(why)}</dd>
${expected === undefined ? "" : html`<dt>Expected</dt><dd>${expected.text}</dd>`}
${actual === undefined ? "" : html`<dt>Got</dt><dd>${actual.text}</dd>`}
${cause === undefined ? "" : html`<dt>Likely cause</dt><dd>${prose(cause)}</dd>`}
<dt>Again</dt><dd><code>${rerunCommand(report, id)}</code> <button type="button" class="copy" hidden>Copy</button></dd></dl>
${hasExchanges(result) ? exchanges.map((exchange) => exchangeView(exchange, report.url)) : leftOut(exchanges)}${programs(result, report)}</details>
`;
}

/** The requests of a case against an API as commands and as a program. */
function programs({ exchanges, typescript }: CaseResult, { url, subject }: Report): Markup {
  if (subject.kind !== "api" || exchanges.length === 0) return html``;
  const commands = exchanges.map((exchange) => curlCommand(url, exchange));
  const isWhole = commands.every((command) => command !== undefined);
  return html`${isWhole ? codeView("As curl", commands.join("\n")) : ""}${typescript === undefined ? "" : codeView("As TypeScript, with the generated client", typescript.trimEnd())}`;
}

function codeView(title: string, code: string): Markup {
  return html`<details class="rules"><summary>${title}</summary><pre tabindex="0">${code}</pre></details>`;
}

function leftOut(exchanges: CaseResult["exchanges"]): Markup {
  if (exchanges.length === 0) return html``;
  return html`<p class="faint">Requests and answers are left out; <code>--all-exchanges</code> includes them.</p>`;
}

/** A request and its answer, side by side if there is room. */
function exchangeView(exchange: ExchangeRecord, url: string): Markup {
  const { step, request, response, noAnswer } = exchange;
  const { method, headers, body, bodyBytes, pieceBytes, chunked } = request;
  const pieces = pieceBytes === undefined ? "" : `, in pieces of ${pieceBytes}`;
  const got =
    response === undefined
      ? html`<p class="faint">No answer: ${noAnswer}</p>`
      : message(
          `Answer, ${response.elapsedMs} ms, ${response.bodyBytes} bytes`,
          String(response.status),
          response,
        );
  return html`<div class="exchange" role="group" aria-label="Step ${step}">
<div>${message(`Request of step ${step}, ${bodyBytes} bytes${pieces}${chunked === true ? ", chunked" : ""}`, `${method} ${urlPath(requestUrl(url, request))}`, { headers, body })}</div>
<div>${got}</div>
</div>
`;
}

interface Message {
  readonly headers: ExchangeRecord["request"]["headers"];
  readonly body: string;
}

function message(title: string, first: string, { headers, body }: Message): Markup {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`), "", readable(body)];
  return html`<p class="faint">${title}</p><pre tabindex="0">${lines.join("\n").trimEnd()}</pre>`;
}

/** JSON with line breaks, if that changes only white space; otherwise the text as it is, with visible final line feeds. */
function readable(body: string): string {
  try {
    const value: unknown = JSON.parse(body);
    if (JSON.stringify(value) === body) return JSON.stringify(value, null, 2);
    return withVisibleEnd(body);
  } catch {
    return withVisibleEnd(body);
  }
}

function withVisibleEnd(body: string): string {
  return body.replace(/(?<!\n)\n+$/, (end) => "↵".repeat(end.length));
}

function urlPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** `failed`: requests and answers of failed cases, of many that fail alike only of the first ones; `all`: of every case. */
export type ShownExchanges = "failed" | "all";

/** Of this many cases that fail alike; their exchanges say the same, and a page with all of them is slow. */
const ofAlike = 3;

/** Whether the page shows the requests and answers of a case. */
function exchangesToShow(
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
