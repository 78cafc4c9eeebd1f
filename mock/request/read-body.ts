import type { FieldEncoding } from "../../generator/model/model.js";
import { contentKind, essence, parameterOf } from "./media-type.js";
import { BadEncoding, type Pair, pairsOf } from "./pairs.js";
import { propertyNames, propertyShape, type Shape } from "./shape.js";
import { fromPairs } from "./styled.js";
import { bracketParts, nested, type Texts } from "./texts.js";

/** How properties of forms are written, by name. */
export type Encodings = Readonly<Record<string, FieldEncoding>>;

/** Why a body can't be read: a code, and a sentence without a full stop. */
export class UnreadableBody extends Error {
  constructor(
    readonly code: "json-syntax" | "invalid-utf8" | "form-syntax",
    message: string,
  ) {
    super(message);
  }
}

/** A body to read. */
export interface ReadableBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type` as sent. */
  readonly type: string;
  readonly encodings: Encodings;
}

/**
 * The content of a body as its media type writes it; `undefined` if nothing is known about the media type. Rejects with
 * `UnreadableBody`.
 */
export async function readBody(body: ReadableBody): Promise<((shape: Shape) => Texts) | undefined> {
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
    case "multipart": {
      const fields = await multipart(bytes, type);
      return (shape) => multipartRecord(fields, encodings, shape);
    }
    case "text": {
      const charset = parameterOf(type, "charset") ?? "utf-8";
      if (!/^(?:utf-?8|us-ascii)$/.test(charset)) return undefined;
      const text = utf8(bytes);
      return () => ({ kind: "text", text });
    }
    case "other":
      return undefined;
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody("invalid-utf8", "the body isn't valid UTF-8");
  }
}

/** A value of JSON text. Throws `UnreadableBody`. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split("\n");
    throw new UnreadableBody("json-syntax", `the body isn't valid JSON: ${reason.slice(0, 200)}`);
  }
}

/** The properties of a form: those with a style as it says, others by name, and by brackets if the schema has no such name. */
function formRecord(text: string, encodings: Encodings, shape: Shape): Texts {
  try {
    const declared = propertyNames(shape);
    const groups = new Map<string, Pair[]>();
    for (const pair of pairsOf(text)) {
      const [first = ""] = bracketParts(pair.name);
      const name = !declared.has(pair.name) && declared.has(first) ? first : pair.name;
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(pair);
    }
    const others = new Set(groups.keys());
    const entries = [...groups].map(([name, pairs]): readonly [string, Texts] => {
      const { style, explode, contentType } = encodingOf(encodings, name);
      const inner = propertyShape(shape, name);
      const isPlain = style === undefined && pairs.some((pair) => pair.name === name);
      const named = style ?? (isPlain ? "form" : "deepObject");
      const settings = { name, style: named, explode: explode ?? true };
      const read = fromPairs(pairs, settings, { shape: inner, others }) ?? { kind: "text", text: "" };
      const isJson = read.kind === "text" && (contentType?.includes("json") || inner.types.has("object"));
      return [name, isJson ? jsonText(read.text) : read];
    });
    return { kind: "record", entries };
  } catch (error) {
    if (error instanceof BadEncoding) throw new UnreadableBody("form-syntax", error.message);
    throw error;
  }
}

function encodingOf(encodings: Encodings, name: string): FieldEncoding {
  return Object.hasOwn(encodings, name) ? (encodings[name] ?? {}) : {};
}

/** By default, an object in a form is JSON. */
function jsonText(text: string): Texts {
  try {
    return { kind: "value", value: JSON.parse(text) };
  } catch {
    return { kind: "text", text };
  }
}

type Field = readonly [name: string, value: string | Blob, text: string];

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

function multipartRecord(fields: readonly Field[], encodings: Encodings, shape: Shape): Texts {
  const declared = propertyNames(shape);
  const groups = new Map<string, { readonly path: readonly string[]; readonly field: Field }[]>();
  for (const field of fields) {
    const [first = "", ...path] = declared.has(field[0]) ? [field[0]] : bracketParts(field[0]);
    const name = declared.has(first) ? first : field[0];
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push({ path: name === first ? path : [], field });
  }
  const entries = [...groups].map(([name, parts]): readonly [string, Texts] => {
    const inner = propertyShape(shape, name);
    if (parts.some(({ path }) => path.length > 0)) {
      const pairs = parts.map(({ path, field }) => [path, field[2]] as const);
      return [name, nested(pairs, inner)];
    }
    const { contentType } = encodingOf(encodings, name);
    const isJson = contentType?.includes("json") === true;
    const values = parts.map(({ field }) => fieldTexts(field, { isJson, inner }));
    const [only] = values;
    const isList = values.length > 1 || inner.types.has("array");
    return [name, isList || only === undefined ? { kind: "list", items: values } : only];
  });
  return { kind: "record", entries };
}

function fieldTexts(
  [, value, text]: Field,
  { isJson, inner }: { readonly isJson: boolean; readonly inner: Shape },
): Texts {
  const type = typeof value === "string" ? "" : essence(value.type);
  if (contentKind(type) === "json" || isJson || inner.types.has("object")) {
    return jsonText(typeof value === "string" ? value : Buffer.from(text, "latin1").toString("utf8"));
  }
  // A file is its bytes, never a number.
  return typeof value === "string" ? { kind: "text", text } : { kind: "value", value: text };
}
