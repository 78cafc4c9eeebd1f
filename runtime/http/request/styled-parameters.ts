import type {
  ParameterWriter,
  PathWriter,
  QueryParameterDescriptor,
} from "../operation/operation-descriptor.js";
import {
  encodePath,
  encodeReserving,
  encodeStrictly,
  isPresent,
  isRecord,
  type ParameterValue,
  parameterStyle,
  parameterValue,
  plainText,
  UnwritableValue,
} from "./parameter-value.js";

/**
 * One query parameter in the styles `form`, `spaceDelimited`, `pipeDelimited` and `deepObject`; no pair for
 * an empty list or object. A list in an exploded object repeats its name, as in a form: so a `querystring` of OpenAPI 3.2 is written.
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

  if (explode && descriptor.content === undefined && isRecord(value))
    return Object.entries(value).flatMap(([key, member]) => explodedPairs(key, member));
  const read = parameterValue(value, descriptor);
  if (read.kind === "text") return [[name, [read.text], ""]];
  if (read.kind === "list" && explode) return explodedPairs(name, read.items);

  const parts = read.kind === "list" ? read.items : read.entries.flat();
  const delimiter = styleDelimiter(style);
  // Once decoded, a delimiter inside a value looks like one between two values. A comma is safe:
  // it is unencoded between values and encoded inside them.
  if (delimiter.character !== "," && parts.some((part) => part.includes(delimiter.character)))
    throw new UnwritableValue(`must not contain the delimiter of its style, \`${delimiter.character}\``);
  if (parts.length === 0) return [];
  return [[name, parts, delimiter.written]];
}

/** A pair for each item of a list, one for anything else. */
function explodedPairs(name: string, value: unknown): [string, string[], string][] {
  return [value]
    .flat()
    .filter(isPresent)
    .map((item) => [name, [plainText(item)], ""]);
}

function styleDelimiter(style: string): { character: string; written: string } {
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

/** A path parameter in the styles `simple`, `label` and `matrix`. */
export const writeStyledPath: PathWriter = ({ name, value, descriptor }) => {
  const read = parameterValue(value, descriptor);
  const encode = descriptor.allowReserved ? encodePath : encodeStrictly;
  if (isEmpty(read)) return "";
  return expand(encodeStrictly(name), read, { ...parameterStyle(descriptor, "simple"), encode });
};

type Encode = (text: string) => string;

function expand(
  name: string,
  value: ParameterValue,
  { style, explode, encode }: ReturnType<typeof parameterStyle> & { readonly encode: Encode },
): string {
  const joined = (separator: string, join: string): string => {
    if (value.kind === "text") return encode(value.text);
    if (value.kind === "list") return value.items.map(encode).join(separator);
    return value.entries.map(([key, text]) => encode(key) + join + encode(text)).join(separator);
  };
  const plain = joined(",", explode ? "=" : ",");
  if (style === "label") return `.${explode ? joined(".", "=") : plain}`;
  if (style !== "matrix") return plain;
  if (!explode || value.kind === "text") return `;${name}=${plain}`;
  if (value.kind === "list") return value.items.map((item) => `;${name}=${encode(item)}`).join("");
  return `;${joined(";", "=")}`;
}

function isEmpty(value: ParameterValue): boolean {
  if (value.kind === "text") return value.text === "";
  if (value.kind === "list") return value.items.join("") === "";
  return value.entries.length === 0;
}

/** A header parameter in the style `simple`. Header values aren't percent-encoded. */
export const writeStyledHeader: ParameterWriter = ({ headers }, { name, value, descriptor }) => {
  const read = parameterValue(value, descriptor);
  const { explode } = parameterStyle(descriptor, "simple");
  headers.set(name, simpleText(read, explode ? "=" : ","));
};

function simpleText(value: ParameterValue, join: string): string {
  if (value.kind === "text") return value.text;
  const texts = value.kind === "list" ? value.items : value.entries.flat();
  // Nothing in a header is encoded, so a comma inside a value looks like one between two values.
  if (texts.some((text) => text.includes(",")))
    throw new UnwritableValue("must not contain the delimiter of a header's list, `,`");
  if (value.kind === "list") return texts.join(",");
  return value.entries.map(([key, member]) => key + join + member).join(",");
}

/** A cookie parameter in the style `form`, percent-encoded, or in the style `cookie` of OpenAPI 3.2, as it is. */
export const writeCookie: ParameterWriter = ({ cookies }, { name, value, descriptor }) => {
  const encode = descriptor.style === "cookie" ? escapedAlready : encodeStrictly;
  for (const [key, parts] of queryPairs(name, value, descriptor))
    cookies.push(
      `${encode(key, "=")}=${parts.map((part) => encode(part, parts.length > 1 ? "," : ";")).join(",")}`,
    );
};

/** Text that a cookie can hold (RFC 6265, section 4.1.1), without what would look like its delimiter. */
function escapedAlready(text: string, delimiter: string): string {
  if (/^[!#-:<-[\]-~]*$/.test(text) && !text.includes(delimiter)) return text;
  throw new UnwritableValue("has a character that a cookie can't hold: give its escaped form");
}

/** A query parameter that is one text, number or boolean, in OpenAPI's default style. */
export const writeTextQuery: ParameterWriter = ({ query }, { name, value }) => {
  query.push(`${encodeStrictly(name)}=${encodeStrictly(plainText(value))}`);
};

/** A header parameter that is one text, number or boolean. Header values aren't percent-encoded. */
export const writeTextHeader: ParameterWriter = ({ headers }, { name, value }) => {
  headers.set(name, plainText(value));
};
