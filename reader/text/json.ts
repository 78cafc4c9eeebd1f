import { unprintable } from "./printable.js";

/**
 * A value as JSON text without unprintable characters, whose strings are those of the value. Values without a JSON form
 * become `null`. `indent`: spaces per level; without it, one line.
 */
export function json(value: unknown, indent?: number): string {
  return printableJson(JSON.stringify(value, null, indent) ?? "null");
}

/**
 * The same for text in which `\uhhhh` is an escape: JSON, JavaScript, TypeScript. Unprintable characters become escapes,
 * line feeds stay, other white space becomes spaces.
 */
export function printableJson(text: string): string {
  const printed = mayBeUnprintable.test(text) ? text.replace(unprintable, inJson) : text;
  // A runner would take `##[error]` for a command wherever it occurs. The expression is slow, the test isn't.
  if (printed.includes("##")) return printed.replace(/(?<=#)#(?=\w*\[)/g, "\\u0023");
  return printed;
}

/** Matches whatever `unprintable` does, and all characters with the same high surrogate; in half the time (measured). */
const mayBeUnprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\udb40]/;

/** Line feeds, tabs and carriage returns occur between the tokens of JSON alone, where an escape would be an error. */
function inJson(character: string): string {
  if (character === "\n") return character;
  if (character === "\t" || character === "\r") return " ";
  const units = [...Array(character.length).keys()].map((at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
