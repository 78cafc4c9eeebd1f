import type { ParameterWriter } from "../operation/operation-descriptor.js";
import type { QueryParameterDescriptor } from "../operation/parameter-descriptor.js";
import { isRecord, parameterStyle, parameterValue } from "./parameter-value.js";
import { encodeReserving, encodeStrictly } from "./percent-encoding.js";
import { plainText, UnwritableValue } from "./plain-text.js";

/**
 * One query parameter in the styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`; no pair for
 * an empty list or object.
 *
 * `deepObject` goes beyond OpenAPI, which defines it for flat objects only: objects in it are nested as
 * `name[a][b]=v`, and list items have their index, `name[a][0]=v`.
 */
export const writeStyledQuery: ParameterWriter = ({ query }, { name, value, descriptor }) => {
  const encode = descriptor.allowReserved ? encodeReserving : encodeStrictly;
  for (const [key, parts, delimiter] of queryPairs(name, value, descriptor))
    query.push(`${encodeStrictly(key)}=${parts.map((part) => encode(part)).join(delimiter)}`);
};

/** A value's pairs before encoding: each pair's name, the parts of its value, and the encoded delimiter between them. */
export function queryPairs(
  name: string,
  value: unknown,
  descriptor: QueryParameterDescriptor,
): (readonly [key: string, parts: readonly string[], delimiter: string])[] {
  const { style, explode } = parameterStyle(descriptor, "form");
  if (style === "deepObject" && descriptor.content === undefined && (isRecord(value) || Array.isArray(value)))
    return deepPairs(name, value);

  const read = parameterValue(value, descriptor);
  if (read.kind === "text") return [[name, [read.text], ""]];
  if (read.kind === "list" && explode) return read.items.map((item) => [name, [item], ""]);
  if (read.kind === "record" && explode) return read.entries.map(([key, text]) => [key, [text], ""]);

  const parts = read.kind === "list" ? read.items : read.entries.flat();
  const delimiter = delimiterOf(style);
  // Once decoded, a delimiter inside a value looks like one between two values. A comma is safe:
  // it is unencoded between values and encoded inside them.
  if (delimiter.character !== "," && parts.some((part) => part.includes(delimiter.character)))
    throw new UnwritableValue(`must not contain the delimiter of its style, \`${delimiter.character}\``);
  return parts.length === 0 ? [] : [[name, parts, delimiter.written]];
}

function delimiterOf(style: string): { character: string; written: string } {
  if (style === "spaceDelimited") return { character: " ", written: "%20" };
  if (style === "pipeDelimited") return { character: "|", written: "%7C" };
  return { character: ",", written: "," };
}

function deepPairs(name: string, value: unknown): [string, string[], string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) || isRecord(value))
    return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
  return [[name, [plainText(value)], ""]];
}
