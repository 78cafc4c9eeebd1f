import {
  allows,
  bracketParts,
  nested,
  propertyNames,
  propertyShape,
  type Texts,
  type ValueShape,
} from "./texts.js";

/** How a value is written: OpenAPI's `style` and `explode`. */
interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
}

const list = (items: readonly string[]): Texts => ({
  kind: "list",
  items: items.map((text) => ({ kind: "text", text })),
});

function record(parts: readonly string[]): Texts {
  const entries: (readonly [string, Texts])[] = [];
  for (let at = 0; at < parts.length; at += 2)
    entries.push([parts[at] ?? "", { kind: "text", text: parts[at + 1] ?? "" }]);
  return { kind: "record", entries };
}

/** `a=1`, `b=2`. */
function assigned(parts: readonly string[], decode: (text: string) => string): Texts {
  const entries = parts.map((part): readonly [string, Texts] => {
    const at = part.indexOf("=");
    const [name, value] = at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    return [decode(name), { kind: "text", text: decode(value) }];
  });
  return { kind: "record", entries };
}

/** Texts of one field, split at a delimiter if the schema wants a list or an object. */
function split(raw: string, shape: ValueShape, { delimiter, explode, decode }: Splitting): Texts {
  const parts = raw === "" ? [] : raw.split(delimiter);
  if (allows(shape, "array")) return list(parts.map(decode));
  if (!allows(shape, "object")) return { kind: "text", text: decode(raw) };
  if (explode) return assigned(parts, decode);
  return record(parts.map(decode));
}

interface Splitting {
  readonly delimiter: string | RegExp;
  readonly explode: boolean;
  readonly decode: (text: string) => string;
}

const delimiters: Readonly<Record<string, RegExp>> = {
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /%7C|\|/i,
};

/**
 * The value of a query or form parameter among the pairs; `undefined` if there is none. `others` are the names of other
 * parameters, which no object without a name of its own may take. Throws `BadEncoding`.
 */
export function fromPairs(
  pairs: readonly NameValuePair[],
  { name, style, explode }: Style,
  { shape, others }: { readonly shape: ValueShape; readonly others: ReadonlySet<string> },
): Texts | undefined {
  if (style === "deepObject") {
    const own = pairs.flatMap((pair): (readonly [readonly string[], string])[] => {
      const [first, ...path] = bracketParts(pair.name);
      if (first === name) return [[path, decodedField(pair.raw)]];
      return [];
    });
    if (own.length === 0) return undefined;
    return nested(own, shape);
  }
  const own = pairs.filter((pair) => pair.name === name);
  if (explode) {
    const isObject = allows(shape, "object") && !allows(shape, "array");
    if (isObject && own.length === 0) {
      const declared = propertyNames(shape);
      const members = pairs.filter((pair) =>
        declared.size > 0 ? declared.has(pair.name) : !others.has(pair.name),
      );
      if (members.length === 0) return undefined;
      return { kind: "record", entries: membersByName(members, shape, decodeText) };
    }
    if (allows(shape, "array") && own.length > 0) return { kind: "list", items: own.map(decodeText) };
  }
  const [first, ...rest] = own;
  if (first === undefined) return undefined;
  if (rest.length > 0) return { kind: "list", items: own.map(decodeText) };
  const delimiter = delimiters[style] ?? ",";
  return split(first.raw, shape, { delimiter, explode, decode: decodedField });
}

/** The members of an exploded object: one whose name is repeated, or whose schema wants a list, is a list. */
function membersByName(
  pairs: readonly NameValuePair[],
  shape: ValueShape,
  read: (pair: NameValuePair) => Texts,
): (readonly [string, Texts])[] {
  const byName = new Map<string, Texts[]>();
  for (const pair of pairs) {
    const items = byName.get(pair.name) ?? [];
    byName.set(pair.name, items);
    items.push(read(pair));
  }
  return [...byName].map(([name, items]) => {
    const [only] = items;
    const isOne = items.length === 1 && only !== undefined && !allows(propertyShape(shape, name), "array");
    return [name, isOne ? only : { kind: "list", items }];
  });
}

function decodeText({ raw }: NameValuePair): Texts {
  return { kind: "text", text: decodedField(raw) };
}

/** The value of a path parameter. Throws `BadEncoding`. */
export function fromPath(raw: string, { name, style, explode }: Style, shape: ValueShape): Texts {
  const isScalar = !allows(shape, "array") && !allows(shape, "object");
  if (style === "label") {
    const text = raw.startsWith(".") ? raw.slice(1) : raw;
    if (isScalar) return { kind: "text", text: decoded(text) };
    return split(text, shape, { delimiter: explode ? "." : ",", explode, decode: decoded });
  }
  if (style === "matrix") {
    const parts = raw.replace(/^;/, "").split(";");
    const values = parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : part));
    if (explode && allows(shape, "array")) return list(values.map(decoded));
    if (explode && allows(shape, "object")) return assigned(parts, decoded);
    return split(values.join(";"), shape, { delimiter: ",", explode, decode: decoded });
  }
  return split(raw, shape, { delimiter: ",", explode, decode: decoded });
}

/** The value of a header. Header values aren't percent-encoded. */
export function fromHeader(raw: string, { explode }: Style, shape: ValueShape): Texts {
  return split(raw, shape, { delimiter: ",", explode, decode: (text) => text.trim() });
}

/** The value of cookies. One that isn't percent-encoded is taken as it is, and so is any in the style `cookie`. */
export function fromCookies(
  pairs: readonly NameValuePair[],
  { name, style, explode }: Style,
  shape: ValueShape,
): Texts | undefined {
  const decode = style === "cookie" ? (text: string): string => text : leniently;
  const textIn = (pair: NameValuePair): string => decode(unquoted(pair));
  const own = pairs.filter((pair) => pair.name === name);
  if (explode && allows(shape, "array") && own.length > 0) return list(own.map(textIn));
  const [first] = own;
  if (first !== undefined) return split(unquoted(first), shape, { delimiter: ",", explode, decode });
  if (!explode || !allows(shape, "object") || allows(shape, "array")) return undefined;
  const declared = propertyNames(shape);
  const members = pairs.filter((pair) => declared.has(pair.name));
  if (members.length === 0) return undefined;
  return {
    kind: "record",
    entries: membersByName(members, shape, (pair) => ({ kind: "text", text: textIn(pair) })),
  };
}

function unquoted({ raw }: NameValuePair): string {
  return raw.replace(/^"(.*)"$/, "$1");
}

function leniently(text: string): string {
  try {
    return decoded(text);
  } catch (error) {
    if (error instanceof BadEncoding) return text;
    throw error;
  }
}

/** A pair of a query, a cookie or a form. */
export interface NameValuePair {
  /** Decoded. */
  readonly name: string;
  /** As sent. */
  readonly raw: string;
}

/** Percent-encoding that isn't UTF-8, or isn't complete. */
export class BadEncoding extends Error {
  constructor(readonly text: string) {
    super(`\`${text.slice(0, 40)}\` isn't valid percent-encoded UTF-8`);
  }
}

/** Decodes percent-encoding. Throws `BadEncoding`. */
export function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadEncoding(text);
  }
}

/** Decodes a part of a query or a form, in which `+` is a space. Throws `BadEncoding`. */
export function decodedField(text: string): string {
  return decoded(text.replaceAll("+", " "));
}

/** The pairs of a query or a form. Throws `BadEncoding` for a name. */
export function readPairs(text: string): readonly NameValuePair[] {
  if (text === "") return [];
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      if (at === -1) return { name: decodedField(part), raw: "" };
      return { name: decodedField(part.slice(0, at)), raw: part.slice(at + 1) };
    });
}

/** The pairs of a `Cookie` header; the values aren't decoded. */
export function readCookies(header = ""): readonly NameValuePair[] {
  if (header === "") return [];
  return header.split(";").flatMap((part) => {
    const at = part.indexOf("=");
    if (at === -1) return [];
    return [{ name: part.slice(0, at).trim(), raw: part.slice(at + 1).trim() }];
  });
}
