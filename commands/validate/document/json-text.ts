/** A range of a JSON text, in UTF-16 units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

const quote = 34;
const backslash = 92;

/** The first offset at or after `at` that isn't JSON white space. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const c = text.charCodeAt(next);
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return next;
    next++;
  }
}

/** The offset after a string's closing quote, or the text's length if it has none; `at` is the opening quote. */
export function stringEnd(text: string, at: number): number {
  // Most strings have no escapes, and the engine's search is faster than a loop.
  const end = text.indexOf('"', at + 1);
  if (end < 0) return text.length;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  for (let next = at + 1; next < text.length; next++) {
    const c = text.charCodeAt(next);
    if (c === quote) return next + 1;
    if (c === backslash) next++;
  }
  return text.length;
}

/** The offset after the value that starts at `at`, in a valid JSON text. */
export function valueEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === quote) return stringEnd(text, at);
  let depth = 0;
  for (let next = at; next < text.length; next++) {
    const c = text.charCodeAt(next);
    if (c === quote) next = stringEnd(text, next) - 1;
    else if (c === 123 || c === 91) depth++;
    else if (c === 125 || c === 93) {
      if (depth === 0) return next;
      if (--depth === 0) return next + 1;
    } else if (depth === 0 && (c === 44 || c <= 32)) return next;
  }
  return text.length;
}

interface Member {
  readonly key: Span;
  /** Offset of the value. */
  readonly value: number;
}

/**
 * The span of the value at a JSON Pointer's tokens, or of its key; for a container, only the opening bracket. The last
 * of several equal keys is used, as in `JSON.parse`. If the pointer leads nowhere, the deepest value on its path.
 */
export function locate(text: string, tokens: readonly string[], target: "value" | "key" = "value"): Span {
  let at = skipSpace(text, 0);
  let key: Span | undefined;
  for (const token of tokens) {
    const member = text[at] === "{" ? findMember(text, at, token) : undefined;
    const next = text[at] === "[" ? findElement(text, at, token) : member?.value;
    if (next === undefined) return valueSpan(text, at);
    at = next;
    key = member?.key;
  }
  if (target === "key" && key) return key;
  return valueSpan(text, at);
}

function valueSpan(text: string, at: number): Span {
  const container = text[at] === "{" || text[at] === "[";
  return { offset: at, length: container ? 1 : Math.max(1, valueEnd(text, at) - at) };
}

function findMember(text: string, object: number, token: string): Member | undefined {
  let found: Member | undefined;
  let at = skipSpace(text, object + 1);
  while (text.charCodeAt(at) === quote) {
    const end = stringEnd(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (decodeKey(text, at, end) === token) found = { key: { offset: at, length: end - at }, value };
    at = skipSpace(text, valueEnd(text, value));
    if (text[at] !== ",") break;
    at = skipSpace(text, at + 1);
  }
  return found;
}

function findElement(text: string, array: number, token: string): number | undefined {
  let at = skipSpace(text, array + 1);
  for (let index = 0; index < Number(token); index++) {
    at = skipSpace(text, valueEnd(text, at));
    if (text[at] !== ",") return undefined;
    at = skipSpace(text, at + 1);
  }
  if (text[at] === "]") return undefined;
  return at;
}

/** A key as `JSON.parse` decodes it; the offsets include the quotes. */
export function decodeKey(text: string, from: number, to: number): string {
  const raw = text.slice(from + 1, to - 1);
  if (raw.includes("\\")) return JSON.parse(text.slice(from, to)) as string;
  return raw;
}
