import { codePointLength } from "./code-point-length.js";
import { equal } from "./equal.js";
import { fail } from "./failures.js";
import { isNotLater } from "./instant.js";
import { isMultiple } from "./multiple-of.js";
import { holdsTwice } from "./unique-items.js";
import { isObject, own } from "./value.js";

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number";

/** A keyword that applies to values of one type; any other value is valid. */
function compare(keyword, isKind, holds) {
  return [
    keyword,
    (node, value, scope, run) =>
      !isKind(value) || holds(value, node[keyword]) || fail(run, { node, value, scope, keyword }),
  ];
}

const types = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: isText,
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: isObject,
};

/** The value at the tokens of a pointer; `undefined` if there is none. */
function at(value, tokens) {
  return tokens.reduce(own, value);
}

/** Whether a cross-field rule holds; absent values, and values that aren't date-times, don't break it. */
function keeps({ equal: same, later }, value) {
  const [a, b] = (same ?? later).map((tokens) => at(value, tokens));
  if (later === undefined) return a === undefined || b === undefined || a === b;
  return !isText(a) || !isText(b) || !isNotLater(a, b);
}

const any = () => true;

/** Keywords that compare a value, by name. */
export const assertions = /* @__PURE__ */ new Map([
  compare("type", any, (value, names) => names.some((name) => types[name](value))),
  compare("enum", any, (value, values) => values.some((each) => equal(each, value))),
  compare("const", any, (value, only) => equal(only, value)),
  compare("minLength", isText, (text, least) => codePointLength(text) >= least),
  compare("maxLength", isText, (text, most) => codePointLength(text) <= most),
  compare("pattern", isText, (text, pattern) => patternOf(pattern).test(text)),
  compare("format", any, (value, { type, accepts }) => typeof value !== type || accepts(value)),
  compare("minimum", isNumber, (number, least) => number >= least),
  compare("maximum", isNumber, (number, most) => number <= most),
  compare("exclusiveMinimum", isNumber, (number, bound) => number > bound),
  compare("exclusiveMaximum", isNumber, (number, bound) => number < bound),
  compare("multipleOf", isNumber, isMultiple),
  compare("minItems", Array.isArray, (items, least) => items.length >= least),
  compare("maxItems", Array.isArray, (items, most) => items.length <= most),
  compare("uniqueItems", Array.isArray, (items, unique) => unique !== true || !holdsTwice(items)),
  compare("minProperties", isObject, (object, least) => Object.keys(object).length >= least),
  compare("maxProperties", isObject, (object, most) => Object.keys(object).length <= most),
  [
    "required",
    (node, value, scope, run) => {
      if (!isObject(value)) return true;
      const missing = node.required.filter((name) => own(value, name) === undefined);
      for (const property of missing)
        fail(run, { node, value, scope, keyword: "required", facts: { property } });
      return missing.length === 0;
    },
  ],
  [
    "dependentRequired",
    (node, value, scope, run) => {
      if (!isObject(value)) return true;
      const missing = Object.entries(node.dependentRequired).flatMap(([name, others]) =>
        own(value, name) === undefined
          ? []
          : others
              .filter((other) => own(value, other) === undefined)
              .map((property) => ({ property, beside: name })),
      );
      for (const facts of missing) fail(run, { node, value, scope, keyword: "dependentRequired", facts });
      return missing.length === 0;
    },
  ],
  [
    "rules",
    (node, value, scope, run) => {
      if (!isObject(value)) return true;
      const broken = node.rules.filter((rule) => !keeps(rule, value));
      for (const rule of broken) fail(run, { node, value, scope, keyword: "x-rules", facts: { rule } });
      return broken.length === 0;
    },
  ],
]);

const patterns = /* @__PURE__ */ new Map();

/**
 * A pattern of the contract, read with the `u` flag.
 * @param {string} text
 * @returns {RegExp}
 */
export function patternOf(text) {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  const pattern = new RegExp(text, "u");
  patterns.set(text, pattern);
  return pattern;
}
