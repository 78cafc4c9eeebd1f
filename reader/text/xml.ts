import { printableLines } from "./printable.js";

/**
 * Escapes text for XML content and attributes. What isn't printable is written as an escape such as `\x1b`, since readers
 * of reports print the text again; characters that XML 1.0 forbids otherwise become U+FFFD.
 */
export function xml(text: string): string {
  return printableLines(text)
    .replace(/[\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
