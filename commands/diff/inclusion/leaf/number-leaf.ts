import { isHeldByDouble } from "../../../../reader/documents/decimal.js";
import {
  ExactNumber,
  type Numeric,
  toDecimal as partsOf,
} from "../../../../reader/documents/exact-number.js";
import { none, type Solution } from "../goal/goal.js";
import { firstFit, type Leaf, leafAtoms } from "./leaf.js";

/** A decimal number as `units / scale`, exactly; the scale is a power of ten. */
interface ScaledDecimal {
  readonly units: bigint;
  readonly scale: bigint;
}

/** Numbers with more digits, or more places before or after the point, would take long to compute with. */
const mostPlaces = 2_000;

/** A number as a schema has it. Throws `RangeError` if it has too many places. */
function toScaledDecimal(number: Numeric): ScaledDecimal {
  const { negative, digits, exponent } = partsOf(number);
  if (digits.length > mostPlaces || exponent > mostPlaces || exponent < -mostPlaces)
    throw new RangeError("the number has too many places");
  const size = BigInt(digits === "" ? "0" : digits);
  const units = negative ? -size : size;
  if (exponent >= 0n) return { units: units * 10n ** exponent, scale: 1n };
  return { units, scale: 10n ** -exponent };
}

/** The number as a value of JSON: a double if one holds it. */
function toNumeric({ units, scale }: ScaledDecimal): Numeric {
  const digits = scale.toString().length - 1;
  const sign = units < 0n ? "-" : "";
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const written = digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
  if (isHeldByDouble(written)) return Number(written);
  return new ExactNumber(written);
}

/** Below 0 if `a` is less than `b`, 0 if they are equal, above 0 if `a` is greater. */
function compare(a: ScaledDecimal, b: ScaledDecimal): number {
  const [x, y] = [a.units * b.scale, b.units * a.scale];
  if (x === y) return 0;
  if (x < y) return -1;
  return 1;
}

/** The sum of two numbers. */
function sum(a: ScaledDecimal, b: ScaledDecimal): ScaledDecimal {
  return { units: a.units * b.scale + b.units * a.scale, scale: a.scale * b.scale };
}

/** The product of two numbers. */
function product(a: ScaledDecimal, b: ScaledDecimal): ScaledDecimal {
  return { units: a.units * b.units, scale: a.scale * b.scale };
}

/** The smallest number that is a multiple of both. */
function leastCommonMultiple(a: ScaledDecimal, b: ScaledDecimal): ScaledDecimal {
  const [x, y] = [a.units * b.scale, b.units * a.scale];
  return reduced({ units: (x / divisor(x, y)) * y, scale: a.scale * b.scale });
}

/** Whether a number is a multiple of another. */
function isDivisible(a: ScaledDecimal, b: ScaledDecimal): boolean {
  return (a.units * b.scale) % (b.units * a.scale) === 0n;
}

/** How many steps there are below a number, rounded down. */
function stepsIn(number: ScaledDecimal, step: ScaledDecimal): bigint {
  const [x, y] = [number.units * step.scale, step.units * number.scale];
  const quotient = x / y;
  if (x % y !== 0n && x < 0n) return quotient - 1n;
  return quotient;
}

/** A number of steps. */
function times(step: ScaledDecimal, count: bigint): ScaledDecimal {
  return { units: step.units * count, scale: step.scale };
}

function reduced({ units, scale }: ScaledDecimal): ScaledDecimal {
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

/** An end of an interval; an open one isn't part of it. */
interface End {
  readonly at: ScaledDecimal;
  readonly open: boolean;
}

/** The interval of a number; without an end, it is infinite. */
interface Interval {
  readonly least: End | undefined;
  readonly most: End | undefined;
}

/** Multiples that are tried one by one. */
const mostMultiples = 10_000;

/** A number for bounds, steps and numbers to avoid. Decimal arithmetic: numbers that no double holds count, too. */
export function solveNumber(leaf: Leaf): Solution {
  try {
    return solve(leaf);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { kind: "unknown", reason: "a number in the schema has too many places" };
  }
}

function solve(leaf: Leaf): Solution {
  const interval = toInterval(leaf);
  if (isEmpty(interval)) return none;
  const multiples = leafAtoms(leaf, "multiple");
  const steps = multiples.filter(({ holds }) => holds).map(({ of }) => toScaledDecimal(of));
  const refused = multiples.filter(({ holds }) => !holds).map(({ of }) => toScaledDecimal(of));
  const [first, ...others] = steps;
  const step = first && others.reduce(leastCommonMultiple, first);
  if (step !== undefined && refused.some((each) => isDivisible(step, each))) return none;
  const found = firstFit(leaf, numbers(interval, { step, refused }));
  if (found.kind === "value") return found;
  if (isSingle(interval) || (step !== undefined && isExhausted(interval, step))) return none;
  return { kind: "unknown", reason: "no number was found, and it isn't proved that there is none" };
}

function toInterval(leaf: Leaf): Interval {
  let least: End | undefined;
  let most: End | undefined;
  for (const { side, at, open } of leafAtoms(leaf, "bound")) {
    const end = { at: toScaledDecimal(at), open };
    if (side === "least" && isTighter(end, least, 1)) least = end;
    if (side === "most" && isTighter(end, most, -1)) most = end;
  }
  return { least, most };
}

/** `direction`: 1 if greater is tighter, -1 if less is. */
function isTighter(end: End, known: End | undefined, direction: 1 | -1): boolean {
  if (known === undefined) return true;
  const order = compare(end.at, known.at) * direction;
  return order > 0 || (order === 0 && end.open);
}

function isEmpty({ least, most }: Interval): boolean {
  if (least === undefined || most === undefined) return false;
  const order = compare(least.at, most.at);
  return order > 0 || (order === 0 && (least.open || most.open));
}

function isSingle({ least, most }: Interval): boolean {
  return least !== undefined && most !== undefined && compare(least.at, most.at) === 0;
}

interface Steps {
  readonly step: ScaledDecimal | undefined;
  readonly refused: readonly ScaledDecimal[];
}

function* numbers(interval: Interval, steps: Steps): Generator<Numeric> {
  const found = steps.step === undefined ? between(interval, steps.refused) : multiples(interval, steps.step);
  for (const decimal of found) yield toNumeric(decimal);
}

const zero = toScaledDecimal(0);

function* multiples({ least, most }: Interval, step: ScaledDecimal): Generator<ScaledDecimal> {
  for (const start of [zero, least?.at ?? most?.at, most?.at]) {
    if (start === undefined) continue;
    const base = stepsIn(start, step);
    for (let offset = 0n; offset < 40n; offset++) {
      yield times(step, base + offset);
      yield times(step, base - offset);
    }
  }
  if (least === undefined || most === undefined) return;
  const [low, high] = [stepsIn(least.at, step), stepsIn(most.at, step) + 1n];
  for (let at = low; at <= high && at - low <= BigInt(mostMultiples); at++) yield times(step, at);
}

const samples = [0, 1, -1, 2, 0.5, -0.5, 1.5].map(toScaledDecimal);
const distances = [1, 0.5, 0.1, 0.25, 0.01, 0.001, 1e-6, 2, 3, 1.5, 7, 10, 100, 1e6].map(toScaledDecimal);
const half = toScaledDecimal(0.5);
const fractions = [0.1, 0.25, 0.3, 0.7, 0.9].map(toScaledDecimal);

function* between({ least, most }: Interval, refused: readonly ScaledDecimal[]): Generator<ScaledDecimal> {
  const ends = [least?.at, most?.at].filter((end) => end !== undefined);
  yield* samples;
  yield* ends;
  const width = least && most && sum(most.at, negative(least.at));
  if (least !== undefined && width !== undefined) yield sum(least.at, product(width, half));
  for (const base of [...ends, zero])
    for (const distance of distances) {
      yield sum(base, distance);
      yield sum(base, negative(distance));
    }
  if (least !== undefined && width !== undefined)
    for (const part of fractions) yield sum(least.at, product(width, part));
  for (const each of refused) yield product(each, half);
}

function negative({ units, scale }: ScaledDecimal): ScaledDecimal {
  return { units: -units, scale };
}

/** Whether the candidates are all multiples in the interval. */
function isExhausted({ least, most }: Interval, step: ScaledDecimal): boolean {
  if (least === undefined || most === undefined) return false;
  const [low, high] = [stepsIn(least.at, step), stepsIn(most.at, step) + 1n];
  return high - low <= BigInt(mostMultiples);
}
