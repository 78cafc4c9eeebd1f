import { ExactNumber, NumberReader } from "./exact-number.js";

/**
 * Finds where a text may have a number that no double holds: one of more than 15 digits, or with an exponent of three
 * or more. Each character class is written out, since that makes the search several times faster (measured).
 */
const candidate =
  /[0-9][eE][-+0-9][0-9][0-9]|[0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.][0-9.]/;

/** Whether a text may have a number that no double holds, in a string or not. */
export function mayHaveLongNumbers(text: string): boolean {
  return candidate.test(text);
}

/** Whether a JSON text may have a number that no double holds. Most texts can't, and are told from others fast. */
export function mayHaveExactNumbers(text: string): boolean {
  return candidate.test(text) && hasLongNumber(text);
}

/** The same for candidates outside of strings, which ids and hashes often are. The text is valid JSON. */
function hasLongNumber(text: string): boolean {
  const search = new RegExp(candidate, "g");
  let outside = 0;
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    while (outside <= found.index) {
      const start = text.indexOf('"', outside);
      if (start < 0 || start > found.index) return true;
      outside = endOfString(text, start);
    }
    search.lastIndex = outside;
  }
  return false;
}

/** The offset after the string that starts at an offset. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** A number that can't be compared, at an offset of the text. */
export class NumberTooLong extends RangeError {
  constructor(
    readonly offset: number,
    readonly length: number,
  ) {
    super("the exponent of a number is too long");
  }
}

/**
 * Parses a valid JSON text that nests at most `maxJsonDepth` levels, like `JSON.parse`, but with an `ExactNumber` for each number
 * that no double holds. Throws `NumberTooLong` for an exponent beyond the limit.
 */
export function parseExactJson(text: string): unknown {
  return new ExactJson(text).parse();
}

const space = /[ \t\r\n]*/y;
const word = /[^ \t\r\n,\]}]*/y;

class ExactJson {
  #at = 0;
  readonly #numbers = new NumberReader();

  constructor(readonly text: string) {}

  parse(): unknown {
    this.#skip(space);
    return this.#value();
  }

  #value(): unknown {
    const first = this.text[this.#at];
    if (first === "{") return this.#object();
    if (first === "[") return this.#array();
    if (first === '"') return this.#string();
    const from = this.#at;
    this.#skip(word);
    const written = this.text.slice(from, this.#at);
    if (!/^[-0-9]/.test(written)) return JSON.parse(written);
    try {
      return this.#numbers.read(written);
    } catch (error) {
      throw error instanceof RangeError ? new NumberTooLong(from, written.length) : error;
    }
  }

  #object(): unknown {
    const object = {};
    this.#pass();
    while (this.text[this.#at] !== "}") {
      const name = this.#string();
      this.#skip(space);
      this.#pass();
      const value = this.#value();
      // `__proto__` is a name like any other.
      Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
      this.#skip(space);
      if (this.text[this.#at] === ",") this.#pass();
    }
    this.#at++;
    return object;
  }

  #array(): unknown {
    const items: unknown[] = [];
    this.#pass();
    while (this.text[this.#at] !== "]") {
      items.push(this.#value());
      this.#skip(space);
      if (this.text[this.#at] === ",") this.#pass();
    }
    this.#at++;
    return items;
  }

  #string(): string {
    const from = this.#at;
    this.#at = endOfString(this.text, from);
    return JSON.parse(this.text.slice(from, this.#at)) as string;
  }

  /** Skips one character and the white space after it. */
  #pass(): void {
    this.#at++;
    this.#skip(space);
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    pattern.test(this.text);
    this.#at = pattern.lastIndex;
  }
}

/** A value as JSON text, as `JSON.stringify` writes it; exact numbers with all their digits. `indent`: spaces per level. */
export function exactJsonText(value: unknown, indent = 0): string {
  return written(value, { indent, around: "" }) ?? "null";
}

/** `undefined` if the value has no JSON form. */
function written(
  value: unknown,
  { indent, around }: { readonly indent: number; readonly around: string },
): string | undefined {
  if (value instanceof ExactNumber) return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inside = { indent, around: around + " ".repeat(indent) };
  const space = indent > 0 ? " " : "";
  const enclosed = ([open, close]: readonly [string, string], parts: readonly string[]): string => {
    if (parts.length === 0 || indent === 0) return `${open}${parts.join()}${close}`;
    return `${open}\n${inside.around}${parts.join(`,\n${inside.around}`)}\n${around}${close}`;
  };
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item, inside) ?? "null");
    return enclosed(["[", "]"], items);
  }
  const members = Object.entries(value).flatMap(([name, item]) => {
    const text = written(item, inside);
    if (text === undefined) return [];
    return [`${JSON.stringify(name)}:${space}${text}`];
  });
  return enclosed(["{", "}"], members);
}
