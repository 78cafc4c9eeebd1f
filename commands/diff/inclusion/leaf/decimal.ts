import { decimalOfNumber } from "../../../../reader/documents/decimal.js";

/** A decimal number as `units / scale`, exactly. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: bigint;
}

/** The decimal number that a JavaScript number is printed as. */
export function decimalOf(number: number): Decimal {
  const { negative, digits, exponent } = decimalOfNumber(number);
  const size = BigInt(digits === "" ? "0" : digits);
  const units = negative ? -size : size;
  return exponent >= 0n ? { units: units * 10n ** exponent, scale: 1n } : { units, scale: 10n ** -exponent };
}

/** The smallest number that is a multiple of both. */
export function leastCommonMultiple(a: Decimal, b: Decimal): Decimal {
  const [x, y] = [a.units * b.scale, b.units * a.scale];
  return reduced({ units: (x / divisor(x, y)) * y, scale: a.scale * b.scale });
}

/** Whether a number is a multiple of another. */
export function isMultipleOf(a: Decimal, b: Decimal): boolean {
  return (a.units * b.scale) % (b.units * a.scale) === 0n;
}

/** How many steps there are below a number, rounded down. */
export function stepsIn(number: Decimal, step: Decimal): bigint {
  const [x, y] = [number.units * step.scale, step.units * number.scale];
  const quotient = x / y;
  return x % y !== 0n && x < 0n ? quotient - 1n : quotient;
}

/** A number of steps as a JavaScript number. */
export function times(step: Decimal, count: bigint): number {
  const units = step.units * count;
  const whole = units / step.scale;
  const rest = units % step.scale;
  if (rest === 0n) return Number(whole);
  const digits = step.scale.toString().length - 1;
  const isPower = step.scale === 10n ** BigInt(digits);
  if (!isPower) return Number(units) / Number(step.scale);
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  return Number(`${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`);
}

function reduced({ units, scale }: Decimal): Decimal {
  let current = { units, scale };
  while (current.scale % 10n === 0n && current.units % 10n === 0n)
    current = { units: current.units / 10n, scale: current.scale / 10n };
  return current;
}

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
