import { isSpace, skipSpace } from "./json-text.js";
import { removeAnyMember } from "./remove-member.js";

/**
 * The text of a JSON object with one more member at its end, whose value is a text; all other characters stay as they are, so numbers keep
 * their digits. Members of that name are removed before. The text must be valid.
 */
export function insertMember(text: string, name: string, value: string): string {
  const key = JSON.stringify(name);
  // A name can also be written with escapes.
  const mayHaveIt = text.includes("\\") || text.includes(key.slice(1, -1));
  const rest = mayHaveIt ? removeAnyMember(text, name) : text;
  let end = rest.lastIndexOf("}");
  while (isSpace(rest.charCodeAt(end - 1))) end--;
  const isEmpty = skipSpace(rest, rest.indexOf("{") + 1) >= end;
  return `${rest.slice(0, end)}${isEmpty ? "" : ","}${key}:${JSON.stringify(value)}}`;
}
