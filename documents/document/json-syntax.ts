import { skipSpace } from "./json-text.js";

/** The first thing that keeps a text from being JSON (RFC 8259). Says nothing about the text's content. */
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

/** Finds the first fault of a text that `JSON.parse` refuses; `undefined` where there is none. */
export function syntaxFault(text: string): SyntaxFault | undefined {
  const found = findFault(text);
  if (found === undefined || found.offset < text.length) return found;
  // What is missing at the end is missing behind the last thing that is there.
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
        return at === text.length ? undefined : fault(at, "there is text after the end of the document");
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
          at >= text.length ? `the document ends where ${missing} is missing` : `${missing} is missing here`,
        );
      }
      at = skipSpace(text, at + 1);
      if (text[at] === closing[within]) return fault(at, `a \`,\` stands before \`${closing[within]}\``);
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
  if (at >= text.length) return { offset: at, length: 1, message: "the document ends inside an object" };
  if (text[at] !== '"') return { offset: at, length: 1, message: "a key in double quotes is missing here" };
  const end = string(text, at);
  if (typeof end !== "number") return end;
  const colon = skipSpace(text, end);
  if (text[colon] !== ":") return { offset: colon, length: 1, message: "`:` is missing here" };
  return skipSpace(text, colon + 1);
}

function scalar(text: string, at: number): number | SyntaxFault {
  if (at >= text.length)
    return { offset: at, length: 1, message: "the document ends where a value is missing" };
  if (text[at] === '"') return string(text, at);
  for (const literal of ["true", "false", "null"])
    if (text.startsWith(literal, at)) return at + literal.length;
  const end = match(number, text, at);
  if (end > at) {
    if (!/[\w.+]/.test(text[end] ?? "")) return end;
    const length = Math.max(end, match(word, text, at)) - at;
    return { offset: at, length, message: "this isn't a number of JSON" };
  }
  const length = Math.max(1, match(word, text, at) - at);
  return { offset: at, length, message: "a value is missing here" };
}

function string(text: string, from: number): number | SyntaxFault {
  let at = from + 1;
  for (;;) {
    at = match(stringBody, text, at);
    if (at >= text.length) return { offset: from, length: 1, message: "this string isn't closed" };
    if (text[at] === '"') return at + 1;
    if (text[at] !== "\\") {
      const what = text[at] === "\n" || text[at] === "\r" ? "a line break" : "a control character";
      return { offset: at, length: 1, message: `${what} stands in a string` };
    }
    const end = match(escapeSequence, text, at);
    if (end === at) return { offset: at, length: 1, message: "this escape isn't one of JSON" };
    at = end;
  }
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
