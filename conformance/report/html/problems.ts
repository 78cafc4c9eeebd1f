import { html, type Markup } from "../../../text/html.js";
import type { CaseResult, Report } from "../../result/result.js";
import { type AlikeFailures, type BrokenClause, byClause, byReason } from "../groups.js";
import { patternsOf } from "../patterns.js";
import { sentence } from "../sentence.js";
import { countOf, findingsOf } from "../verdict.js";
import { caseAnchor, fragment } from "./marks.js";
import { prose } from "./prose.js";

/** What is broken, in words, and what couldn't be observed; empty if there is nothing to report. */
export function problems(report: Report): Markup {
  const { broken, noted, inconclusive } = findingsOf(report);
  return html`${patternsOf(report).map(({ seen, probably }) => html`<div class="pattern"><p><strong>${seen}</strong> ${probably}</p></div>`)}
${list("Broken clauses", "broken", byClause(broken, report))}
${list("Noted, without effect on the verdict", "noted", byClause(noted, report))}
${knownFailures(report)}
${unseen(inconclusive)}`;
}

function list(title: string, kind: string, clauses: readonly BrokenClause[]): Markup {
  if (clauses.length === 0) return html``;
  return html`<section aria-labelledby="${kind}-title"><h2 id="${kind}-title">${title}</h2>
${clauses.map(
  ({ clause, rules, failures }) => html`<article class="${kind}">
<h3>${clause} <span class="rule">${prose(rules.join(" "))}</span></h3>
<ul>${failures.map(failure)}</ul>
</article>`,
)}
</section>`;
}

function failure({ first, others }: AlikeFailures): Markup {
  const { level, reason = "", why, likelyCause } = first;
  return html`<li><p>${caseLink(first)} <span class="level">${level}</span> <strong>${sentence(reason)}</strong></p>
<dl><dt>Asked</dt><dd>${prose(why)}</dd>
${likelyCause === undefined ? "" : html`<dt>Likely cause</dt><dd>${prose(likelyCause)}</dd>`}
${others.length === 0 ? "" : html`<dt>Same failure</dt><dd>${links(others)}</dd>`}</dl></li>
`;
}

/** At most as many as people read; the others are in the list of cases. */
const shownLinks = 12;

function links(results: readonly CaseResult[]): readonly (Markup | string)[] {
  const shown = results
    .slice(0, shownLinks)
    .flatMap((result, at) => [at === 0 ? "" : ", ", caseLink(result)]);
  return results.length > shownLinks ? [...shown, ` and ${results.length - shownLinks} more`] : shown;
}

function caseLink({ id }: CaseResult): Markup {
  return html`<a href="${fragment(caseAnchor(id))}"><code>${id}</code></a>`;
}

function knownFailures({ results, knownFailures: { failed, passed } }: Report): Markup {
  if (failed.length + passed.length === 0) return html``;
  const of = (ids: readonly string[]): readonly CaseResult[] => results.filter(({ id }) => ids.includes(id));
  return html`<section aria-labelledby="known-title"><h2 id="known-title">Known failures</h2><ul>
${passed.length === 0 ? "" : html`<li><strong>Passed, so remove them from the list:</strong> ${links(of(passed))}</li>`}
${failed.length === 0 ? "" : html`<li>Failed, as known: ${links(of(failed))}</li>`}
</ul></section>`;
}

function unseen(inconclusive: readonly CaseResult[]): Markup {
  if (inconclusive.length === 0) return html``;
  return html`<section aria-labelledby="unseen-title"><h2 id="unseen-title">Inconclusive</h2><ul>
${byReason(inconclusive).map(
  ({ reason, remedy, results }) =>
    html`<li>${countOf(results.length, "case")}: ${reason}${remedy === "" ? "" : html` <span class="faint">(${remedy})</span>`}</li>
`,
)}</ul></section>`;
}
