import { html, type Markup } from "../../../../reader/text/html.js";
import { type CaseResult, type Report, weighs } from "../../result/result.js";

const signs = { passed: "✓", failed: "✗", noted: "!", inconclusive: "?" } as const;

/** How a case ended; `noted`: failed without effect on the verdict. */
export type Mark = keyof typeof signs;

/** The mark of a result. A failure that doesn't fail the run is noted, not failed. */
export function markOf({ result, level, known }: CaseResult, { strict }: Report): Mark {
  return result === "failed" && (known === true || !weighs(level, strict)) ? "noted" : result;
}

/** A result as a sign, and as a word for screen readers. */
export function mark(result: Mark): Markup {
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
