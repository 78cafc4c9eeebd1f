import type { Respelling } from "../suite/delivery.js";

/** The texts and numbers of a JSON text; nothing else in it can contain a digit or a quotation mark. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const respellings: Readonly<Record<Respelling, (text: string) => string>> = {
  fractions: (text) => text.replace(tokens, (token) => (isInteger(token) ? `${token}.0` : token)),
  exponents: (text) => text.replace(tokens, (token) => (isInteger(token) ? `${token}e0` : token)),
  escapes: (text) => text.replace(tokens, escapedFirst),
  slashes: (text) => text.replace(tokens, (token) => token.replace(/(?<!\\)\//g, "\\/")),
  "doubled-member": doubledMember,
  crlf: (text) => text.replace("{", "{\r\n"),
  sorted: (text) => JSON.stringify(JSON.parse(text, (_, value) => sorted(value))),
};

/** The same JSON in another spelling; unchanged if it has nothing that can be spelled so. */
export function respelled(text: string, how: Respelling): string {
  return respellings[how](text);
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
  const [first] = Object.entries(JSON.parse(text) as object);
  if (first === undefined) return text;
  const [name, value] = first.map((each) => JSON.stringify(each));
  return text.replace("{", () => `{${name}:${value},`);
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
