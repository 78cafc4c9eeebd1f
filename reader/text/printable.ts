import { escapedCharacter, unprintable } from "./unprintable.js";
import { wellFormed } from "./well-formed.js";

/**
 * Text that is safe to print to a terminal, on one line: control characters, line breaks, bidirectional marks and
 * invisible characters become escapes, tabs become spaces, lone surrogates become U+FFFD, and what a CI runner would
 * take for a command is broken up. Applying it twice changes nothing.
 */
export function printable(text: string): string {
  return withoutCommands(wellFormed(text).replaceAll("\t", " ").replace(unprintable, escapedCharacter));
}

/** The same for each line of a text; the line feeds stay. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

/**
 * Breaks up the commands of CI runners. GitHub Actions reads `::name` at the start of a line, after white space, and
 * `##[name]` anywhere; Azure Pipelines reads `##vso[…]`, TeamCity `##teamcity[…]`.
 */
export function withoutCommands(line: string): string {
  if (!mayHaveCommands(line)) return line;
  return line.replace(/^(\s*):(?=:)/, "$1\\x3a").replace(/(?<=#)#(?=\w*\[)/g, "\\x23");
}

/** Whether a text may contain a command: a quick test, as most don't. */
export function mayHaveCommands(text: string): boolean {
  return text.includes("::") || text.includes("##");
}

/** Width of a text without control characters, in terminal columns. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
