import { MalformedBodyError, readItems } from "@oipkit/runtime/http";
import { ExactNumber } from "../../../reader/documents/exact-number.js";
import { explodesByDefault } from "../../../reader/documents/openapi/path-items.js";
import { isStreamed } from "../../../reader/documents/openapi/version32.js";
import type { FieldEncoding } from "../../../reader/model/model.js";
import { contentKind, essence, mediaParameter } from "./headers.js";
import { BadEncoding, decodedField, fromPairs, type NameValuePair, readPairs } from "./styled.js";
import {
  allows,
  bracketParts,
  jsonValue,
  nested,
  propertyNames,
  propertyShape,
  type Texts,
  type ValueShape,
} from "./texts.js";

/** A body to read. */
interface ReadableBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type` as sent. */
  readonly type: string;
  readonly encodings: Encodings;
}

/** The content of a body as a schema wants it; `undefined` if it is nothing that the schema describes. */
type BodyContent = (shape: ValueShape) => Texts | undefined;

/**
 * The content of a body as its media type writes it; `undefined` if nothing is known about the media type. Throws, or rejects
 * with, `UnreadableBody`.
 */
export function readBody(body: ReadableBody): Promise<BodyContent> | BodyContent | undefined {
  const { bytes, type, encodings } = body;
  switch (contentKind(type)) {
    case "json": {
      const value = parsedJson(utf8(bytes));
      return () => ({ kind: "value", value });
    }
    case "form": {
      const text = utf8(bytes);
      return (shape) => formRecord(text, encodings, shape);
    }
    case "multipart":
      return multipart(bytes, type).then((fields) => (shape) => multipartRecord(fields, encodings, shape));
    case "text": {
      const charset = mediaParameter(type, "charset") ?? "utf-8";
      if (!/^(?:utf-?8|us-ascii)$/.test(charset)) return undefined;
      const text = utf8(bytes);
      return () => ({ kind: "text", text });
    }
    case "other": {
      if (!isStreamed(type)) return undefined;
      return readBodyItems(bytes, type).then((read) => (shape) => {
        // Otherwise the contract describes the bytes, or one of the lines.
        if (!allows(shape, "array")) return undefined;
        if ("problem" in read) throw new UnreadableBody("json-syntax", read.problem);
        return { kind: "value", value: read.items };
      });
    }
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function utf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new UnreadableBody("invalid-utf8", "the body isn't valid UTF-8");
  }
}

/** A value of JSON text. Throws `UnreadableBody`. */
function parsedJson(text: string): unknown {
  try {
    return jsonValue(text);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    throw new UnreadableBody("json-syntax", `the body isn't valid JSON: ${reason.slice(0, 200)}`);
  }
}

/** What reading a whole body needs of a call: it takes no time, and nobody ends it. */
const deadline = {
  operation: "mock",
  signal: new AbortController().signal,
  guard: async <T>(work: () => T | Promise<T>): Promise<T> => work(),
  restart(): void {},
  stopClock(): void {},
  close(): void {},
};

/** The items of a streamed body that is there as a whole; why they can't be read if one isn't JSON. */
async function readBodyItems(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<{ readonly items: readonly unknown[] } | { readonly problem: string }> {
  const response = new Response(bytes, { headers: { "content-type": essence(type) } });
  const items: unknown[] = [];
  try {
    for await (const item of readItems(response, { deadline, maxBytes: bytes.length, parse: jsonValue }))
      items.push(item);
    return { items };
  } catch (error) {
    if (!(error instanceof MalformedBodyError)) throw error;
    return { problem: `item ${items.length + 1} of the body isn't valid JSON` };
  }
}

/** How properties of forms are written, by name. */
type Encodings = Readonly<Record<string, FieldEncoding>>;

/** The properties of a form: those with a style as it says, others by name, and by brackets if the schema has no such name. */
function formRecord(text: string, encodings: Encodings, shape: ValueShape): Texts {
  try {
    const declared = propertyNames(shape);
    const members = spreadMembers(encodings, shape);
    const groups = new Map<string, NameValuePair[]>();
    for (const pair of readPairs(text)) {
      const [first = ""] = bracketParts(pair.name);
      const own = !declared.has(pair.name) && declared.has(first) ? first : pair.name;
      const name = members.get(pair.name) ?? own;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(pair);
    }
    const others = new Set(groups.keys());
    const entries = [...groups].map(([name, pairs]): readonly [string, Texts] => {
      const { style, explode, contentType } = findEncoding(encodings, name);
      const inner = propertyShape(shape, name);
      const isPlain = style === undefined && pairs.some((pair) => pair.name === name);
      const whole = isPlain && isJson(contentType, inner) ? wholeJson(pairs) : undefined;
      if (whole !== undefined) return [name, whole];
      const named = style ?? (isPlain ? "form" : "deepObject");
      const settings = { name, style: named, explode: explode ?? explodesByDefault(named) };
      return [name, fromPairs(pairs, settings, { shape: inner, others }) ?? { kind: "text", text: "" }];
    });
    return { kind: "record", entries };
  } catch (error) {
    if (error instanceof BadEncoding) throw new UnreadableBody("form-syntax", error.message);
    throw error;
  }
}

/** The properties whose members are members of the form, as they are written exploded. By the names of the members. */
function spreadMembers(encodings: Encodings, shape: ValueShape): ReadonlyMap<string, string> {
  const declared = propertyNames(shape);
  const found = new Map<string, string>();
  for (const [name, { style, explode }] of Object.entries(encodings)) {
    const inner = propertyShape(shape, name);
    const isSpread = style !== undefined && style !== "deepObject" && (explode ?? explodesByDefault(style));
    if (!isSpread || !allows(inner, "object") || allows(inner, "array")) continue;
    for (const member of propertyNames(inner))
      if (!declared.has(member) && !found.has(member)) found.set(member, name);
  }
  return found;
}

/** Whether a property is written as JSON: the contract says so, or by default, as objects are. */
function isJson(contentType: string | undefined, inner: ValueShape): boolean {
  return contentType?.includes("json") ?? allows(inner, "object");
}

/** An object or a list that is JSON as a whole. */
function wholeJson([first, ...others]: readonly NameValuePair[]): Texts | undefined {
  if (first === undefined || others.length > 0) return undefined;
  const read = jsonText(decodedField(first.raw));
  const isWhole =
    read.kind === "value" && typeof read.value === "object" && !(read.value instanceof ExactNumber);
  if (isWhole) return read;
  return undefined;
}

function findEncoding(encodings: Encodings, name: string): FieldEncoding {
  if (Object.hasOwn(encodings, name)) return encodings[name] ?? {};
  return {};
}

/** By default, an object in a form is JSON. */
function jsonText(text: string): Texts {
  try {
    return { kind: "value", value: jsonValue(text) };
  } catch {
    return { kind: "text", text };
  }
}

type Field = readonly [name: string, value: string | Blob, text: string];

/** The fields of a multipart form. Rejects with `UnreadableBody`. */
async function multipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<readonly Field[]> {
  try {
    const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
    return await Promise.all(
      [...form].map(async ([name, value]): Promise<Field> => {
        // The characters of a file are only counted, so any that stand for its bytes will do.
        const text =
          typeof value === "string" ? value : Buffer.from(await value.arrayBuffer()).toString("latin1");
        return [name, value, text];
      }),
    );
  } catch {
    throw new UnreadableBody("form-syntax", "the body isn't valid multipart/form-data with this boundary");
  }
}

/** The same for the fields of a multipart form. */
function multipartRecord(fields: readonly Field[], encodings: Encodings, shape: ValueShape): Texts {
  const declared = propertyNames(shape);
  const members = spreadMembers(encodings, shape);
  const groups = new Map<string, { readonly path: readonly string[]; readonly field: Field }[]>();
  for (const field of fields) {
    const [first = "", ...path] = declared.has(field[0]) ? [field[0]] : bracketParts(field[0]);
    const name = members.get(field[0]) ?? (declared.has(first) ? first : field[0]);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push({ path: name === first ? path : [], field });
  }
  const others = new Set(groups.keys());
  const entries = [...groups].map(([name, parts]): readonly [string, Texts] => {
    const inner = propertyShape(shape, name);
    if (parts.some(({ path }) => path.length > 0)) {
      const pairs = parts.map(({ path, field }) => [path, field[2]] as const);
      return [name, nested(pairs, inner)];
    }
    const { contentType, style, explode } = findEncoding(encodings, name);
    if (style !== undefined && parts.every(({ field }) => typeof field[1] === "string")) {
      const settings = { name, style, explode: explode ?? explodesByDefault(style) };
      const pairs = parts.map(({ field: [each, , text] }) => ({ name: each, raw: asWritten(text) }));
      return [name, fromPairs(pairs, settings, { shape: inner, others }) ?? { kind: "text", text: "" }];
    }
    const values = parts.map(({ field }) => fieldTexts(field, isJson(contentType, inner)));
    const [only] = values;
    if (values.length === 1 && only?.kind === "value" && Array.isArray(only.value)) return [name, only];
    const isList = values.length > 1 || inner.types.has("array");
    return [name, isList || only === undefined ? { kind: "list", items: values } : only];
  });
  return { kind: "record", entries };
}

/** Text of a part, which isn't encoded, as a query would have it; delimiters stay what they are. */
function asWritten(text: string): string {
  return encodeURIComponent(text).replaceAll("%2C", ",");
}

function fieldTexts([, value, text]: Field, isWhole: boolean): Texts {
  const type = typeof value === "string" ? "" : essence(value.type);
  if (contentKind(type) === "json" || isWhole)
    return jsonText(typeof value === "string" ? value : Buffer.from(text, "latin1").toString("utf8"));
  // A file is its bytes, never a number.
  if (typeof value === "string") return { kind: "text", text };
  return { kind: "value", value: text };
}

/** Why a body can't be read: a code, and a sentence without a full stop. */
export class UnreadableBody extends Error {
  constructor(
    readonly code: "json-syntax" | "invalid-utf8" | "form-syntax",
    message: string,
  ) {
    super(message);
  }
}
