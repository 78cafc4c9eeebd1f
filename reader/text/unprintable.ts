/**
 * Characters that change what a reader sees instead of being seen: control characters (C0, DEL, C1), bidirectional
 * marks, invisible characters, line and paragraph separators. `unprintable.ts` of the runtime has the same.
 */
export const unprintable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A character as `\xhh`, `\uhhhh` or `\u{hhhhh}`. */
export function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\u{${code.toString(16)}}`;
}

/**
 * Removes unprintable characters from text of several lines that people read as text, such as a description. Line feeds,
 * tabs and the joiners that some scripts and emoji need stay.
 */
export function withoutUnprintable(text: string): string {
  return text.replace(unprintable, (found) => (needed.has(found) ? found : ""));
}

const needed: ReadonlySet<string> = new Set(["\n", "\t", "\u200b", "\u200c", "\u200d"]);
