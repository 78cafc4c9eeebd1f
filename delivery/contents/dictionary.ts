import { createHash } from "node:crypto";

/** What contents are compressed with. Never changed: its id is made from its text. */
export interface Dictionary {
  /** 48 bits of a hash of the text. */
  readonly id: number;
  readonly text: string;
}

/** A dictionary has at most so many characters, so that a store may have many. */
export const longestDictionary = 4000;

/** A dictionary with this text. */
export function dictionaryWith(text: string): Dictionary {
  return { id: createHash("sha256").update(text).digest().readUIntBE(0, 6), text };
}

/**
 * The text that events of one type have in common: the names of members that most of them have, and of values the beginning that is the same in all
 * of them, if it looks like a code. A dictionary outlives the events, so nothing of a single event may be in it.
 */
export function commonText(contents: readonly string[]): string {
  const text = JSON.stringify(commonValue(contents.map((content) => JSON.parse(content))));
  return text.slice(0, longestDictionary);
}

function commonValue(values: readonly unknown[]): unknown {
  const [first] = values;
  if (values.every(isObject)) return commonObject(values);
  if (values.every(Array.isArray)) {
    const all = values.flat();
    return all.length === 0 ? [] : [commonValue(all)];
  }
  if (values.every((each) => typeof each === "string")) return commonBeginning(values);
  if (typeof first === "boolean" && values.every((each) => each === first)) return first;
  return null;
}

function commonObject(values: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  const common: Record<string, unknown> = {};
  for (const name of names) {
    const found = values.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
    if (2 * found.length > values.length) common[name] = commonValue(found);
  }
  return common;
}

/** Lower-case letters, digits and punctuation of codes: not what people are called, nor their addresses. */
const code = /^[a-z0-9._:/-]*$/;

function commonBeginning([first = "", ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  const beginning = first.slice(0, length);
  return code.test(beginning) ? beginning : "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
