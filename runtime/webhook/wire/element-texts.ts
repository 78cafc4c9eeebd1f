import { arrayIndex, fromPointer } from "../../json-pointer/index.js";
import { skipSpace, stringEnd, valueEnd } from "./json-text.js";

/**
 * Prepares a function from a JSON text to the texts of the elements of the array at a JSON Pointer, as they are written:
 * numbers keep their digits and members their order. The text must be valid. Throws `RangeError` if it has no array there.
 */
export function elementTexts(pointer: string): (text: string) => readonly string[] {
  const tokens = fromPointer(pointer);
  return (text) => {
    let at = skipSpace(text, 0);
    for (const token of tokens) at = valueAt(text, at, token) ?? Number.NaN;
    if (text[at] !== "[") throw new RangeError("the text has no array there");
    return [...elements(text, at)].map(([start, end]) => text.slice(start, end));
  };
}

type Span = readonly [start: number, end: number];

/** Where the elements of the array that starts here are. */
function* elements(text: string, start: number): Iterable<Span> {
  let at = skipSpace(text, start + 1);
  while (text[at] !== "]") {
    const end = valueEnd(text, at);
    yield [at, end];
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
}

/** Where a member or an element of the value that starts here is; `undefined` if there is none. */
function valueAt(text: string, start: number, token: string): number | undefined {
  if (text[start] === "{") return memberAt(text, start, token);
  return text[start] === "[" ? elementAt(text, start, token) : undefined;
}

function elementAt(text: string, start: number, token: string): number | undefined {
  let index = arrayIndex(token);
  for (const [at] of elements(text, start)) if (index-- === 0) return at;
  return undefined;
}

/** Of two members with one name, the last counts, as for `JSON.parse`. */
function memberAt(text: string, start: number, name: string): number | undefined {
  let found: number | undefined;
  let at = skipSpace(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (JSON.parse(text.slice(at, keyEnd)) === name) found = value;
    at = skipSpace(text, valueEnd(text, value));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return found;
}
