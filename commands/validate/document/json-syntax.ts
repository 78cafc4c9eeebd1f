import { escapeToken } from "@oipkit/runtime/json-pointer";
import type { Problem } from "../../report/reporter.js";
import { decodeKey, type Span, skipSpace, stringEnd } from "./json-text.js";

/** The first syntax error of a JSON text (RFC 8259). The message never quotes the text. */
export interface SyntaxFault {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\w$+\-.]+/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these in a string
const stringBody = /[^"\\\u0000-\u001f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The problem of a text that isn't JSON. */
export function syntaxProblem(text: string): Problem {
  const { message, ...span } = syntaxFault(text) ?? { offset: 0, length: 1, message: "not valid JSON" };
  return { code: "json-syntax", message, pointer: "", span };
}

/** Finds the first syntax error of a text that `JSON.parse` rejects; `undefined` if there is none. */
export function syntaxFault(text: string): SyntaxFault | undefined {
  const found = findFault(text);
  if (found === undefined || found.offset < text.length) return found;
  // Something missing at the end is reported after the last character that isn't white space.
  return { ...found, offset: text.trimEnd().length };
}

function findFault(text: string): SyntaxFault | undefined {
  const fault = (offset: number, message: string, length = 1): SyntaxFault => ({ offset, length, message });
  const open: ("{" | "[")[] = [];
  let at = skipSpace(text, 0);
  if (at === text.length) return fault(0, "the document is empty");
  for (;;) {
    const first = text[at];
    if (first === "{" || first === "[") {
      open.push(first);
      at = skipSpace(text, at + 1);
      if (text[at] !== closing[first]) {
        const key = first === "{" ? member(text, at) : at;
        if (typeof key !== "number") return key;
        at = key;
        continue;
      }
    } else {
      const end = scalar(text, at);
      if (typeof end !== "number") return end;
      at = end;
    }
    for (;;) {
      const within = open.at(-1);
      at = skipSpace(text, at);
      if (within === undefined) {
        if (at === text.length) return undefined;
        return fault(at, "unexpected text after the end of the document");
      }
      if (text[at] === closing[within]) {
        open.pop();
        at++;
        continue;
      }
      if (text[at] !== ",") {
        const missing = `\`,\` or \`${closing[within]}\``;
        return fault(
          at,
          at >= text.length ? `unexpected end of the document: ${missing} expected` : `${missing} expected`,
        );
      }
      at = skipSpace(text, at + 1);
      if (text[at] === closing[within]) return fault(at, `trailing \`,\` before \`${closing[within]}\``);
      if (within === "{") {
        const key = member(text, at);
        if (typeof key !== "number") return key;
        at = key;
      }
      break;
    }
  }
}

const closing = { "{": "}", "[": "]" } as const;

/** The offset of a member's value; `at` is where its key must start. */
function member(text: string, at: number): number | SyntaxFault {
  if (at >= text.length)
    return { offset: at, length: 1, message: "unexpected end of the document: the object isn't closed" };
  if (text[at] !== '"') return { offset: at, length: 1, message: "key in double quotes expected" };
  const end = string(text, at);
  if (typeof end !== "number") return end;
  const colon = skipSpace(text, end);
  if (text[colon] !== ":") return { offset: colon, length: 1, message: "`:` expected" };
  return skipSpace(text, colon + 1);
}

function scalar(text: string, at: number): number | SyntaxFault {
  if (at >= text.length)
    return { offset: at, length: 1, message: "unexpected end of the document: value expected" };
  if (text[at] === '"') return string(text, at);
  for (const literal of ["true", "false", "null"])
    if (text.startsWith(literal, at)) return at + literal.length;
  const end = match(number, text, at);
  if (end > at) {
    if (!/[\w.+]/.test(text[end] ?? "")) return end;
    const length = Math.max(end, match(word, text, at)) - at;
    return { offset: at, length, message: "invalid number" };
  }
  const length = Math.max(1, match(word, text, at) - at);
  return { offset: at, length, message: "value expected" };
}

function string(text: string, from: number): number | SyntaxFault {
  let at = from + 1;
  for (;;) {
    at = match(stringBody, text, at);
    if (at >= text.length) return { offset: from, length: 1, message: "unterminated string" };
    if (text[at] === '"') return at + 1;
    if (text[at] !== "\\") {
      const what = text[at] === "\n" || text[at] === "\r" ? "a line break" : "a control character";
      return { offset: at, length: 1, message: `${what} in a string must be escaped` };
    }
    const end = match(escapeSequence, text, at);
    if (end === at) return { offset: at, length: 1, message: "invalid escape sequence" };
    at = end;
  }
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  if (pattern.test(text)) return pattern.lastIndex;
  return at;
}

/** A key that occurs more than once in its object. */
export interface DuplicateKey {
  /** The later key, quotes included. */
  readonly span: Span;
  /** JSON Pointer of the member. */
  readonly pointer: string;
}

interface Level {
  /** The keys of an object so far; `undefined` for an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index that is being read. */
  token: string | number;
}

/** The problems of the repeated keys in a valid JSON text. */
export function duplicateProblems(text: string): readonly Problem[] {
  return duplicateKeys(text).map(({ span, pointer }) => ({
    code: "duplicate-key",
    message: "duplicate key; parsers differ in which value they use",
    pointer,
    span,
  }));
}

/** Repeated keys of objects in a valid JSON text, in order. */
export function duplicateKeys(text: string): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    const level = open.at(-1);
    if (c === 123) open.push({ keys: new Set(), token: "" });
    else if (c === 91) open.push({ keys: undefined, token: 0 });
    else if (c === 125 || c === 93) open.pop();
    else if (c === 44 && typeof level?.token === "number") level.token++;
    else if (c === 34) {
      const end = stringEnd(text, at);
      if (level?.keys && text[skipSpace(text, end)] === ":") {
        const key = decodeKey(text, at, end);
        level.token = key;
        if (level.keys.has(key))
          found.push({ span: { offset: at, length: end - at }, pointer: levelPointer(open) });
        level.keys.add(key);
      }
      at = end - 1;
    }
  }
  return found;
}

function levelPointer(open: readonly Level[]): string {
  return open.map(({ token }) => `/${escapeToken(String(token))}`).join("");
}
