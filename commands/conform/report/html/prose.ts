import { html, type Markup } from "../../../../reader/text/html.js";

/** A sentence with code in back ticks, as contracts write it. */
export function prose(text: string): readonly (string | Markup)[] {
  return text.split("`").map((piece, at, all) => {
    // An odd back tick at the end opens nothing.
    if (at % 2 === 0) return piece;
    return at === all.length - 1 ? `\`${piece}` : html`<code>${piece}</code>`;
  });
}
