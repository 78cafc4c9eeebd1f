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
function withoutCommands(line: string): string {
  if (!mayHaveCommands(line)) return line;
  return line.replace(/^(\s*):(?=:)/, "$1\\x3a").replace(/(?<=#)#(?=\w*\[)/g, "\\x23");
}

/** Whether a text may contain a command: a quick test, as most don't. */
function mayHaveCommands(text: string): boolean {
  return text.includes("::") || text.includes("##");
}

/** Width of a text without control characters, in terminal columns. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * Text of several lines that can do nothing to a terminal or a CI runner: everything but line feeds and tabs that isn't
 * printable becomes an escape, and commands are broken up. The last barrier; text that must stay on one line needs
 * `printable`.
 */
export function terminalText(text: string): string {
  const printed = wellFormed(text).replace(unprintable, (found) => {
    if (found === "\n" || found === "\t") return found;
    return escapedCharacter(found);
  });
  if (mayHaveCommands(printed)) return printed.split("\n").map(withoutCommands).join("\n");
  return printed;
}

/**
 * Characters that change what a reader sees instead of being seen: control characters (C0, DEL, C1), bidirectional
 * marks, invisible characters, line and paragraph separators. `unprintable.ts` of the runtime has the same.
 */
export const unprintable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A character as `\xhh`, `\uhhhh` or `\u{hhhhh}`. */
export function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

/**
 * Removes unprintable characters from text of several lines that people read as text, such as a description. Line feeds,
 * tabs and the joiners that some scripts and emoji need stay.
 */
export function withoutUnprintable(text: string): string {
  return text.replace(unprintable, (found) => (needed.has(found) ? found : ""));
}

const needed: ReadonlySet<string> = new Set(["\n", "\t", "\u200b", "\u200c", "\u200d"]);

/** Replaces lone surrogates with U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
