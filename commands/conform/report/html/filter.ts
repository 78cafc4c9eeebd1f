import { html, type Markup } from "../../../../reader/text/html.js";
import type { Report } from "../../result/result.js";

/** Filters for the cases; hidden until the script runs, since they need it. */
export function filterForm({ counts, levels }: Report): Markup {
  const total = (level: keyof Report["levels"]): number => {
    const { passed, failed, inconclusive } = levels[level];
    return passed + failed + inconclusive;
  };
  return html`<form id="filter" role="search" hidden>
<p><label for="text">Text</label> <input id="text" type="search" autocomplete="off" spellcheck="false" placeholder="id, clause or words"></p>
<fieldset><legend>Result</legend>
${box("result", "failed", counts.failed)} ${box("result", "inconclusive", counts.inconclusive)} ${box("result", "passed", counts.passed)}
</fieldset>
<fieldset><legend>Level</legend>
${box("level", "must", total("must"))} ${box("level", "should", total("should"))} ${box("level", "info", total("info"))}
</fieldset>
<p><button type="reset">Show all</button> <span id="shown" role="status"></span></p>
</form>`;
}

function box(name: string, value: string, count: number): Markup {
  return html`<label class="box"><input type="checkbox" name="${name}" value="${value}" checked> ${value} <span class="faint">${count}</span></label>`;
}
