import { html, type Markup } from "../../../../reader/text/html.js";
import type { Counts, Report } from "../../result/result.js";
import type { Level } from "../../suite/suite.js";
import { standingOf, subjectOf, verdictOf } from "../verdict.js";
import { mark } from "./marks.js";

const levels: readonly (readonly [Level, string])[] = [
  ["must", "a failure fails the run"],
  ["should", "fails a strict run only"],
  ["info", "never fails"],
];

/** The verdict, and the results for each level. */
export function overview(report: Report): Markup {
  const { url, strict, interrupted, durationMs, timing } = report;
  const standing = standingOf(report);
  const sign = (
    { conforms: "passed", partial: "inconclusive", unshown: "inconclusive", broken: "failed" } as const
  )[standing];
  return html`<header class="${{ conforms: "good", partial: "open", unshown: "open", broken: "bad" }[standing]}">
<h1><span class="verdict">${mark(sign)} ${sentenceCase(verdictOf(report))}</span> <span class="url">${url}</span></h1>
<p>${subjectOf(report)}${strict ? ", strictly" : ""}</p>
${interrupted === true ? html`<p class="warning">The run was ended early: cases that hadn't started are left out.</p>` : ""}
<div class="scroll"><table>
<thead><tr><th scope="col">Level</th><th scope="col">Passed</th><th scope="col">Failed</th><th scope="col">Inconclusive</th></tr></thead>
<tbody>
${levels.map(([level, effect]) => row(level, effect, report.levels[level]))}
</tbody>
</table></div>
<p class="faint">${(durationMs / 1000).toFixed(1)} s. A round trip took ${timing.roundTripMs} ms, and ${timing.toleranceMs} ms were added to every time limit.</p>
</header>`;
}

function row(level: Level, effect: string, { passed, failed, inconclusive }: Counts): Markup {
  const cell = (count: number, kind: string): Markup =>
    html`<td class="${count === 0 ? "none" : kind}">${count}</td>`;
  return html`<tr><th scope="row">${level} <span class="faint">${effect}</span></th>${cell(passed, "passed")}${cell(failed, "failed")}${cell(inconclusive, "inconclusive")}</tr>`;
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
