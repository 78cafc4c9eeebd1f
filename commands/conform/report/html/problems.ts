import { html, type Markup } from "../../../../reader/text/html.js";
import type { CaseResult, Report } from "../../result/result.js";
import { type AlikeFailures, type BrokenClause, byReason, clauseCounts, foldedFailures } from "../groups.js";
import type { Pattern } from "../patterns.js";
import { sentence } from "../sentence.js";
import { countOf, findingsOf } from "../verdict.js";
import { caseAnchor, fragment } from "./marks.js";
import { prose } from "./prose.js";

/** What is broken, in words, and what couldn't be observed; empty if there is nothing to report. */
export function problems(report: Report): Markup {
  const { patterns, broken, noted } = foldedFailures(report);
  return html`${patterns.map((each) => patternView(each, report))}
${list("Broken clauses", "broken", broken)}
${list("Noted, without effect on the verdict", "noted", noted)}
${knownFailures(report)}
${unseen(findingsOf(report).inconclusive)}`;
}

function patternView({ seen, probably, cases }: Pattern, report: Report): Markup {
  return html`<div class="pattern"><p><strong>${seen}</strong> ${probably}</p>
<dl><dt>Clauses</dt><dd>${clauseCounts(cases, report).join(", ")}</dd>
<dt>Cases</dt><dd>${links(cases)}</dd></dl></div>
`;
}

function list(title: string, kind: string, clauses: readonly BrokenClause[]): Markup {
  if (clauses.length === 0) return html``;
  return html`<section aria-labelledby="${kind}-title"><h2 id="${kind}-title">${title}</h2>
${clauses.map(
  ({ clause, title, rules, failures }) => html`<article class="${kind}">
<h3>${clause}${title === undefined ? "" : html` <span class="rule">${title}</span>`}</h3>
${rules.length === 0 ? "" : html`<p class="asks">${prose(rules.join(" "))}</p>`}
<ul>${failures.map(failure)}</ul>
</article>`,
)}
</section>`;
}

function failure({ first, others, like }: AlikeFailures): Markup {
  const { level, reason = "", why, likelyCause } = first;
  return html`<li><p>${caseLink(first.id)} <span class="level">${level}</span> <strong>${sentence(reason)}</strong></p>
<dl><dt>Asked</dt><dd>${prose(why)}</dd>
${likelyCause === undefined || like !== undefined ? "" : html`<dt>Likely cause</dt><dd>${prose(likelyCause)}</dd>`}
${like === undefined ? "" : html`<dt>Same cause as</dt><dd>${caseLink(like.id)} (${like.clause})</dd>`}
${others.length === 0 ? "" : html`<dt>Same failure</dt><dd>${links(others.map(({ id }) => id))}</dd>`}</dl></li>
`;
}

/** At most as many as people read; the others are in the list of cases. */
const shownLinks = 12;

function links(ids: readonly string[]): readonly (Markup | string)[] {
  const shown = ids.slice(0, shownLinks).flatMap((id, at) => [at === 0 ? "" : ", ", caseLink(id)]);
  return ids.length > shownLinks ? [...shown, ` and ${ids.length - shownLinks} more`] : shown;
}

function caseLink(id: string): Markup {
  return html`<a href="${fragment(caseAnchor(id))}"><code>${id}</code></a>`;
}

function knownFailures({ knownFailures: { failed, passed } }: Report): Markup {
  if (failed.length + passed.length === 0) return html``;
  return html`<section aria-labelledby="known-title"><h2 id="known-title">Known failures</h2><ul>
${passed.length === 0 ? "" : html`<li><strong>Passed, so remove them from the list:</strong> ${links(passed)}</li>`}
${failed.length === 0 ? "" : html`<li>Failed, as known: ${links(failed)}</li>`}
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
