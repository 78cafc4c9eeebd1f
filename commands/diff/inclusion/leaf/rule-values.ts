import { valueAt } from "@oipkit/runtime/json-pointer";
import type { Rule } from "../../../../reader/validation/nodes/rule.js";
import { withRules as keepingRules } from "../../../../reader/validation/synthesis/rule-values.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import type { Outcome } from "../goal/goal.js";
import { atomsOf, firstFit, type Leaf } from "./leaf.js";

type Members = Record<string, unknown>;

/** An object for rules between its members, which are tried rather than solved. */
export function withRules(leaf: Leaf, object: Members): Outcome {
  const found = firstFit(leaf, candidates(leaf, object));
  return found.kind === "value"
    ? found
    : { kind: "unknown", reason: "no object was found for the rules between fields (`x-rules`)" };
}

function* candidates(leaf: Leaf, object: Members): Generator<Members> {
  const rules = atomsOf(leaf, "rule");
  const kept = rules.filter(({ holds }) => holds).map(({ rule }) => rule);
  const broken = rules.filter(({ holds }) => !holds).map(({ rule }) => rule);
  for (const base of [object, ...fullObjects(leaf)])
    for (const keeping of keepingRules([{ rules: kept }], base))
      for (const breaking of ways) {
        const changed = structuredClone(keeping) as Members;
        for (const rule of broken) breaking(changed, rule);
        yield changed;
      }
}

/** An object with everything that the schemas declare. */
function fullObjects({ goal }: Leaf): Members[] {
  const nodes = goal.filter(({ holds }) => holds).map(({ node }) => node);
  const made = synthesise({ allOf: nodes }, { size: "full" });
  return made.kind === "value" && typeof made.value === "object" && made.value !== null
    ? [made.value as Members]
    : [];
}

type Change = (object: Members, rule: Rule) => void;

/** Ways to break a rule whose members are there. */
const ways: readonly Change[] = [
  (object, rule) => replace(object, rule, ([a]) => [other(a), undefined]),
  (object, rule) => replace(object, rule, ([, b]) => [undefined, other(b)]),
  (object, rule) => replace(object, rule, ([a, b]) => [b, a]),
  (object, rule) => replace(object, rule, ([, b]) => [b, undefined]),
  (object, rule) => replace(object, rule, () => ["2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"]),
];

function replace(
  object: Members,
  { equal, later }: Rule,
  values: (values: readonly [unknown, unknown]) => readonly [unknown, unknown],
): void {
  const paths = equal ?? later;
  if (paths === undefined) return;
  const [a, b] = paths.map((path) => valueAt(object, path));
  if (a === undefined || b === undefined) return;
  for (const [at, value] of values([a, b]).entries()) {
    const path = paths[at] ?? [];
    const parent = valueAt(object, path.slice(0, -1));
    const name = path.at(-1);
    if (value === undefined || typeof parent !== "object" || parent === null || name === undefined) continue;
    Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/** Another value of the same shape, if possible. */
function other(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return value;
  const digit = /[0-9](?=[^0-9]*$)/.exec(value);
  if (digit === null) return `${value}x`;
  const next = String((Number(digit[0]) + 1) % 10);
  return value.slice(0, digit.index) + next + value.slice(digit.index + 1);
}
