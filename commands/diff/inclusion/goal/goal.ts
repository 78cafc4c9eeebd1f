import type { Node } from "../../../../reader/validation/nodes/node.js";
import { support } from "../../../../reader/validation/support.js";
import type { NodeClasses } from "./node-classes.js";

/** A schema that a value must satisfy, or must not satisfy. */
export interface Signed {
  readonly node: Node;
  readonly holds: boolean;
}

/** Schemas about one value, all of which must be as they say. */
export type Goal = readonly Signed[];

/** Whether there is a value for a goal. */
export type Outcome =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly reason: string };

/** There is no value for a goal. */
export const none: Outcome = { kind: "none" };

/** A schema that must hold. */
export function holds(node: Node): Signed {
  return { node, holds: true };
}

/** A schema that must not hold. */
export function fails(node: Node): Signed {
  return { node, holds: false };
}

/** A number for a signed schema; its negative is that of the opposite. */
export function literalOf({ node, holds }: Signed, classes: NodeClasses): number {
  const number = classes.of(node) + 1;
  return holds ? number : -number;
}

/** Whether a value fulfils a goal, as the validators see it. */
export function fulfils(goal: Goal, value: unknown): boolean {
  try {
    return goal.every(({ node, holds }) => support.conforms(node, value) === holds);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
