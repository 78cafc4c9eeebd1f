import {
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  decimalOfNumber,
  isDecimalMultiple,
  isHeldByDouble,
  isIntegral,
  readDecimal,
} from "./decimal.js";
import { comparingKeywords } from "./schema-walk.js";

/** A number as a document has it. */
export type Numeric = ExactNumber | number;

/**
 * A number that no double holds, by its text. Those of one document that are equal are one object, so that they can be
 * compared like other scalars.
 */
export class ExactNumber {
  readonly #text: string;
  readonly #decimal: Decimal;

  /** Throws `RangeError` if the exponent is too long to be compared. */
  constructor(text: string) {
    this.#text = text;
    this.#decimal = readDecimal(text);
  }

  /** As it was written. */
  toString(): string {
    return this.#text;
  }

  /** A text that all equal numbers share. */
  get canonical(): string {
    return canonicalDecimal(this.#decimal);
  }

  /** How many digits it has, without zeros at its ends. */
  get digits(): number {
    return this.#decimal.digits.length;
  }

  get isInteger(): boolean {
    return isIntegral(this.#decimal);
  }

  /** The integer that it is; `undefined` if it isn't one, or takes more than 64 bits with its sign. */
  get int64(): bigint | undefined {
    const { negative, digits, exponent } = this.#decimal;
    if (exponent < 0n || BigInt(digits.length) + exponent > 19n) return undefined;
    const size = BigInt(digits) * 10n ** exponent;
    const integer = negative ? -size : size;
    if (BigInt.asIntN(64, integer) === integer) return integer;
    return undefined;
  }

  /** The nearest double that is finite, and not zero. */
  get nearest(): number {
    const number = Number(this.#text);
    if (Number.isFinite(number) && number !== 0) return number;
    const size = number === 0 ? Number.MIN_VALUE : Number.MAX_VALUE;
    if (this.#decimal.negative) return -size;
    return size;
  }

  /** Below 0 if it is less than the other number, 0 if they are equal, above 0 if it is greater. */
  compare(other: Numeric): number {
    return compareDecimals(this.#decimal, toDecimal(other));
  }

  /** Whether it is an integer times the other number. */
  isDivisibleBy(step: Numeric): boolean {
    return isDecimalMultiple(this.#decimal, toDecimal(step));
  }

  /** Whether a double is an integer times this number. */
  divides(number: number): boolean {
    return isDecimalMultiple(decimalOfNumber(number), this.#decimal);
  }

  /** Its digits. */
  get decimal(): Decimal {
    return this.#decimal;
  }
}

/** Below 0 if `a` is less than `b`, 0 if they are equal, above 0 if `a` is greater. */
export function compareNumbers(a: Numeric, b: Numeric): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return compareDecimals(toDecimal(a), toDecimal(b));
}

/** The digits of a number. */
export function toDecimal(number: Numeric): Decimal {
  if (number instanceof ExactNumber) return number.decimal;
  return decimalOfNumber(number);
}

/** Makes the numbers of one document: a double where that holds the number, and one object for all equal others. */
export class NumberReader {
  readonly #known = new Map<string, ExactNumber>();

  /** Throws `RangeError` if an exponent is too long to be compared. */
  read(text: string): Numeric {
    if (isHeldByDouble(text)) return Number(text);
    const number = new ExactNumber(text);
    const known = this.#known.get(number.canonical);
    if (known !== undefined) return known;
    this.#known.set(number.canonical, number);
    return number;
  }
}

/** Plain data with doubles only, by which the data with exact numbers can be found again. */
const exactOriginals = new WeakMap<object, object>();

/**
 * A copy of data with the nearest double for each exact number. What the data holds twice, the copy holds twice.
 * `exactIn` finds the original of each part.
 */
export function withDoubles(exact: unknown): unknown {
  const copies = new Map<object, object>();
  return copyValue(exact);

  function copyValue(value: unknown): unknown {
    if (value instanceof ExactNumber) return value.nearest;
    if (typeof value !== "object" || value === null) return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const copy = Array.isArray(value) ? value.map(copyValue) : copyOfObject(value);
    copies.set(value, copy);
    exactOriginals.set(copy, value);
    return copy;
  }

  function copyOfObject(object: object): object {
    const copy = {};
    for (const [name, part] of Object.entries(object)) {
      const value = copyValue(part);
      // `__proto__` is a name like any other.
      Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
    }
    return copy;
  }
}

type Members = Readonly<Record<string | number, unknown>>;

/** A member of a list or an object with its exact numbers, if the document has any; otherwise as it is. */
export function exactIn(container: object, key: string | number): unknown {
  const value = (container as Members)[key];
  if (typeof value === "object" && value !== null) return exactOriginals.get(value) ?? value;
  const exact = (exactOriginals.get(container) as Members | undefined)?.[key];
  // A copy may have another number.
  if (exact instanceof ExactNumber && exact.nearest === value) return exact;
  return value;
}

/** Lets `exactIn` find the numbers of a list or an object in a changed copy of it, which is returned. */
export function withExactNumbers<Copy extends object>(copy: Copy, original: object): Copy {
  const exact = exactOriginals.get(original);
  if (exact !== undefined && !exactOriginals.has(copy)) exactOriginals.set(copy, exact);
  return copy;
}

/**
 * What `change` makes of a schema, with its numbers, those in lists that it makes included. `change` is called for the object
 * with doubles and for the one with exact numbers.
 */
export function changedExactly<Value extends object>(value: Value, change: (value: Value) => Value): Value {
  const result = change(value);
  const exact = exactOriginals.get(value) as Value | undefined;
  if (exact === undefined || result === value) return result;
  const changed = change(exact);
  exactOriginals.set(result, changed);
  for (const key of comparingKeywords) {
    const [part, other] = [(result as Members)[key], (changed as Members)[key]];
    if (Array.isArray(part) && Array.isArray(other) && !exactOriginals.has(part))
      exactOriginals.set(part, other);
  }
  return result;
}

/** The same for all lists and objects in an equal copy. */
export function withAllExactNumbers<Copy>(copy: Copy, original: unknown): Copy {
  if (!mayBeInexact(original)) return copy;
  withExactNumbers(copy as object, original as object);
  for (const [key, part] of Object.entries(original as object))
    withAllExactNumbers((copy as Members)[key], part);
  return copy;
}

/** Whether a part of a document may contain exact numbers. */
export function mayBeInexact(value: unknown): boolean {
  return typeof value === "object" && value !== null && exactOriginals.has(value);
}

/** An exact number in data, and where it is. */
export interface ExactPlace {
  readonly tokens: readonly string[];
  readonly number: ExactNumber;
}

/** The exact numbers in data, in order. */
export function* exactNumbersIn(value: unknown, tokens: readonly string[] = []): Generator<ExactPlace> {
  if (value instanceof ExactNumber) yield { tokens, number: value };
  else if (typeof value === "object" && value !== null)
    for (const [name, part] of Object.entries(value)) yield* exactNumbersIn(part, [...tokens, name]);
}

/** Whether data is or contains an exact number. It may nest to any depth. */
export function hasExactNumbers(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const part = open.pop();
    if (part instanceof ExactNumber) return true;
    if (typeof part !== "object" || part === null) continue;
    for (const each of Object.values(part)) if (typeof each === "object") open.push(each);
  }
  return false;
}
