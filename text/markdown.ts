import { printable } from "./printable.js";

/** Text that stays text inside Markdown, on one line: possible markup, HTML and mentions become character references. */
export function markdownText(text: string): string {
  const line = printable(text.replace(/[\r\n\t]+/g, " "));
  return line.replace(/[^\p{L}\p{N} .,;()/'-]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** The same in a fixed-width font. */
export function markdownCode(text: string): string {
  return `<code>${markdownText(text)}</code>`;
}

/** The same for a sentence in which backticks enclose names and values: these are shown in a fixed-width font. */
export function markdownProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? markdownCode(part.slice(1, -1)) : markdownText(part)))
    .join("");
}
