import { aloneTestOf } from "./alone.js";
import { refuse } from "./alternatives.js";
import { patternOf } from "./assertions.js";
import { fail, report } from "./failures.js";
import { beside, inside, nameOf, seeing } from "./scope.js";
import { createSeen, merge } from "./unevaluated.js";
import { isObject, own, someInherited } from "./value.js";

/** Checks a value in isolation: what a schema has seen and its failures are shared only once it is known to count. */
function attempt(check, value, scope, run) {
  const seen = scope.seen === undefined ? undefined : createSeen();
  const failures = run.failures === null ? null : [];
  const apart = seen === undefined ? scope : seeing(scope, seen);
  const valid = check(value, apart, { failures });
  if (valid) merge(scope.seen, seen);
  return { valid, failures };
}

/** The schemas of a list for the same value, prepared. */
function listed(keyword, node, checkOf) {
  return node[keyword].map((each, index) => ({ check: checkOf(each), steps: [keyword, index] }));
}

function alternatives(keyword, isMatch) {
  return [
    keyword,
    (node, checkOf) => {
      const parts = listed(keyword, node, checkOf);
      return (value, scope, run) => {
        const outcomes = [];
        // A loop, as in `allOf`: each frame less allows more schemas inside of each other.
        for (const { check, steps } of parts) outcomes.push(attempt(check, value, beside(scope, steps), run));
        const matches = outcomes.filter(({ valid }) => valid).length;
        if (isMatch(matches)) return true;
        return run.failures === null ? false : refuse({ node, value, scope, keyword }, outcomes, run);
      };
    },
  ];
}

/** Checks parts of a value in turn; stops at the first invalid one if only validity is needed. */
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

/** Keywords that apply other schemas, by name: from a schema to its check. */
export const applicators = /* @__PURE__ */ new Map([
  ...["$ref", "$dynamicRef"].map((keyword) => [
    keyword,
    (node, checkOf) => {
      const steps = [keyword];
      let target;
      let check;
      return (value, scope, run) => {
        // Not before: schemas may refer to each other in cycles.
        target ??= typeof node[keyword] === "function" ? node[keyword]() : node[keyword];
        // Faster than finding no failures, unless what the target sees of the value is asked for.
        if (scope.seen === undefined && target.accepts?.(value)) return true;
        check ??= checkOf(target);
        return check(value, beside(scope, steps), run);
      };
    },
  ]),
  [
    "allOf",
    (node, checkOf) => {
      const parts = listed("allOf", node, checkOf);
      return (value, scope, run) => {
        let valid = true;
        for (let index = 0; index < parts.length; index++) {
          const { check, steps } = parts[index];
          if (check(value, beside(scope, steps), run)) continue;
          if (run.failures === null) return false;
          valid = false;
        }
        return valid;
      };
    },
  ],
  alternatives("anyOf", (matches) => matches > 0),
  alternatives("oneOf", (matches) => matches === 1),
  [
    "not",
    (node, checkOf) => {
      const check = checkOf(node.not);
      return (value, scope, run) => {
        const inner = seeing(beside(scope, ["not"]), undefined);
        return !check(value, inner, { failures: null }) || fail(run, { node, value, scope, keyword: "not" });
      };
    },
  ],
  [
    "if",
    (node, checkOf) => {
      const condition = checkOf(node.if);
      const branch = (keyword) => ({ steps: [keyword], check: checkOf(node[keyword] ?? true) });
      const [consequence, alternative] = [branch("then"), branch("else")];
      return (value, scope, run) => {
        const { valid } = attempt(condition, value, beside(scope, ["if"]), { failures: null });
        const { check, steps } = valid ? consequence : alternative;
        return check(value, beside(scope, steps), run) || fail(run, { node, value, scope, keyword: "if" });
      };
    },
  ],
  [
    "dependentSchemas",
    (node, checkOf) => {
      const parts = Object.entries(node.dependentSchemas).map(([name, each]) => ({
        name,
        check: checkOf(each),
        steps: [nameOf(node, "dependentSchemas"), name],
      }));
      return (value, scope, run) =>
        !isObject(value) ||
        every(
          parts,
          run,
          ({ name, check, steps }) =>
            own(value, name) === undefined || check(value, beside(scope, steps), run),
        );
    },
  ],
  [
    "properties",
    (node, checkOf) => {
      const names = Object.keys(node.properties);
      const isCareful = someInherited(names);
      const parts = names.map((name) => {
        const each = node.properties[name];
        return { holdsAlone: aloneTestOf(each), check: checkOf(each), steps: ["properties", name] };
      });
      return (value, scope, run) => {
        if (!isObject(value)) return true;
        let valid = true;
        for (let index = 0; index < names.length; index++) {
          const name = names[index];
          const part = isCareful ? own(value, name) : value[name];
          if (part === undefined) continue;
          const { holdsAlone, check, steps } = parts[index];
          if (holdsAlone(part)) {
            scope.seen?.properties.add(name);
            continue;
          }
          if (check(part, property(scope, name, steps), run)) continue;
          if (run.failures === null) return false;
          valid = false;
        }
        return valid;
      };
    },
  ],
  [
    "patternProperties",
    (node, checkOf) => {
      const parts = Object.entries(node.patternProperties).map(([pattern, each]) => ({
        pattern,
        check: checkOf(each),
        steps: ["patternProperties", pattern],
      }));
      return (value, scope, run) =>
        !isObject(value) ||
        every(parts, run, ({ pattern, check, steps }) =>
          every(
            Object.keys(value).filter((name) => patternOf(pattern).test(name)),
            run,
            (name) => check(value[name], property(scope, name, steps), run),
          ),
        );
    },
  ],
  [
    "additionalProperties",
    (node, checkOf) => {
      const keyword = "additionalProperties";
      const check = checkOf(node[keyword]);
      return (value, scope, run) => {
        if (!isObject(value)) return true;
        const names = Object.keys(value).filter((name) => !isNamed(node, name));
        return every(names, run, (name) => {
          const there = property(scope, name, [keyword]);
          if (node[keyword] !== false) return check(value[name], there, run);
          return fail(run, { node, value, scope, keyword, facts: { property: name } });
        });
      };
    },
  ],
  [
    "propertyNames",
    (node, checkOf) => {
      const keyword = "propertyNames";
      const check = checkOf(node[keyword]);
      return (value, scope, run) =>
        !isObject(value) ||
        every(
          Object.keys(value),
          run,
          (name) =>
            check(name, named(scope, name), run) ||
            fail(run, { node, value, scope: named(scope, name), keyword, facts: { property: name } }),
        );
    },
  ],
  [
    "prefixItems",
    (node, checkOf) => {
      const parts = node.prefixItems.map((each, index) => ({
        check: checkOf(each),
        steps: [nameOf(node, "prefixItems"), index],
      }));
      return (value, scope, run) =>
        !Array.isArray(value) ||
        every(parts.slice(0, value.length).entries(), run, ([index, { check, steps }]) =>
          check(value[index], item(scope, index, steps), run),
        );
    },
  ],
  [
    "items",
    (node, checkOf) => {
      const check = checkOf(node.items);
      const holdsAlone = aloneTestOf(node.items);
      const steps = [nameOf(node, "items")];
      const first = node.prefixItems?.length ?? 0;
      return (value, scope, run) => {
        if (!Array.isArray(value)) return true;
        let valid = true;
        for (let index = first; index < value.length; index++) {
          if (holdsAlone(value[index])) {
            scope.seen?.items.add(index);
            continue;
          }
          const there = item(scope, index, steps);
          if (node.items === false) valid = false;
          else valid = check(value[index], there, run) && valid;
          if (!valid && run.failures === null) return false;
        }
        return node.items === false && !valid ? fail(run, { node, value, scope, keyword: "items" }) : valid;
      };
    },
  ],
  [
    "contains",
    (node, checkOf) => {
      const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = node;
      const check = checkOf(node.contains);
      return (value, scope, run) => {
        if (!Array.isArray(value)) return true;
        const outcomes = value.map((each, index) =>
          attempt(check, each, inside(scope, index, ["contains"]), run),
        );
        const matches = [...outcomes.keys()].filter((index) => outcomes[index].valid);
        for (const index of matches) scope.seen?.items.add(index);
        if (matches.length >= minContains && matches.length <= maxContains) return true;
        if (matches.length < minContains) report(run, outcomes);
        return fail(run, { node, value, scope, keyword: "contains" });
      };
    },
  ],
]);
