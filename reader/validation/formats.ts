import { type Code, code, scriptText } from "../text/code/code.js";
import { identifier } from "../text/code/identifier.js";
import { literal } from "../text/code/literal.js";
import type { ValueFormat } from "./nodes/node.js";
import { support } from "./support.js";

interface FormatSource extends ValueFormat {
  /** The function as an expression; it may use the name of one export of the support modules. */
  readonly source?: string;
  /** That export. */
  readonly uses?: string;
}

/** A format with a grammar that a function of the support modules parses. */
function parsed(name: string, uses: string): FormatSource {
  return { name, type: "string", accepts: support[uses] as (text: string) => boolean, source: uses, uses };
}

/** A format whose texts one expression describes exactly, in linear time. */
function pattern(name: string, expression: RegExp): FormatSource {
  return {
    name,
    type: "string",
    accepts: (text: string) => expression.test(text),
    source: `(text) => /${expression.source}/${expression.flags}.test(text)`,
  };
}

/** The limits of integers. The greatest of 64 bits is read as 2 to the power of 63, the nearest number that a double can hold. */
export const integerFormats: ReadonlyMap<string, { readonly least: number; readonly most: number }> = new Map(
  [
    ["int32", { least: -2147483648, most: 2147483647 }],
    ["int64", { least: -(2 ** 63), most: 2 ** 63 }],
  ],
);

const all: readonly FormatSource[] = [
  parsed("date-time", "isDateTime"),
  {
    name: "time",
    type: "string",
    accepts: (text: string) => support.isDateTime(`2000-01-01T${text}`),
    source: '(text) => isDateTime("2000-01-01T" + text)',
    uses: "isDateTime",
  },
  {
    name: "date",
    type: "string",
    accepts: (text: string) => support.isDateTime(`${text}T00:00:00Z`) && text.length === 10,
    source: '(text) => text.length === 10 && isDateTime(text + "T00:00:00Z")',
    uses: "isDateTime",
  },
  pattern(
    "duration",
    /^P(?!$)(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/,
  ),
  parsed("email", "isEmail"),
  parsed("idn-email", "isInternationalEmail"),
  parsed("hostname", "isHostName"),
  parsed("idn-hostname", "isInternationalHostName"),
  parsed("ipv4", "isIpv4"),
  parsed("ipv6", "isIpv6"),
  parsed("uri", "isUri"),
  parsed("uri-reference", "isUriReference"),
  parsed("iri", "isIri"),
  parsed("iri-reference", "isIriReference"),
  parsed("uri-template", "isUriTemplate"),
  // As ajv-formats has it, from where many contracts know it; no specification describes it.
  pattern(
    "url",
    /^(?!\S*\s)(?:https?|ftp):\/\/(?:\S+@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/|$)/iu,
  ),
  parsed("json-pointer", "isJsonPointer"),
  parsed("json-pointer-uri-fragment", "isJsonPointerFragment"),
  parsed("relative-json-pointer", "isRelativeJsonPointer"),
  pattern("uuid", /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i),
  {
    name: "regex",
    type: "string",
    accepts: isPattern,
    source: '(text) => { try { new RegExp(text, "u"); return true; } catch { return false; } }',
  },
  pattern("byte", /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/),
  ...[...integerFormats].map(([name, { least, most }]) => ({
    name,
    type: "number" as const,
    accepts: (number: number) => Number.isInteger(number) && number >= least && number <= most,
    source: `(number) => Number.isInteger(number) && number >= ${least} && number <= ${most}`,
  })),
  ...(["float", "double"] as const).map((name) => ({ name, type: "number" as const })),
  ...(["password", "binary"] as const).map((name) => ({ name, type: "string" as const })),
];

/** With the `u` flag, as `pattern` is read. */
function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

/** Every known format by name. */
const formats: ReadonlyMap<string, FormatSource> = new Map(all.map((format) => [format.name, format]));

/** The names of all known formats, sorted. */
export const formatNames: readonly string[] = [...formats.keys()].sort();

/** A format by its name; `undefined` if it is unknown. */
export function findFormat(name: string): ValueFormat | undefined {
  return formats.get(name);
}

/** The exports of the support modules that formats use. */
export function formatFunctions(used: readonly ValueFormat[]): readonly string[] {
  return used.flatMap(({ name }) => formats.get(name)?.uses ?? []);
}

/** The name of the constant that holds a format in a generated `support.ts`. */
export function formatConstant({ name }: ValueFormat): Code {
  return identifier(`${name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())}Format`);
}

/** The declaration of that constant. */
export function formatDeclaration(format: ValueFormat): Code {
  const { name, type, source = "" } = formats.get(format.name) ?? (format as FormatSource);
  const accepts = scriptText(source);
  return code`export const ${formatConstant(format)}: object = { name: ${literal(name)}, type: ${literal(type)}, accepts: ${accepts} };`;
}
