import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Code, code } from "../render/code.js";
import { identifier } from "../render/identifier.js";
import { literal } from "../render/literal.js";
import { scriptText } from "../render/script.js";
import { internationalPatterns } from "./international-patterns.js";
import type { Format } from "./nodes/format.js";
import { support } from "./support.js";
import { uriPatterns } from "./uri-patterns.js";

interface FormatSource extends Format {
  /** The function as an expression; it may use exports of `support.js`. */
  readonly source?: string;
}

/** Formats that differ from ajv-formats, and those that ajv-formats checks by a function, which can't be printed. */
const own: readonly FormatSource[] = [
  { name: "date-time", type: "string", accepts: support.isDateTime, source: "isDateTime" },
  {
    name: "time",
    type: "string",
    accepts: (text: string) => support.isDateTime(`2000-01-01T${text}`),
    source: '(text) => isDateTime("2000-01-01T" + text)',
  },
  {
    name: "date",
    type: "string",
    accepts: (text: string) => support.isDateTime(`${text}T00:00:00Z`) && text.length === 10,
    source: '(text) => text.length === 10 && isDateTime(text + "T00:00:00Z")',
  },
  {
    name: "regex",
    type: "string",
    accepts: isPattern,
    source: '(text) => { try { new RegExp(text, "u"); return true; } catch { return false; } }',
  },
  {
    name: "int32",
    type: "number",
    accepts: (number: number) => Number.isInteger(number) && number >= -2147483648 && number <= 2147483647,
    source: "(number) => Number.isInteger(number) && number >= -2147483648 && number <= 2147483647",
  },
  { name: "int64", type: "number", accepts: Number.isInteger, source: "Number.isInteger" },
  ...(["float", "double"] as const).map((name) => ({ name, type: "number" as const })),
  ...(["password", "binary"] as const).map((name) => ({ name, type: "string" as const })),
  ...[...uriPatterns, ...internationalPatterns].map(([name, expression]) => pattern(name, expression)),
  pattern("byte", /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  pattern("uuid", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
  pattern(
    "duration",
    /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,
  ),
];

function pattern(name: string, expression: RegExp): FormatSource {
  return {
    name,
    type: "string",
    accepts: (text: string) => expression.test(text),
    source: `(text) => /${expression.source}/${expression.flags}.test(text)`,
  };
}

/** With the `u` flag, as `pattern` is read. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** Every known format by name: the regular expressions of ajv-formats, and our own. */
const formats: ReadonlyMap<string, FormatSource> = new Map(
  [
    ...Object.entries(fullFormats).flatMap(([name, format]) =>
      format instanceof RegExp ? [pattern(name, format)] : [],
    ),
    ...own,
  ].map((format) => [format.name, format]),
);

/** The names of all known formats, sorted. */
export const formatNames: readonly string[] = [...formats.keys()].sort();

/** A format by its name; `undefined` if it is unknown. */
export function formatOf(name: string): Format | undefined {
  return formats.get(name);
}

/** The name of the constant that holds a format in a generated `support.js`. */
export function formatConstant({ name }: Format): Code {
  return identifier(`${name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Format`);
}

/** The declaration of that constant. */
export function formatDeclaration(format: Format): Code {
  const { name, type, source = "" } = formats.get(format.name) ?? (format as FormatSource);
  const accepts = scriptText(source);
  return code`export const ${formatConstant(format)} = { name: ${literal(name)}, type: ${literal(type)}, accepts: ${accepts} };`;
}
