import { holdsAlone } from "./alone.js";
import { patternOf } from "./assertions.js";
import { fail } from "./failures.js";
import { beside, inside, nameOf, seeing } from "./scope.js";
import { createSeen, merge } from "./unevaluated.js";
import { isObject, own } from "./value.js";

/** Evaluates a schema in isolation: what it has seen and its failures are shared only once it is known to count. */
function attempt(node, value, scope, run) {
  const seen = scope.seen === undefined ? undefined : createSeen();
  const failures = run.failures === null ? null : [];
  const apart = seen === undefined ? scope : seeing(scope, seen);
  const valid = run.evaluate(node, value, apart, { failures, evaluate: run.evaluate });
  if (valid) merge(scope.seen, seen);
  return { valid, failures };
}

function report(run, outcomes) {
  for (const { failures } of outcomes) for (const failure of failures ?? []) fail(run, failure);
}

function alternatives(keyword, isMatch) {
  return [
    keyword,
    (node, value, scope, run) => {
      const outcomes = [];
      // A loop, as in `allOf`: each frame less allows more schemas inside of each other.
      for (const [index, each] of node[keyword].entries())
        outcomes.push(attempt(each, value, beside(scope, [keyword, index]), run));
      const matches = outcomes.filter(({ valid }) => valid).length;
      if (isMatch(matches)) return true;
      if (matches === 0) report(run, outcomes);
      return fail(run, { node, value, scope, keyword });
    },
  ];
}

/** Evaluates parts of a value in turn; stops at the first invalid one if only validity is needed. */
function every(parts, run, holds) {
  let valid = true;
  for (const part of parts) {
    if (holds(part)) continue;
    if (run.failures === null) return false;
    valid = false;
  }
  return valid;
}

function property(scope, name, steps) {
  scope.seen?.properties.add(name);
  return inside(scope, name, steps);
}

function item(scope, index, steps) {
  scope.seen?.items.add(index);
  return inside(scope, index, steps);
}

/** The scope of a property's name in the place of a value. */
function named(scope, name) {
  const there = seeing(beside(scope, ["propertyNames"]), undefined);
  there.level = undefined;
  there.name = name;
  return there;
}

function isNamed({ properties, patternProperties }, name) {
  if (properties !== undefined && Object.hasOwn(properties, name)) return true;
  return (
    patternProperties !== undefined &&
    Object.keys(patternProperties).some((pattern) => patternOf(pattern).test(name))
  );
}

/** Keywords that apply other schemas, by name. */
export const applicators = /* @__PURE__ */ new Map([
  ...["$ref", "$dynamicRef"].map((keyword) => [
    keyword,
    (node, value, scope, run) => {
      const target = typeof node[keyword] === "function" ? node[keyword]() : node[keyword];
      // Faster than finding no failures, unless what the target sees of the value is asked for.
      if (scope.seen === undefined && target.accepts?.(value)) return true;
      return run.evaluate(target, value, beside(scope, [keyword]), run);
    },
  ]),
  [
    "allOf",
    (node, value, scope, run) => {
      let valid = true;
      for (const [index, each] of node.allOf.entries()) {
        if (run.evaluate(each, value, beside(scope, ["allOf", index]), run)) continue;
        if (run.failures === null) return false;
        valid = false;
      }
      return valid;
    },
  ],
  alternatives("anyOf", (matches) => matches > 0),
  alternatives("oneOf", (matches) => matches === 1),
  [
    "not",
    (node, value, scope, run) => {
      const inner = seeing(beside(scope, ["not"]), undefined);
      return (
        !run.evaluate(node.not, value, inner, { failures: null, evaluate: run.evaluate }) ||
        fail(run, { node, value, scope, keyword: "not" })
      );
    },
  ],
  [
    "if",
    (node, value, scope, run) => {
      const { valid } = attempt(node.if, value, beside(scope, ["if"]), {
        failures: null,
        evaluate: run.evaluate,
      });
      const keyword = valid ? "then" : "else";
      if (node[keyword] === undefined) return true;
      return (
        run.evaluate(node[keyword], value, beside(scope, [keyword]), run) ||
        fail(run, { node, value, scope, keyword: "if" })
      );
    },
  ],
  [
    "dependentSchemas",
    (node, value, scope, run) =>
      !isObject(value) ||
      every(
        Object.entries(node.dependentSchemas),
        run,
        ([name, each]) =>
          own(value, name) === undefined ||
          run.evaluate(each, value, beside(scope, [nameOf(node, "dependentSchemas"), name]), run),
      ),
  ],
  [
    "properties",
    (node, value, scope, run) => {
      if (!isObject(value)) return true;
      let valid = true;
      for (const name of Object.keys(node.properties)) {
        const part = own(value, name);
        if (part === undefined) continue;
        if (holdsAlone(node.properties[name], part)) {
          scope.seen?.properties.add(name);
          continue;
        }
        const there = property(scope, name, ["properties", name]);
        if (run.evaluate(node.properties[name], part, there, run)) continue;
        if (run.failures === null) return false;
        valid = false;
      }
      return valid;
    },
  ],
  [
    "patternProperties",
    (node, value, scope, run) =>
      !isObject(value) ||
      every(Object.entries(node.patternProperties), run, ([pattern, each]) =>
        every(
          Object.keys(value).filter((name) => patternOf(pattern).test(name)),
          run,
          (name) =>
            run.evaluate(each, value[name], property(scope, name, ["patternProperties", pattern]), run),
        ),
      ),
  ],
  [
    "additionalProperties",
    (node, value, scope, run) => {
      if (!isObject(value)) return true;
      const names = Object.keys(value).filter((name) => !isNamed(node, name));
      const keyword = "additionalProperties";
      return every(names, run, (name) => {
        const there = property(scope, name, [keyword]);
        if (node[keyword] !== false) return run.evaluate(node[keyword], value[name], there, run);
        return fail(run, { node, value, scope, keyword, facts: { property: name } });
      });
    },
  ],
  [
    "propertyNames",
    (node, value, scope, run) =>
      !isObject(value) ||
      every(Object.keys(value), run, (name) => {
        const there = named(scope, name);
        return (
          run.evaluate(node.propertyNames, name, there, run) ||
          fail(run, { node, value, scope, keyword: "propertyNames", facts: { property: name } })
        );
      }),
  ],
  [
    "prefixItems",
    (node, value, scope, run) =>
      !Array.isArray(value) ||
      every(node.prefixItems.slice(0, value.length).entries(), run, ([index, each]) =>
        run.evaluate(each, value[index], item(scope, index, [nameOf(node, "prefixItems"), index]), run),
      ),
  ],
  [
    "items",
    (node, value, scope, run) => {
      if (!Array.isArray(value)) return true;
      const first = node.prefixItems?.length ?? 0;
      let valid = true;
      for (let index = first; index < value.length; index++) {
        if (holdsAlone(node.items, value[index])) {
          scope.seen?.items.add(index);
          continue;
        }
        const there = item(scope, index, [nameOf(node, "items")]);
        if (node.items === false) valid = false;
        else valid = run.evaluate(node.items, value[index], there, run) && valid;
        if (!valid && run.failures === null) return false;
      }
      return node.items === false && !valid ? fail(run, { node, value, scope, keyword: "items" }) : valid;
    },
  ],
  [
    "contains",
    (node, value, scope, run) => {
      if (!Array.isArray(value)) return true;
      const { contains, minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node;
      const outcomes = value.map((each, index) =>
        attempt(contains, each, inside(scope, index, ["contains"]), run),
      );
      const matches = [...outcomes.keys()].filter((index) => outcomes[index].valid);
      for (const index of matches) scope.seen?.items.add(index);
      if (matches.length >= minContains && matches.length <= maxContains) return true;
      if (matches.length < minContains) report(run, outcomes);
      return fail(run, { node, value, scope, keyword: "contains" });
    },
  ],
]);
