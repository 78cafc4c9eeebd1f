/** A parsed JSON object; its own properties only, whatever their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object; an array isn't. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two parsed JSON values have the same content; the order of keys doesn't count. */
export function sameContent(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameContent(item, b[index]))
    );
  }
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.hasOwn(b, key) && sameContent(value, (b as JsonObject)[key]))
  );
}

/**
 * Whether two JSON texts have the same content: the order of keys doesn't count, all digits of numbers do. `JSON.parse` alone
 * would make one number of 9007199254740992 and 9007199254740993.
 */
export function sameJson(a: string, b: string): boolean {
  if (a === b) return true;
  return sameContent(JSON.parse(a), JSON.parse(b)) && sameContent(parsedExactly(a), parsedExactly(b));
}

/** Strings, which are skipped, and numbers. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?[0-9][-+.0-9eE]*/g;

/** With a text in place of each number that a double may not hold; equal ones have the same text. */
function parsedExactly(json: string): unknown {
  return JSON.parse(
    json.replace(stringOrNumber, (token) => (token.startsWith('"') ? token : inexact(token))),
  );
}

/** Digits that every double keeps. */
const safeDigits = 15;
/** Longer exponents are compared as they are written: arithmetic with them takes long. */
const mostExponentDigits = 20;
/** Powers of ten that are within the range of doubles. */
const safePower = 290n;

function inexact(number: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?$/.exec(number) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = trimmed(all);
  if (digits === "") return "0";
  if (power.length > mostExponentDigits) return `"number ${number}"`;
  const exponent = BigInt(power.replace("+", "")) + BigInt(all.length - digits.length - fraction.length);
  const isHeld = digits.length <= safeDigits && exponent < safePower && exponent > -safePower;
  if (isHeld) return number;
  return `"number ${sign}${digits}e${exponent}"`;
}

/** Without zeros at its end; an expression would take quadratic time. */
function trimmed(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
