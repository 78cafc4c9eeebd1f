import { html, type Markup } from "../../../text/html.js";
import type { CaseResult } from "../../result.js";

const signs = { passed: "✓", failed: "✗", inconclusive: "?" } as const;

/** A result as a sign, and as a word for those who don't see it. */
export function mark(result: CaseResult["result"]): Markup {
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

/** A link target; `%` and what a URL can't hold are encoded. */
export function fragment(anchor: string): string {
  return `#${encodeURIComponent(anchor.replace(/\p{Cs}/gu, "\ufffd"))}`;
}
