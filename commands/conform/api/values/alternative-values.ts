import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import { isRecord } from "../run/item-names.js";
import { type ValuePath, type ValuePlace, valuePlaces, withValueAt } from "./value-places.js";

/** A value that follows another alternative of `oneOf` or `anyOf` at one place. */
export interface AlternativeValue {
  readonly path: ValuePath;
  readonly keyword: "oneOf" | "anyOf";
  /** Number of the alternative, from 1. */
  readonly number: number;
  /** What is at the place. */
  readonly replacement: unknown;
}

/** Alternatives of one value that are looked at. */
const mostAlternatives = 8;

/** Steps of one search for a value. */
const steps = 5_000;

/** The alternatives that a value doesn't follow, each with a value that does, at one place of it. */
export function alternativeValues(
  root: Node,
  value: unknown,
  places: readonly ValuePlace[],
): readonly AlternativeValue[] {
  const found: AlternativeValue[] = [];
  for (const { path, value: own, nodes } of places)
    for (const node of nodes)
      for (const keyword of ["oneOf", "anyOf"] as const)
        for (const [index, alternative] of (node[keyword] ?? []).entries()) {
          if (found.length >= mostAlternatives || holds(alternative, own)) continue;
          const replacement = replacements(alternative, own).find((each) =>
            holds(root, withValueAt(value, path, each)),
          );
          if (replacement !== undefined) found.push({ path, keyword, number: index + 1, replacement });
        }
  return found;
}

function replacements(alternative: Node, own: unknown): readonly unknown[] {
  const made = (["full", "small"] as const).flatMap((size) => {
    const outcome = synthesise(alternative, { size, steps });
    return outcome.kind === "value" ? [outcome.value] : [];
  });
  // What is common to all alternatives may be declared beside them.
  const joint = made.flatMap((each) => (isRecord(each) && isRecord(own) ? [{ ...own, ...each }] : []));
  return [...made, ...joint];
}

/** The value with others in place of null, where its schema allows them: their keywords say something then. */
export function withoutNulls(root: Node, value: unknown): unknown {
  let current = value;
  for (const { path, value: own, nodes } of valuePlaces(root, value)) {
    if (own !== null || path.length === 0) continue;
    for (const node of nodes) {
      const made = synthesise({ allOf: [node, { not: { type: ["null"] } }] }, { size: "full", steps });
      const changed = made.kind === "value" ? withValueAt(current, path, made.value) : current;
      if (made.kind !== "value" || made.value === null || !holds(root, changed)) continue;
      current = changed;
      break;
    }
  }
  return current;
}
