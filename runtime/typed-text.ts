import { tooDeepAt } from "./json-depth.js";

/** What a text is read as: a string if absent. */
export type TextType = "number" | "boolean" | undefined;

/** A number as JSON writes it. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value of a header or of a parameter. A text that isn't of its type stays a text. */
export function typedText(text: string, type: TextType): string | number | boolean {
  if (type === "number" && number.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The texts of a list in a header, or in a parameter with commas. */
export function commaTexts(text: string): string[] {
  if (text === "") return [];
  return text.split(",");
}

/** The value of a JSON text. One that isn't JSON, or nests too deeply, stays a text: the check refuses it. */
export function jsonOrText(text: string): unknown {
  if (tooDeepAt(text) >= 0) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
