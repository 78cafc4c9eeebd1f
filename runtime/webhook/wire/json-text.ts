import { arrayIndex, fromPointer } from "../../json-pointer/index.js";

const quote = 0x22;
const backslash = 0x5c;

/** The position of the first character from here on that isn't white space. */
function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Space, tab, line feed or carriage return. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

/** The position after the closing quote of the string of JSON text that starts here. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
}

const structure = /["{}[\]]/g;
const scalarEnd = /[,}\]\s]/g;

/** The position after the value that starts here. */
function valueEnd(text: string, start: number): number {
  if (text.charCodeAt(start) === quote) return stringEnd(text, start);
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return next(scalarEnd, text, start);
  let depth = 0;
  let at = start;
  for (;;) {
    const mark = text[at];
    if (mark === '"') {
      at = stringEnd(text, at);
    } else {
      if (mark === "{" || mark === "[") depth++;
      else depth--;
      at++;
      if (depth === 0) return at;
    }
    at = next(structure, text, at);
  }
}

function next(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.exec(text)?.index ?? text.length;
}

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
  if (text[start] === "[") return elementAt(text, start, token);
  return undefined;
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

/**
 * Removes every top-level member with a name from the text of a JSON object, and leaves all other characters as they
 * are: numbers keep their digits and members their order. The text must be valid and have such a member.
 */
export function removeMember(text: string, name: string): string {
  return memberRemover(name)(text);
}

/** The same for a text that needn't have such a member. */
function removeAnyMember(text: string, name: string): string {
  return removeEach(text, JSON.stringify(name), name);
}

/** The same as `removeMember`, prepared for one name. */
export function memberRemover(name: string): (text: string) => string {
  const quoted = JSON.stringify(name);
  // Quotes are everywhere: searching for the text between them is much faster.
  const bare = quoted.slice(1, -1);
  return (text) => {
    const only = text.indexOf(bare);
    // Without any escape the name is written literally; if it occurs once, that is the member.
    const isPlain = only > 0 && text.indexOf(bare, only + 1) < 0 && !text.includes("\\");
    if (isPlain) return cutMember(text, only - 1, only + bare.length + 1);
    return removeEach(text, quoted, name);
  };
}

function cutMember(text: string, keyStart: number, keyEnd: number): string {
  const end = valueEnd(text, skipSpace(text, skipSpace(text, keyEnd) + 1));
  let before = keyStart;
  while (isSpace(text.charCodeAt(before - 1))) before--;
  if (text.charCodeAt(before - 1) === comma) return text.slice(0, before - 1) + text.slice(end);
  const after = skipSpace(text, end);
  return text.slice(0, keyStart) + text.slice(text.charCodeAt(after) === comma ? after + 1 : end);
}

function removeEach(text: string, quoted: string, name: string): string {
  let from = text.indexOf("{") + 1;
  const kept = [text.slice(0, from)];
  let at = skipSpace(text, from);
  while (text[at] !== "}") {
    const keyEnd = stringEnd(text, at);
    const key = text.slice(at, keyEnd);
    const end = valueEnd(text, skipSpace(text, skipSpace(text, keyEnd) + 1));
    const isIt = key === quoted || (key.includes("\\") && JSON.parse(key) === name);
    if (!isIt) kept.push(kept.length === 1 ? "" : ",", text.slice(from, end));
    at = skipSpace(text, end);
    from = end;
    if (text[at] === ",") {
      from = at + 1;
      at = skipSpace(text, from);
    }
  }
  kept.push(text.slice(from));
  return kept.join("");
}

const comma = 0x2c;
