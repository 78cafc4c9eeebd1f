import { html, type Markup } from "../../../../reader/text/html.js";
import type { Incident } from "../../incident.js";
import type { CaseResult, ClauseCoverage, Counts, Report } from "../../result.js";
import type { Level } from "../../suite/suite.js";
import { sentence } from "../details.js";
import { type AlikeFailures, type BrokenClause, byReason, clauseCounts, foldedFailures } from "../groups.js";
import type { Pattern } from "../pattern.js";
import { countText, openText, runFindings, runStanding, subjectText, verdictText } from "../verdict.js";
import { caseAnchor, fragment, mark, prose } from "./marks.js";

const levels: readonly (readonly [Level, string])[] = [
  ["must", "a failure fails the run"],
  ["should", "fails a strict run only"],
  ["info", "never fails"],
];

/** The verdict, and the results for each level. */
export function overview(report: Report): Markup {
  const { url, strict, interrupted, durationMs, timing, subject } = report;
  const times =
    subject.kind === "library" || subject.kind === "api"
      ? ""
      : ` A round trip took ${timing.roundTripMs} ms, and ${timing.toleranceMs} ms were added to every time limit.`;
  const standing = runStanding(report);
  const open = openText(report);
  const sign = (
    { conforms: "passed", partial: "inconclusive", unshown: "inconclusive", broken: "failed" } as const
  )[standing];
  return html`<header class="${{ conforms: "good", partial: "open", unshown: "open", broken: "bad" }[standing]}">
<h1><span class="verdict">${mark(sign)} ${sentenceCase(verdictText(report))}</span> <span class="url">${url}</span></h1>
<p>${subjectText(report)}${strict ? ", strictly" : ""}</p>
${interrupted === true ? html`<p class="warning">The run was ended early: cases that hadn't started are left out.</p>` : ""}
<div class="scroll"><table>
<thead><tr><th scope="col">Level</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">Inconclusive</th></tr></thead>
<tbody>
${levels.map(([level, effect]) => countsRow(level, effect, report.levels[level]))}
</tbody>
</table></div>
${open === undefined ? "" : html`<p class="faint">${open}.</p>`}
<p class="faint">${(durationMs / 1000).toFixed(1)} s.${times}</p>
</header>`;
}

function countsRow(level: Level, effect: string, { passed, failed, inconclusive }: Counts): Markup {
  const cell = (count: number, kind: string): Markup =>
    html`<td class="${count === 0 ? "none" : kind}">${count}</td>`;
  return html`<tr><th scope="row">${level} <span class="faint">${effect}</span></th>${cell(passed, "passed")}${cell(failed, "failed")}${cell(inconclusive, "inconclusive")}</tr>`;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What is broken, in words, and what couldn't be observed; empty if there is nothing to report. */
export function problems(report: Report): Markup {
  const { patterns, broken, noted } = foldedFailures(report);
  const { inconclusive, notRun } = runFindings(report);
  return html`${(report.incidents ?? []).map(incidentView)}${patterns.map((each) => patternView(each, report))}
${list("Broken clauses", "broken", broken)}
${list("Noted, without effect on the verdict", "noted", noted)}
${knownFailures(report)}
${unseen("Inconclusive", "unseen", inconclusive)}${unseen("Not run", "unrun", notRun)}`;
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
  if (ids.length > shownLinks) return [...shown, ` and ${ids.length - shownLinks} more`];
  return shown;
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

function incidentView({ seen, advice }: Incident): Markup {
  return html`<div class="pattern"><p><strong>${sentence(seen)}</strong> ${prose(advice)}</p></div>
`;
}

function unseen(title: string, kind: string, cases: readonly CaseResult[]): Markup {
  if (cases.length === 0) return html``;
  return html`<section aria-labelledby="${kind}-title"><h2 id="${kind}-title">${title}</h2><ul>
${byReason(cases).map(
  ({ reason, remedy, results }) =>
    html`<li>${countText(results.length, "case")}: ${reason}${remedy === "" ? "" : html` <span class="faint">(${remedy})</span>`}</li>
`,
)}</ul></section>`;
}

const states: Readonly<Record<ClauseCoverage["state"], string>> = {
  kept: "kept",
  broken: "broken",
  untried: "not tried",
  unobservable: "not observable",
};

/** Which rules of the documentation the run has tried; empty if the suite names none. */
export function coverageTable({ coverage: { clauses } }: Report): Markup {
  if (clauses.length === 0) return html``;
  const count = (state: ClauseCoverage["state"]): number =>
    clauses.filter((clause) => clause.state === state).length;
  const counts = Object.entries(states).map(
    ([state, word]) => `${count(state as ClauseCoverage["state"])} ${word}`,
  );
  return html`<section aria-labelledby="coverage-title"><h2 id="coverage-title">Rules of the documentation</h2>
<p>${countText(clauses.length, "rule")}: ${counts.join(", ")}.</p>
<details><summary>Every rule</summary><div class="scroll" tabindex="0" role="region" aria-labelledby="coverage-title"><table>
<thead><tr><th scope="col">Section</th><th scope="col">Rule</th><th scope="col">Level</th><th scope="col">State</th><th scope="col">Cases</th></tr></thead>
<tbody>${clauses.map(clauseRow)}</tbody></table></div></details></section>`;
}

function clauseRow({ section, text, level, state, positive, negative, note }: ClauseCoverage): Markup {
  const more = note === undefined ? "" : html` <span class="faint">${note}</span>`;
  const cases = `${positive.length} valid, ${negative.length} invalid`;
  return html`<tr><td>${section}</td><td>${prose(text)}${more}</td><td>${level}</td><td class="state ${state}">${states[state]}</td><td>${cases}</td></tr>
`;
}
