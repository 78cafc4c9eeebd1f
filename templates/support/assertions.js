import { codePointLength } from "./code-point-length.js";
import { equal } from "./equal.js";
import { fail } from "./failures.js";
import { isNotLater } from "./instant.js";
import { isMultiple } from "./multiple-of.js";
import { isFiniteNumber, isInteger, isLess } from "./numbers.js";
import { holdsTwice } from "./unique-items.js";
import { isObject, own, someInherited, typeOf } from "./value.js";

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeOf(value) === "number";

/** A keyword that applies to values of one type; any other value is valid. */
function compare(keyword, isKind, holds) {
  return [
    keyword,
    (node) => {
      const expected = node[keyword];
      return (value) => !isKind(value) || holds(value, expected);
    },
  ];
}

const types = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  string: isText,
  number: (value) => isFiniteNumber(value),
  integer: (value) => isInteger(value),
  array: Array.isArray,
  object: isObject,
};

/** Tests of values by a schema's keyword, by its name: those that say everything about a failure by its place. */
export const tests = /* @__PURE__ */ new Map([
  [
    "type",
    ({ type: names }) =>
      names.length === 1 ? types[names[0]] : (value) => names.some((name) => types[name](value)),
  ],
  [
    "enum",
    ({ enum: values }) =>
      (value) =>
        values.some((each) => equal(each, value)),
  ],
  [
    "const",
    ({ const: only }) =>
      (value) =>
        equal(only, value),
  ],
  compare("minLength", isText, (text, least) => codePointLength(text) >= least),
  compare("maxLength", isText, (text, most) => codePointLength(text) <= most),
  compare("pattern", isText, (text, pattern) => patternOf(pattern).test(text)),
  [
    "format",
    ({ format: { type, accepts } }) =>
      (value) =>
        typeOf(value) !== type || accepts(value),
  ],
  compare("minimum", isNumber, (number, least) => !isLess(number, least)),
  compare("maximum", isNumber, (number, most) => !isLess(most, number)),
  compare("exclusiveMinimum", isNumber, (number, bound) => isLess(bound, number)),
  compare("exclusiveMaximum", isNumber, (number, bound) => isLess(number, bound)),
  compare("multipleOf", isNumber, isMultiple),
  compare("minItems", Array.isArray, (items, least) => items.length >= least),
  compare("maxItems", Array.isArray, (items, most) => items.length <= most),
  compare("uniqueItems", Array.isArray, (items, unique) => unique !== true || !holdsTwice(items)),
  compare("minProperties", isObject, (object, least) => Object.keys(object).length >= least),
  compare("maxProperties", isObject, (object, most) => Object.keys(object).length <= most),
]);

/** The value at the tokens of a pointer; `undefined` if there is none. */
function at(value, tokens) {
  let part = value;
  for (let index = 0; index < tokens.length; index++) part = own(part, tokens[index]);
  return part;
}

/** Whether a cross-field rule holds; absent values, and values that aren't date-times, don't break it. */
function keeps({ equal: same, later }, value) {
  const fields = same ?? later;
  const a = at(value, fields[0]);
  const b = at(value, fields[1]);
  if (later === undefined) return a === undefined || b === undefined || a === b;
  return !isText(a) || !isText(b) || !isNotLater(a, b);
}

/** Keywords that compare a value, by name: from a schema to its check. */
export const assertions = /* @__PURE__ */ new Map([
  ...Array.from(tests, ([keyword, testOf]) => [
    keyword,
    (node) => {
      const test = testOf(node);
      return (value, scope, run) => test(value) || fail(run, { node, value, scope, keyword });
    },
  ]),
  [
    "required",
    (node) => {
      const { required } = node;
      const isCareful = someInherited(required);
      return (value, scope, run) => {
        if (!isObject(value)) return true;
        let valid = true;
        for (let index = 0; index < required.length; index++) {
          const property = required[index];
          if ((isCareful ? own(value, property) : value[property]) !== undefined) continue;
          valid = fail(run, { node, value, scope, keyword: "required", facts: { property } });
        }
        return valid;
      };
    },
  ],
  [
    "dependentRequired",
    (node) => (value, scope, run) => {
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
    (node) => (value, scope, run) => {
      if (!isObject(value)) return true;
      let valid = true;
      for (let index = 0; index < node.rules.length; index++) {
        const rule = node.rules[index];
        if (keeps(rule, value)) continue;
        valid = fail(run, { node, value, scope, keyword: "x-rules", facts: { rule } });
      }
      return valid;
    },
  ],
]);

const patterns = /* @__PURE__ */ new Map();
let compilePattern = nativePattern;

/**
 * Sets what compiles patterns from now on, in place of `RegExp`.
 * @param {(text: string) => { test: (value: string) => boolean }} compile
 */
export function compilePatternsBy(compile) {
  compilePattern = compile;
  patterns.clear();
}

/**
 * A pattern of the contract, read with the `u` flag.
 * @param {string} text
 * @returns {{ test: (value: string) => boolean }}
 */
export function patternOf(text) {
  const known = patterns.get(text);
  if (known !== undefined) return known;
  const pattern = compilePattern(text);
  patterns.set(text, pattern);
  return pattern;
}

/**
 * Some contracts have patterns that are valid only without the `u` flag, such as `[\w-.]`.
 *
 * @param {string} text
 */
export function nativePattern(text) {
  try {
    return new RegExp(text, "u");
  } catch {
    return new RegExp(text);
  }
}
