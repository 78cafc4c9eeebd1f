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

/**
 * A sentence in which backticks enclose names and values, on one line that is also readable as a file. `code` shows what
 * is between backticks; HTML needs `markdownCode`.
 */
export function markdownProse(text: string, code: (text: string) => string = codeSpan): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => {
      if (at % 2 === 1) return code(part.slice(1, -1));
      return readable(part);
    })
    .join("");
}

/** A code span: the fence is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const line = printable(text.replace(/[\r\n\t]+/g, " "));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  // Of spaces at both ends, one each isn't shown.
  const pad = /^`|`$|^ .* $|^ *$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Lines of code as a block, each indented by that many spaces: the fence is longer than any run of backticks inside. */
export function codeBlock(lines: readonly string[], language: "sh" | "ts", indent = 0): readonly string[] {
  const shown = lines.map(printable);
  const runs = shown.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return [`${fence}${language}`, ...shown, fence].map((line) => `${" ".repeat(indent)}${line}`);
}

/** Characters that mean nothing within a line stay; a colon could be that of a URL or an emoji. */
function readable(text: string): string {
  return text
    .split(/([{}"?!=%+]|:(?= |$))/)
    .map((part, at) => (at % 2 === 1 ? part : markdownText(part)))
    .join("");
}
