import { none, type Outcome } from "../goal/goal.js";
import { type Decimal, decimalOf, isMultipleOf, leastCommonMultiple, stepsIn, times } from "./decimal.js";
import { atomsOf, firstFit, type Leaf } from "./leaf.js";

/** The interval of a number; an open end isn't part of it. */
interface Interval {
  readonly least: number;
  readonly leastOpen: boolean;
  readonly most: number;
  readonly mostOpen: boolean;
}

/** Multiples that are tried one by one. */
const mostMultiples = 10_000;

/** A number for bounds, steps and numbers to avoid. */
export function solveNumber(leaf: Leaf): Outcome {
  const interval = intervalOf(leaf);
  const { least, most, leastOpen, mostOpen } = interval;
  if (least > most || (least === most && (leastOpen || mostOpen))) return none;
  const multiples = atomsOf(leaf, "multiple");
  const steps = multiples.filter(({ holds }) => holds).map(({ of }) => decimalOf(of));
  const refused = multiples.filter(({ holds }) => !holds).map(({ of }) => decimalOf(of));
  const [first, ...others] = steps;
  const step = first && others.reduce(leastCommonMultiple, first);
  if (step !== undefined && refused.some((each) => isMultipleOf(step, each))) return none;
  const found = firstFit(leaf, candidates(interval, { step, refused }));
  if (found.kind === "value") return found;
  if (least === most || (step !== undefined && isExhausted(interval, step))) return none;
  return { kind: "unknown", reason: "no number was found, and it isn't proved that there is none" };
}

function intervalOf(leaf: Leaf): Interval {
  let interval: Interval = {
    least: Number.NEGATIVE_INFINITY,
    leastOpen: false,
    most: Number.POSITIVE_INFINITY,
    mostOpen: false,
  };
  for (const { side, at, open } of atomsOf(leaf, "bound")) {
    if (side === "least" && (at > interval.least || (at === interval.least && open)))
      interval = { ...interval, least: at, leastOpen: open };
    if (side === "most" && (at < interval.most || (at === interval.most && open)))
      interval = { ...interval, most: at, mostOpen: open };
  }
  return interval;
}

interface Steps {
  readonly step: Decimal | undefined;
  readonly refused: readonly Decimal[];
}

function* candidates({ least, most }: Interval, { step, refused }: Steps): Generator<number> {
  const from = Number.isFinite(least) ? least : Number.isFinite(most) ? most : 0;
  if (step !== undefined) {
    for (const start of [0, from, most].filter(Number.isFinite)) {
      const base = stepsIn(decimalOf(start), step);
      for (let offset = 0n; offset < 40n; offset++) {
        yield times(step, base + offset);
        yield times(step, base - offset);
      }
    }
    if (Number.isFinite(least) && Number.isFinite(most)) {
      const [low, high] = [stepsIn(decimalOf(least), step), stepsIn(decimalOf(most), step) + 1n];
      for (let at = low; at <= high && at - low <= BigInt(mostMultiples); at++) yield times(step, at);
    }
    return;
  }
  yield* [0, 1, -1, 2, 0.5, -0.5, 1.5, least, most, (least + most) / 2].filter(Number.isFinite);
  for (const base of [least, most, 0].filter(Number.isFinite))
    for (const offset of [1, 0.5, 0.1, 0.25, 0.01, 0.001, 1e-6, 2, 3, 1.5, 7, 10, 100, 1e6])
      yield* [base + offset, base - offset];
  for (const part of [0.1, 0.25, 0.3, 0.7, 0.9])
    if (most - least < Infinity) yield least + (most - least) * part;
  for (const each of refused) yield times(each, 1n) / 2;
}

/** Whether the candidates are all multiples in the interval. */
function isExhausted({ least, most }: Interval, step: Decimal): boolean {
  if (!Number.isFinite(least) || !Number.isFinite(most)) return false;
  const [low, high] = [stepsIn(decimalOf(least), step), stepsIn(decimalOf(most), step) + 1n];
  return high - low <= BigInt(mostMultiples);
}
