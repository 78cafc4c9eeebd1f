import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { snippets } from "./snippets.js";

/** Formats that are checked in another way than ajv-formats does it, here and in generated validators alike. */
const ownFormats: Readonly<Record<string, Format>> = {
  "date-time": snippets.isDateTime,
  time: { validate: (text: string) => snippets.isDateTime(`2000-01-01T${text}`) },
  uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[[0-9a-f:.v]+\]|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?)?(?:[a-z0-9\-._~!$&'()*+,;=:@/]|%[0-9a-f]{2})*(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  regex: isPattern,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  duration:
    /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,
};

/** Every format that a schema may name. `iso-…` are Ajv's own: no specification has them. */
export const formats: Readonly<Record<string, Format>> = Object.fromEntries(
  Object.entries<Format>({ ...(fullFormats as Record<string, Format>), ...ownFormats }).filter(
    ([name]) => !name.startsWith("iso-"),
  ),
);

/** With the `u` flag, as `pattern` is compiled. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** Whether a schema may name the format. */
export function hasFormat(name: string): boolean {
  return Object.hasOwn(formats, name);
}

/** The expression that stands for a format in a validator without imports. Throws where a format can't be inlined. */
export function formatSource(name: string): string {
  if (name === "date-time") return "isDateTime";
  const format = formats[name];
  if (format === true) return "true";
  if (format instanceof RegExp) return regExpSource(format);
  const source = functionFormats[name];
  if (source === undefined) throw new Error(`the format ${JSON.stringify(name)} can't be inlined`);
  return source;
}

function regExpSource(format: RegExp): string {
  return `/${format.source}/${format.flags}`;
}

const date =
  "(text) => { const m = /^(\\d{4})-(\\d\\d)-(\\d\\d)$/.exec(text); if (!m) return false; const [y, mo, d] = [+m[1], +m[2], +m[3]]; " +
  "return mo >= 1 && mo <= 12 && d >= 1 && d <= [31, y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][mo - 1]; }";

const functionFormats: Readonly<Record<string, string>> = {
  date: `{ validate: ${date} }`,
  int32: '{ type: "number", validate: (n) => Number.isInteger(n) && n <= 2147483647 && n >= -2147483648 }',
  int64: '{ type: "number", validate: (n) => Number.isInteger(n) }',
  float: '{ type: "number", validate: () => true }',
  double: '{ type: "number", validate: () => true }',
  time: '{ validate: (text) => isDateTime("2000-01-01T" + text) }',
  regex: '(text) => { try { new RegExp(text, "u"); return true; } catch { return false; } }',
};
