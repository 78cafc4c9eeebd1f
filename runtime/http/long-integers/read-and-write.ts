import { parse, stringify } from "lossless-json";
import { integerDigits, isHeld, parseExactly } from "../answer/parse-exactly.js";
import { readItems } from "../answer/read-items.js";
import type { BodyWriter, ItemsReader, JsonParser } from "../operation/operation-descriptor.js";
import { UnwritableValue } from "../request/parameter-value.js";
import { type LongShapeReference, mapLongs } from "./shape.js";
import { plainInteger } from "./toward-zero.js";

/** What a program has instead of an integer of 64 bits. */
export type LongType = "bigint" | "string";

/** Shapes by status of an answer (`200`, `2XX`, `default`), or by media type of a body. */
type Shapes = Readonly<Record<string, LongShapeReference>>;

/** Reads answers whose integers of 64 bits become bigints or texts. */
export function longAnswers(as: LongType, shapes: Shapes): JsonParser {
  return Object.assign(
    (text: string, key?: string) => readLongs(text, as, (key !== undefined && shapes[key]) || {}),
    { plain: (value: unknown, key: string) => plainLongs(value, shapes[key] ?? {}) },
  );
}

/** Reads the items of a stream in the same way. */
export function longItems(as: LongType, shape: LongShapeReference): ItemsReader {
  return (response, options) =>
    readItems(response, { ...options, parse: (text) => readLongs(text, as, shape) });
}

/** Reads the items of a stream, and refuses a number that JavaScript would change. */
export const exactItems: ItemsReader = (response, options) =>
  readItems(response, { ...options, parse: parseExactly });

/** Writes JSON bodies with integers of 64 bits, and others as `write` does. Throws `UnwritableValue` for a text that is none. */
export function longBody(as: LongType, write: BodyWriter, shapes: Shapes): BodyWriter {
  const writer: BodyWriter = (draft, content) => {
    const { operation, body, contentType = operation.body?.contentTypes[0] } = content;
    const shape = shapes[String(contentType)];
    if (shape === undefined) return write(draft, content);
    const text = stringify(mapLongs(body, shape, { long: (value) => toLong(value, as), other: refuse }));
    if (text === undefined) throw new UnwritableValue();
    draft.body = text;
    draft.headers.set("content-type", String(contentType));
  };
  return Object.assign(writer, {
    plain: (value: unknown, contentType: string) => plainLongs(value, shapes[contentType] ?? {}),
  });
}

/** Throws an error with a `cause` for an integer that JavaScript would change elsewhere. */
function readLongs(text: string, as: LongType, shape: LongShapeReference): unknown {
  // Fewer digits are exact.
  const value: unknown = /[\d.]{16}|\de\+?\d{3}/i.test(text) ? parse(text, null, lossless) : JSON.parse(text);
  return mapLongs(value, shape, {
    long: (given) => fromLong(given, as),
    other: () => inexact(),
  });
}

const lossless = {
  parseNumber: (token: string): number | bigint => {
    if (isHeld(token)) return Number(token);
    // The digits of 1e999999999 would fill the memory.
    if (!Number.isFinite(Number(token))) return inexact();
    const digits = integerDigits(token);
    if (digits === undefined) return inexact();
    return BigInt(digits);
  },
  // As `JSON.parse` does.
  onDuplicateKey: ({ newValue }: { readonly newValue: unknown }) => newValue,
};

function inexact(): never {
  throw new RangeError("inexact", { cause: "has a number that no number of JavaScript holds" });
}

function fromLong(value: unknown, as: LongType): unknown {
  if (typeof value === "string" || (typeof value === "number" && !Number.isInteger(value))) return value;
  const integer = BigInt(value as number | bigint);
  return as === "bigint" ? integer : String(integer);
}

function toLong(value: unknown, as: LongType): unknown {
  if (as === "bigint" || typeof value !== "string") return value;
  if (!/^-?\d{1,400}$/.test(value)) throw new UnwritableValue("has a text where the contract has an integer");
  return BigInt(value);
}

function refuse(): never {
  throw new UnwritableValue("has a bigint where the contract has no integer of 64 bits");
}

/** The value as validators know it: with plain numbers, of which a validator needs the size alone. */
function plainLongs(value: unknown, shape: LongShapeReference): unknown {
  return mapLongs(value, shape, { long: plainInteger, other: (given) => given });
}
