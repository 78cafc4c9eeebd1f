/** Characters that change what a reader sees instead of being seen; `reader/text/printable.ts` of the toolkit has the same. */
export const unprintable = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * A line of JSON whose unprintable characters are written as `\uhhhh`, so that a terminal or a CI runner that shows it
 * can't be controlled by what it quotes.
 */
export function printableJson(line: string): string {
  return line.replace(unprintable, escaped).replace(/(?<=#)#(?=\w*\[)/g, "\\u0023");
}

function escaped(character: string): string {
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** A text on one line, with unprintable characters written as `\uhhhh`. */
export function printableText(text: string): string {
  return text
    .replace(unprintable, escaped)
    .replace(/(?<=#)#(?=\w*\[)/g, "\\u0023")
    .replace(/::/g, ":\\u003a");
}
