import type { NodeObject } from "../nodes/node.js";

/** How many neighbours of a limit are tried. */
const neighbours = 50;

/** Numbers for a place: 1 if it fits, then those at the limits. */
export function* numberValues(parts: readonly NodeObject[]): Generator<number> {
  const lows = parts.flatMap(({ minimum, exclusiveMinimum }) => [minimum, exclusiveMinimum].filter(isNumber));
  const highs = parts.flatMap(({ maximum, exclusiveMaximum }) =>
    [maximum, exclusiveMaximum].filter(isNumber),
  );
  const low = lows.length === 0 ? undefined : Math.max(...lows);
  const high = highs.length === 0 ? undefined : Math.min(...highs);
  yield 1;
  for (const { multipleOf: step } of parts) {
    if (step === undefined) continue;
    const start =
      low === undefined
        ? high === undefined
          ? 1
          : Math.floor(high / step) - neighbours
        : Math.ceil(low / step);
    for (let count = 0; count <= 2 * neighbours; count++) yield (start + count) * step;
  }
  if (low !== undefined && high !== undefined) yield (low + high) / 2;
  for (const [limit, direction] of [
    [low, 1],
    [high, -1],
  ] as const) {
    if (limit === undefined) continue;
    yield limit;
    const whole = direction === 1 ? Math.ceil(limit) : Math.floor(limit);
    for (let away = 0; away <= neighbours; away++) yield whole + away * direction;
    yield limit + direction * 0.5;
  }
  yield 0;
  for (let number = 2; number <= neighbours; number++) yield number;
  yield* [-1, 0.5];
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined;
}
