import { mostFailures } from "./failures.js";
import { unknownProperties } from "./unknown-properties.js";
import { tooDeep, toViolations } from "./violations.js";

/**
 * What is wrong with a value. `accepts` tells whether it is valid, `all` finds every failure and leaves them in
 * `.errors`, for the table `sites`. `known` and `shapes` say which properties there are.
 * @param {unknown} value
 * @param {{ accepts: Function, all: Function, sites: readonly unknown[][], known: unknown, shapes: object }} validator
 * @param {{ all?: boolean, strict?: boolean }} options
 * @returns {readonly object[]}
 */
export function findings(
  value,
  { accepts, all, sites, known, shapes },
  { all: every = true, strict = false },
) {
  try {
    const isValid = accepts(value) || all(value);
    if (isValid && !strict) return [];
    const found = isValid ? [] : toViolations(value, all.errors, sites);
    if (!isValid && !every) return [found.find(({ level }) => level === undefined) ?? found[0]];
    if (!strict) return found;
    const most = every ? mostFailures : 1;
    return withUnknown(found, unknownProperties(value, known, { shapes, most }));
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    throw error;
  }
}

/** A property that an object closed by the contract has too much is told once. */
function withUnknown(found, unknown) {
  if (found.length === 0) return unknown;
  const told = new Set(found.filter(({ code }) => code === "unknown-property").map(keyOf));
  return [...found, ...unknown.filter((each) => !told.has(keyOf(each)))].slice(0, mostFailures);
}

function keyOf({ pointer, property }) {
  return `${pointer} ${property}`;
}
