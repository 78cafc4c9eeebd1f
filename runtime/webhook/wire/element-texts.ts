import { arrayIndex, fromPointer } from "../../json-pointer/index.js";
import { skipSpace, stringEnd, valueEnd } from "./json-text.js";

/**
 * Prepares a function from a JSON text to the texts of the elements of the array at a JSON Pointer, as they are written:
 * numbers keep their digits and members their order. The text must be valid and have an array there.
 */
export function elementTexts(pointer: string): (text: string) => readonly string[] {
  const tokens = fromPointer(pointer);
  return (text) => {
    let at = skipSpace(text, 0);
    for (const token of tokens)
      at = text[at] === "[" ? elementAt(text, at, token) : memberAt(text, at, token);
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

function elementAt(text: string, start: number, token: string): number {
  let index = arrayIndex(token);
  for (const [at] of elements(text, start)) if (index-- === 0) return at;
  return start;
}

/** Where the value of a member starts. Of two with one name, the last counts, as for `JSON.parse`. */
function memberAt(text: string, start: number, name: string): number {
  let found = start;
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
