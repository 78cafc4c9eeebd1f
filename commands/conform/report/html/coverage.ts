import { html, type Markup } from "../../../../reader/text/html.js";
import type { ClauseCoverage, Report } from "../../result/result.js";
import { countOf } from "../verdict.js";
import { prose } from "./prose.js";

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
<p>${countOf(clauses.length, "rule")}: ${counts.join(", ")}.</p>
<details><summary>Every rule</summary><div class="scroll" tabindex="0" role="region" aria-labelledby="coverage-title"><table>
<thead><tr><th scope="col">Section</th><th scope="col">Rule</th><th scope="col">Level</th><th scope="col">State</th><th scope="col">Cases</th></tr></thead>
<tbody>${clauses.map(row)}</tbody></table></div></details></section>`;
}

function row({ section, text, level, state, positive, negative, note }: ClauseCoverage): Markup {
  const more = note === undefined ? "" : html` <span class="faint">${note}</span>`;
  const cases = `${positive.length} valid, ${negative.length} invalid`;
  return html`<tr><td>${section}</td><td>${prose(text)}${more}</td><td>${level}</td><td class="state ${state}">${states[state]}</td><td>${cases}</td></tr>
`;
}
