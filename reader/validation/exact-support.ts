import { compareNumbers, ExactNumber, type Numeric } from "../documents/exact-number.js";
import { compilePattern } from "../patterns/compile-pattern.js";
import type { ValueFormat } from "./nodes/node.js";
import { type Support, support, supportSource } from "./support.js";

/** The functions of `templates/support/` that differ where a number may be an `ExactNumber`. */
const replacements: Readonly<Record<string, (...values: never[]) => unknown>> = {
  isStructure,
  isObject: (value: unknown) => isStructure(value) && !Array.isArray(value),
  typeOf: (value: unknown) => {
    if (value instanceof ExactNumber) return "number";
    return typeof value;
  },
  isFiniteNumber: (value: unknown) => value instanceof ExactNumber || Number.isFinite(value),
  isInteger: (value: unknown) => {
    if (value instanceof ExactNumber) return value.isInteger;
    return Number.isInteger(value);
  },
  isLess,
  isMultiple,
  equal,
  quoted: (value: unknown) => `\`${isStructure(value) ? jsonText(value) : String(value)}\``,
};

/** What judges values by their schemas. */
type ExactSupport = Pick<Support, "conforms" | "findings">;

let made: ExactSupport | undefined;

/**
 * The code that generated validators share, for values and schemas with exact numbers. It is the same text, so that
 * both judge alike; only what concerns numbers is replaced.
 */
export function exactSupport(): ExactSupport {
  if (made !== undefined) return made;
  const source = supportSource().replace(/^export /gm, "");
  const names = Object.keys(replacements);
  const missing = names.filter((name) => !source.includes(`function ${name}(`));
  if (missing.length > 0) throw new Error(`templates/support/ has no function ${missing.join(", ")}`);
  // Of two functions with one name, the later one counts.
  const later = names.map((name) => `function ${name}(...values) { return exact.${name}(...values); }`);
  const make = new Function(
    "exact",
    `${source}\n${later.join("\n")}\nreturn { conforms, findings, compilePatternsBy };`,
  );
  const exact = make(replacements) as Support;
  exact.compilePatternsBy(compilePattern);
  made = exact;
  return made;
}

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

function isLess(a: Numeric, b: Numeric): boolean {
  if (a instanceof ExactNumber) return a.compare(b) < 0;
  if (b instanceof ExactNumber) return b.compare(a) > 0;
  return a < b;
}

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (value instanceof ExactNumber) return value.isDivisibleBy(step);
  if (step instanceof ExactNumber) return step.divides(value);
  return (support.isMultiple as (value: number, step: number) => boolean)(value, step);
}

/** A double never equals an exact number, since no double holds that. */
function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a instanceof ExactNumber) return b instanceof ExactNumber && a.canonical === b.canonical;
  if (!isStructure(a) || !isStructure(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  if (left.length !== Object.keys(right).length) return false;
  return left.every(([name, value]) => Object.hasOwn(right, name) && equal(value, right[name]));
}

/** JSON with the numbers as they were written. */
function jsonText(value: unknown): string {
  if (value instanceof ExactNumber) return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (!isStructure(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${jsonText(part)}`);
  return `{${members.join(",")}}`;
}

interface Limits {
  readonly least: Numeric;
  readonly most: Numeric;
}

/** The formats of integers. */
export const exactLimits: ReadonlyMap<string, Limits> = new Map<string, Limits>([
  ["int32", { least: -(2 ** 31), most: 2 ** 31 - 1 }],
  ["int64", { least: new ExactNumber("-9223372036854775808"), most: new ExactNumber("9223372036854775807") }],
]);

/** A format with the same name that also judges exact numbers. */
export function exactFormat(format: ValueFormat): ValueFormat {
  if (format.type !== "number") return format;
  const limits = exactLimits.get(format.name);
  // `float` and `double`: a double is never beyond their range, since a generated validator asks nothing for them.
  const accepts = limits === undefined ? hasDouble : (number: Numeric) => isIntegerWithin(number, limits);
  return { name: format.name, type: "number", accepts };
}

function isIntegerWithin(number: Numeric, { least, most }: Limits): boolean {
  const isInteger = number instanceof ExactNumber ? number.isInteger : Number.isInteger(number);
  return isInteger && compareNumbers(least, number) <= 0 && compareNumbers(number, most) <= 0;
}

/** Whether a number isn't too large for a double. */
function hasDouble(number: Numeric): boolean {
  return Number.isFinite(Number(String(number)));
}
