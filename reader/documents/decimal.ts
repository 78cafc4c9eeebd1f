/**
 * A decimal number, exactly: `digits` × 10^`exponent`, negated if `negative`. The digits neither begin nor end with a
 * zero; zero has none. Nothing is ever expanded, since a short text can have an enormous exponent.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: bigint;
}

const zero: Decimal = { negative: false, digits: "", exponent: 0n };

const form = /^([-+]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([-+]?[0-9]+))?$/;

/** Most digits of an exponent: arithmetic with longer ones takes too long, and no double is near them. */
export const mostExponentDigits = 1000;

/**
 * Reads a decimal number of JSON, YAML or JavaScript. Throws `SyntaxError` for any other text, and `RangeError` if its
 * exponent has more than `mostExponentDigits` digits.
 */
export function readDecimal(text: string): Decimal {
  const [, sign, whole = "", fraction = "", written = "0"] = form.exec(text) ?? [];
  const all = whole + fraction;
  if (sign === undefined || all === "") throw new SyntaxError(`not a decimal number: ${text.slice(0, 60)}`);
  const power = written.replace(/^(-?)\+?0*(?=[0-9])/, "$1");
  if (power.length > mostExponentDigits) throw new RangeError("the exponent is too long");
  let from = 0;
  while (all[from] === "0") from++;
  if (from === all.length) return zero;
  let to = all.length;
  while (all[to - 1] === "0") to--;
  const exponent = BigInt(power) + BigInt(whole.length - to);
  return { negative: sign === "-", digits: all.slice(from, to), exponent };
}

/** The decimal number that a finite JavaScript number is printed as: what its author wrote, up to 15 digits. */
export function decimalOfNumber(number: number): Decimal {
  return readDecimal(String(number));
}

/** Below 0 if `a` is less than `b`, 0 if they are equal, above 0 if `a` is greater. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const [signA, signB] = [signum(a), signum(b)];
  if (signA !== signB || signA === 0) return signA - signB;
  return compareMagnitudes(a, b) * signA;
}

/** Whether a decimal number is an integer. */
export function isIntegral({ exponent }: Decimal): boolean {
  return exponent >= 0n;
}

/** Whether `value` is an integer times `step`, which isn't zero. */
export function isDecimalMultiple(value: Decimal, step: Decimal): boolean {
  const power = value.exponent - step.exponent;
  if (value.digits === "") return true;
  // The digits don't end with a zero, so ten doesn't divide them.
  if (power < 0n) return false;
  const divisor = BigInt(step.digits);
  return (remainder(value.digits, divisor) * powerOfTen(power, divisor)) % divisor === 0n;
}

/** A text that all equal numbers share, and no others. */
export function canonicalDecimal({ negative, digits, exponent }: Decimal): string {
  if (digits === "") return "0";
  return `${negative ? "-" : ""}${digits}e${exponent}`;
}

/** Whether a JavaScript number holds the number of a text: it is printed as an equal one. */
export function isHeldByDouble(text: string): boolean {
  const number = Number(text);
  if (!Number.isFinite(number)) return false;
  return canonicalDecimal(readDecimal(text)) === canonicalDecimal(decimalOfNumber(number));
}

function signum({ negative, digits }: Decimal): number {
  if (digits === "") return 0;
  if (negative) return -1;
  return 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  const [lengthA, lengthB] = [a, b].map(({ digits, exponent }) => BigInt(digits.length) + exponent);
  if (lengthA !== lengthB) {
    if ((lengthA as bigint) < (lengthB as bigint)) return -1;
    return 1;
  }
  if (a.digits === b.digits) return 0;
  // Both begin at the same power of ten, so their order is that of their texts.
  if (a.digits < b.digits) return -1;
  return 1;
}

/** The remainder of a long row of digits, which is read in pieces as long as the divisor: in linear time. */
function remainder(digits: string, divisor: bigint): bigint {
  const piece = Math.max(15, divisor.toString().length);
  const base = 10n ** BigInt(piece);
  const first = digits.length % piece;
  let rest = first === 0 ? 0n : BigInt(digits.slice(0, first));
  for (let at = first; at < digits.length; at += piece)
    rest = (rest * base + BigInt(digits.slice(at, at + piece))) % divisor;
  return rest % divisor;
}

/** 10^`power` modulo `divisor`, by squaring. */
function powerOfTen(power: bigint, divisor: bigint): bigint {
  let result = 1n % divisor;
  let square = 10n % divisor;
  for (let rest = power; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % divisor;
    square = (square * square) % divisor;
  }
  return result;
}
