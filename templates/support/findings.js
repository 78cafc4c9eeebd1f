import { failuresOf } from "./evaluate.js";
import { mostFailures } from "./failures.js";
import { unknownProperties } from "./unknown-properties.js";
import { failed, tooDeep, tooSlow, violationsOf } from "./violations.js";

/**
 * The violations of a value. `accepts` returns whether it is valid, faster than `schema` does; `phrase` is what
 * sentences call the document. A validator whose own code fails accepts nothing, and that is a violation, too.
 * @param {unknown} value
 * @param {{ accepts: (value: unknown) => boolean, schema: object | boolean, phrase?: string, at?: string }} validator
 * @param {{ all?: boolean, strict?: boolean, brief?: boolean }} [options] `brief` leaves out messages and places in the
 *   contract, for callers that only count
 * @returns {readonly object[]}
 */
export function findings(
  value,
  { accepts, schema, phrase, at },
  { all = true, strict = false, brief = false } = {},
) {
  try {
    const isValid = accepts(value);
    if (isValid && !strict) return [];
    const found = isValid ? [] : violationsOf(failuresOf(schema, value, { phrase, at }), brief);
    // The predicate and the schema are two implementations of one contract: no value is valid for only one of them.
    if (!isValid && found.length === 0) return failed();
    if (!isValid && !all) return [found.find(({ level }) => level === undefined) ?? found[0]];
    if (!strict) return found;
    const most = all ? mostFailures : 1;
    return withUnknown(found, unknownProperties(schema, value, most));
  } catch (error) {
    if (error instanceof RangeError) return tooDeep();
    return error?.name === "PatternLimit" ? tooSlow() : failed(error);
  }
}

/** A property that a closed object doesn't allow is reported once. */
function withUnknown(found, unknown) {
  if (found.length === 0) return unknown;
  const told = new Set(found.filter(({ code }) => code === "unknown-property").map(keyOf));
  return [...found, ...unknown.filter((each) => !told.has(keyOf(each)))].slice(0, mostFailures);
}

function keyOf({ pointer, property }) {
  return `${pointer} ${property}`;
}
