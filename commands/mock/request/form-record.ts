import { ExactNumber } from "../../../reader/documents/exact-number.js";
import { explodesByDefault } from "../../../reader/documents/openapi/parameter-styles.js";
import type { FieldEncoding } from "../../../reader/model/model.js";
import { jsonValue } from "./json-value.js";
import { contentKind, essence } from "./media-type.js";
import { BadEncoding, decodedField, type Pair, pairsOf } from "./pairs.js";
import { allows, propertyNames, propertyShape, type Shape } from "./shape.js";
import { fromPairs } from "./styled.js";
import { bracketParts, nested, type Texts } from "./texts.js";
import { UnreadableBody } from "./unreadable-body.js";

/** How properties of forms are written, by name. */
export type Encodings = Readonly<Record<string, FieldEncoding>>;

/** The properties of a form: those with a style as it says, others by name, and by brackets if the schema has no such name. */
export function formRecord(text: string, encodings: Encodings, shape: Shape): Texts {
  try {
    const declared = propertyNames(shape);
    const members = spreadMembers(encodings, shape);
    const groups = new Map<string, Pair[]>();
    for (const pair of pairsOf(text)) {
      const [first = ""] = bracketParts(pair.name);
      const own = !declared.has(pair.name) && declared.has(first) ? first : pair.name;
      const name = members.get(pair.name) ?? own;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(pair);
    }
    const others = new Set(groups.keys());
    const entries = [...groups].map(([name, pairs]): readonly [string, Texts] => {
      const { style, explode, contentType } = encodingOf(encodings, name);
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
function spreadMembers(encodings: Encodings, shape: Shape): ReadonlyMap<string, string> {
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
function isJson(contentType: string | undefined, inner: Shape): boolean {
  return contentType?.includes("json") ?? allows(inner, "object");
}

/** An object or a list that is JSON as a whole. */
function wholeJson([first, ...others]: readonly Pair[]): Texts | undefined {
  if (first === undefined || others.length > 0) return undefined;
  const read = jsonText(decodedField(first.raw));
  const isWhole =
    read.kind === "value" && typeof read.value === "object" && !(read.value instanceof ExactNumber);
  return isWhole ? read : undefined;
}

function encodingOf(encodings: Encodings, name: string): FieldEncoding {
  return Object.hasOwn(encodings, name) ? (encodings[name] ?? {}) : {};
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
export async function multipart(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<readonly Field[]> {
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
export function multipartRecord(fields: readonly Field[], encodings: Encodings, shape: Shape): Texts {
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
    const { contentType, style, explode } = encodingOf(encodings, name);
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
  return typeof value === "string" ? { kind: "text", text } : { kind: "value", value: text };
}
