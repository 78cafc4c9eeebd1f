import type { Respelling } from "../suite/body-spelling.js";

const respellings: Readonly<Record<Respelling, (text: string) => string>> = {
  fractions: (text) => withTokens(text, (token) => (isInteger(token) ? `${token}.0` : token)),
  exponents: (text) => withTokens(text, (token) => (isInteger(token) ? `${token}e0` : token)),
  escapes: (text) => withTokens(text, escapedFirst),
  slashes: (text) => withTokens(text, (token) => token.replace(/(?<!\\)\//g, "\\/")),
  "doubled-member": doubledMember,
  crlf: (text) => text.replace("{", "{\r\n"),
  sorted: (text) => JSON.stringify(JSON.parse(text, (_, value) => sorted(value))),
};

/** The same JSON in another spelling; unchanged if it has nothing that can be spelled so. */
export function respelled(text: string, how: Respelling): string {
  return respellings[how](text);
}

/** A JSON text with each of its texts and numbers replaced. */
function withTokens(text: string, replace: (token: string) => string): string {
  let result = "";
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    result += end > at ? replace(text.slice(at, end)) : text.charAt(at);
    at = Math.max(end, at + 1);
  }
  return result;
}

/** Where the text or number that begins at a place ends; the place itself if none begins there. */
function tokenEnd(text: string, start: number): number {
  const first = text.charAt(start);
  let end = start;
  if (first === '"') {
    end++;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  // Letters of an exponent are also in `true` and `false`, but no number begins with one.
  if (/[-\d]/.test(first)) while (end < text.length && /[-+.\deE]/.test(text.charAt(end))) end++;
  return end;
}

function isInteger(token: string): boolean {
  return /^-?\d+$/.test(token);
}

function escapedFirst(token: string): string {
  const letter = /^"([a-z])/i.exec(token)?.[1];
  if (letter === undefined) return token;
  return `"\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}${token.slice(2)}`;
}

function doubledMember(text: string): string {
  const root: unknown = JSON.parse(text);
  const [first] = isObject(root) ? Object.entries(root) : [];
  if (first === undefined) return text;
  const [name, value] = first.map((each) => JSON.stringify(each));
  return text.replace("{", () => `{${name}:${value},`);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
