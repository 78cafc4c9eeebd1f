import { exactJsonText } from "../../../reader/documents/exact-json.js";
import { ExactNumber, NumberReader } from "../../../reader/documents/exact-number.js";
import { type FieldsForm, findField, repeats, type StyledForm, type WireForm } from "./wire-form.js";

/** A value as it is sent. */
export interface WrittenValue {
  /** For people: what is sent, without line breaks of a message around it. */
  readonly sent: string;
  /** All values that a receiver may take it for, whatever its schema wants. */
  readonly readings: readonly unknown[];
}

/** Texts by the names that they are sent with, before they are encoded, and what they may be read as. */
interface Pieces {
  readonly pairs: readonly (readonly [name: string, text: string])[];
  readonly readings: readonly unknown[];
}

/** More readings aren't listed. Guessed: a witness has few places that can be read in two ways. */
const mostReadings = 4096;

/** A value with the name of its parameter as it is sent; `undefined` if it isn't, if it can't be written so, or has too many readings. */
export function writtenValue(value: unknown, form: WireForm, name: string): WrittenValue | undefined {
  const isWritable = form.kind === "styled" || form.kind === "fields" || isScalar(value);
  if (form.kind === "json" || !isWritable) return undefined;
  if (form.kind === "text") {
    const text = String(value);
    return { sent: text, readings: scalarReadings(text) };
  }
  const pieces = form.kind === "fields" ? fieldPieces(value, form) : styledPieces(value, form, name);
  if (pieces === undefined || pieces.readings.length === 0) return undefined;
  try {
    return { sent: sentText(pieces, form, name), readings: pieces.readings };
  } catch (error) {
    // Half of a surrogate pair can't be percent-encoded.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function sentText({ pairs }: Pieces, form: StyledForm | FieldsForm, name: string): string {
  const encode = encodeURIComponent;
  if (form.kind === "fields") {
    if (form.isMultipart) return pairs.map(([key, text]) => `${key}: ${text}`).join("; ");
    return pairs.map(([key, text]) => `${encode(key)}=${encode(text)}`).join("&");
  }
  const { where, style, explode, delimiter, isEscaped } = form;
  const isObject = pairs.some(([key]) => key !== name) || style === "deepObject";
  const parts = pairs.map(([, text]) => (where === "header" ? text : encode(text)));
  const members = pairs.map(([key], at) => `${encode(key)}=${parts[at]}`);
  const isSpread = style === "deepObject" || repeats(form);
  if (isSpread && where !== "path") return members.join(where === "cookie" ? "; " : "&");
  if (isSpread) return members.map((each) => `;${each}`).join("");
  const flat = pairs.flatMap(([key], at) => (isObject ? [encode(key), parts[at] ?? ""] : [parts[at] ?? ""]));
  const between = isEscaped || where === "header" ? delimiter : encode(delimiter).replace("%2C", ",");
  const joined = (isObject && explode ? members : flat).join(between);
  if (style === "label") return `.${joined}`;
  if (style === "matrix") return `;${encode(name)}=${joined}`;
  if (where === "header") return `${name}: ${joined}`;
  if (where === "path") return joined;
  return `${encode(name)}=${joined}`;
}

function fieldPieces(value: unknown, form: FieldsForm): Pieces | undefined {
  if (!isObject(value)) return undefined;
  const pairs: (readonly [string, string])[] = [];
  const members: (readonly [string, readonly unknown[]])[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (isUnsent(member)) continue;
    const field = findField(form, name);
    const pieces = field.kind === "json" ? jsonPieces(member, name) : styledPieces(member, field, name);
    if (pieces === undefined) return undefined;
    pairs.push(...pieces.pairs);
    members.push([name, pieces.readings]);
  }
  const readings = recordReadings(members);
  return readings && { pairs, readings };
}

function jsonPieces(value: unknown, name: string): Pieces {
  const text = exactJsonText(value);
  return { pairs: [[name, text]], readings: [value] };
}

function isUnsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((item) => item === null));
}

function styledPieces(value: unknown, form: StyledForm, name: string): Pieces | undefined {
  if (isScalar(value)) {
    const text = String(value);
    const lists = listReadings(text, form);
    return lists && { pairs: [[name, text]], readings: [...scalarReadings(text), ...lists] };
  }
  if (isUnsent(value) && form.where !== "header") return undefined;
  if (form.style === "deepObject") {
    const readings = deepReadings(value);
    return readings && { pairs: deepPairs(name, value), readings };
  }
  if (Array.isArray(value)) return listPieces(value, form, name);
  if (!isObject(value)) return undefined;
  if (!form.hasJsonObjects) return objectPieces(value, form);
  const text = exactJsonText(value);
  return { pairs: [[name, text]], readings: [value, text] };
}

/** The lists that one text may stand for. */
function listReadings(text: string, form: StyledForm): unknown[] | undefined {
  if (form.style === "deepObject") return [];
  const parts = repeats(form) || form.isEscaped ? [text] : text.split(form.delimiter);
  const lists = product(parts.map(scalarReadings));
  if (text === "" && !repeats(form)) return lists && [...lists, []];
  return lists;
}

function listPieces(value: readonly unknown[], form: StyledForm, name: string): Pieces | undefined {
  const items = value.filter((item) => item !== null);
  const texts: string[] = [];
  for (const item of items) {
    if (isScalar(item)) texts.push(String(item));
    else if (form.hasJsonObjects && isObject(item)) texts.push(exactJsonText(item));
    else return undefined;
  }
  const isList = repeats(form);
  if (!isList && !form.isEscaped && texts.some((text) => text.includes(form.delimiter))) return undefined;
  const lists = product(
    items.map((item, at) => (isObject(item) ? [item, texts[at]] : scalarReadings(texts[at] ?? ""))),
  );
  if (lists === undefined) return undefined;
  if (texts.length === 0) return emptyPieces(form);
  const pairs = texts.map((text) => [name, text] as const);
  if (isList && texts.length > 1) return { pairs, readings: lists };
  const joined = texts.join(form.delimiter);
  const empty = joined === "" && !isList ? [[]] : [];
  return { pairs, readings: [...lists, ...scalarReadings(joined), ...empty] };
}

function objectPieces(value: Readonly<Record<string, unknown>>, form: StyledForm): Pieces | undefined {
  const pairs: (readonly [string, string])[] = [];
  const members: (readonly [string, readonly unknown[]])[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (isUnsent(member)) continue;
    const isRepeated = Array.isArray(member) && repeats(form);
    const items: readonly unknown[] = isRepeated ? member : [member];
    if (!items.every(isScalar)) return undefined;
    const texts = items.map(String);
    if (!repeats(form) && !form.isEscaped && [key, ...texts].some((text) => text.includes(form.delimiter)))
      return undefined;
    const lists = product(texts.map(scalarReadings));
    if (lists === undefined) return undefined;
    const [only = ""] = texts;
    members.push([
      key,
      [...(texts.length === 1 ? scalarReadings(only) : []), ...(repeats(form) ? lists : [])],
    ]);
    pairs.push(...texts.map((text) => [key, text] as const));
  }
  if (pairs.length === 0) return emptyPieces(form);
  const readings = recordReadings(members);
  return readings && { pairs, readings };
}

/** A header is sent even if it is empty. */
function emptyPieces({ where }: StyledForm): Pieces | undefined {
  return where === "header" ? { pairs: [], readings: ["", [], [""], {}] } : undefined;
}

function deepPairs(name: string, value: unknown): (readonly [string, string])[] {
  if (value === null) return [];
  if (isScalar(value)) return [[name, String(value)]];
  return Object.entries(value as object).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member));
}

function deepReadings(value: unknown): unknown[] | undefined {
  if (isScalar(value)) return scalarReadings(String(value));
  if (Array.isArray(value)) {
    const items = value.map(deepReadings);
    return items.every((each) => each !== undefined) ? product(items) : undefined;
  }
  if (!isObject(value)) return undefined;
  const members: (readonly [string, readonly unknown[]])[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (isUnsent(member) || (isObject(member) && deepPairs(key, member).length === 0)) continue;
    const readings = deepReadings(member);
    if (readings === undefined) return undefined;
    members.push([key, readings]);
  }
  if (members.length === 0) return undefined;
  return recordReadings(members);
}

function recordReadings(
  members: readonly (readonly [name: string, readings: readonly unknown[]])[],
): unknown[] | undefined {
  return product(members.map(([, readings]) => readings))?.map((values) =>
    Object.fromEntries(members.map(([name], at) => [name, values[at]])),
  );
}

/** All lists with one of the choices in each place. */
function product(choices: readonly (readonly unknown[])[]): unknown[][] | undefined {
  let found: unknown[][] = [[]];
  for (const each of choices) {
    if (found.length * each.length > mostReadings) return undefined;
    found = found.flatMap((before) => each.map((choice) => [...before, choice]));
  }
  return found;
}

/** Numbers as JSON writes them. */
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The plain values that a text may stand for. */
function scalarReadings(text: string): unknown[] {
  const found: unknown[] = [text];
  if (text === "true" || text === "false") found.push(text === "true");
  if (number.test(text)) {
    try {
      found.push(new NumberReader().read(text));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return found;
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value) || value instanceof ExactNumber;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !isScalar(value);
}
