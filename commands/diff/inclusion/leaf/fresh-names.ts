import type { Node } from "../../../../reader/validation/nodes/node.js";
import type { Names } from "../goal/formula.js";
import { fails, type Goal, holds, type Outcome } from "../goal/goal.js";
import type { Leaf } from "./leaf.js";

/** What the names of an object are subject to. */
export interface NameRules {
  /** All patterns that decide which schemas apply to a member, or which demands it can meet. */
  readonly patterns: readonly string[];
  /** Schemas of names that decide the same. */
  readonly deciding: readonly Node[];
  /** Schemas of names. */
  readonly schemas: Goal;
  /** Names that have rules of their own. */
  readonly known: ReadonlySet<string>;
}

/** 32 combinations. */
const mostConditions = 5;

/**
 * Names that aren't known yet: one for each combination of conditions that hold, since members whose names fulfil the
 * same conditions have the same schemas and can meet the same demands.
 */
export function* freshNames(
  leaf: Leaf,
  rules: NameRules,
  wanted: { readonly names: Names | undefined; readonly taken: readonly string[] },
): Generator<Outcome> {
  const { names, taken } = wanted;
  if (names?.kind === "name") return;
  const base: Goal = [
    holds({ type: ["string"] }),
    ...rules.schemas,
    ...(names?.matching ?? []).map((pattern) => holds({ pattern })),
    ...(names?.notMatching ?? []).map((pattern) => fails({ pattern })),
    ...avoiding([...rules.known, ...taken, ...(names?.except ?? [])]),
  ];
  const decided = new Set([...(names?.matching ?? []), ...(names?.notMatching ?? [])]);
  const patterns = [...new Set(rules.patterns)].filter((pattern) => !decided.has(pattern));
  const open: Node[] = [...patterns.map((pattern) => ({ pattern })), ...new Set(rules.deciding)];
  if (open.length > mostConditions) {
    yield { kind: "unknown", reason: "too many patterns of names" };
    return;
  }
  for (let choice = 0; choice < 2 ** open.length; choice++) {
    const goal = open.map((node, at) => (choice & (2 ** at) ? holds(node) : fails(node)));
    const named = leaf.solve([...base, ...goal, holds({ minLength: 1 })]);
    // An empty name is a name, too, but nobody expects it.
    const name = named.kind === "value" ? named : leaf.solve([...base, ...goal]);
    if (name.kind !== "none") yield name;
  }
}

function avoiding(names: readonly string[]): Goal {
  return names.length === 0 ? [] : [fails({ enum: [...new Set(names)].sort() })];
}
