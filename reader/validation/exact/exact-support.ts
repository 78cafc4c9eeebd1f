import { ExactNumber } from "../../documents/exact-number.js";
import { type Support, support, supportSource } from "../support.js";

/** The functions of `templates/support/` that differ where a number may be an `ExactNumber`. */
const replacements: Readonly<Record<string, (...values: never[]) => unknown>> = {
  isStructure,
  isObject: (value: unknown) => isStructure(value) && !Array.isArray(value),
  typeOf: (value: unknown) => (value instanceof ExactNumber ? "number" : typeof value),
  isFiniteNumber: (value: unknown) => value instanceof ExactNumber || Number.isFinite(value),
  isInteger: (value: unknown) => (value instanceof ExactNumber ? value.isInteger : Number.isInteger(value)),
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
  const make = new Function("exact", `${source}\n${later.join("\n")}\nreturn { conforms, findings };`);
  made = make(replacements) as ExactSupport;
  return made;
}

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}

type Numeric = ExactNumber | number;

function isLess(a: Numeric, b: Numeric): boolean {
  if (a instanceof ExactNumber) return a.compare(b) < 0;
  return b instanceof ExactNumber ? b.compare(a) > 0 : a < b;
}

function isMultiple(value: Numeric, step: Numeric): boolean {
  if (value instanceof ExactNumber) return value.isMultipleOf(step);
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
