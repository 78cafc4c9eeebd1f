import type { Names } from "../goal/formula.js";
import { fails, type Goal, holds, type Outcome } from "../goal/goal.js";
import type { Leaf } from "./leaf.js";

/** What the names of an object are subject to. */
export interface NameRules {
  /** All patterns that decide which schemas apply. */
  readonly patterns: readonly string[];
  /** Schemas of names. */
  readonly schemas: Goal;
  /** Names that have rules of their own. */
  readonly known: ReadonlySet<string>;
}

/** 32 combinations of patterns. */
const mostPatterns = 5;

/**
 * Names that aren't known yet: one for each combination of patterns that match, since members whose names match the
 * same patterns have the same schemas.
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
  const open = rules.patterns.filter((pattern) => !decided.has(pattern));
  if (open.length > mostPatterns) {
    yield { kind: "unknown", reason: "too many patterns of names" };
    return;
  }
  for (let choice = 0; choice < 2 ** open.length; choice++) {
    const goal = open.map((pattern, at) => (choice & (2 ** at) ? holds({ pattern }) : fails({ pattern })));
    const named = leaf.solve([...base, ...goal, holds({ minLength: 1 })]);
    // An empty name is a name, too, but nobody expects it.
    const name = named.kind === "value" ? named : leaf.solve([...base, ...goal]);
    if (name.kind !== "none") yield name;
  }
}

function avoiding(names: readonly string[]): Goal {
  return names.length === 0 ? [] : [fails({ enum: [...new Set(names)].sort() })];
}
