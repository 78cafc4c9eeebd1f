import type { Node } from "../nodes/node.js";
import { holds, OutOfSteps, type Search, type Size } from "./search.js";
import { valuesFor } from "./values.js";

/** How a value is made. */
export interface SynthesisOptions {
  readonly size: Size;
  /** JSON Pointers of members that are written even if they are optional. Default: none. */
  readonly wanted?: ReadonlySet<string>;
  /** Values by JSON Pointer, in addition to what the schema says. Default: none. */
  readonly fixed?: ReadonlyMap<string, unknown>;
  /** Steps after which the search is given up. Default: 20,000. */
  readonly steps?: number;
}

/** A valid value; or none, with the JSON Pointer of the place for which no value was found, and why. */
export type Synthesis =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "none"; readonly pointer: string; readonly reason: "no-value" | "too-many-choices" };

/** Measured: a schema of some hundred fields takes about a thousand. */
const defaultSteps = 20_000;

/**
 * A value that a schema accepts, the same each time: required members, or all declared ones. It is checked against the
 * schema, and the search for it is bounded, so the outcome is either valid or `none`.
 */
export function synthesise(node: Node, options: SynthesisOptions): Synthesis {
  const { size, wanted = new Set(), fixed = new Map(), steps = defaultSteps } = options;
  const search: Search = {
    steps,
    wanted,
    fixed,
    valuesFor: (slot) => valuesFor(slot, search),
    failure: undefined,
  };
  const none = (reason: "no-value" | "too-many-choices"): Synthesis => ({
    kind: "none",
    pointer: search.failure ?? "",
    reason,
  });
  try {
    for (const value of search.valuesFor({ nodes: [node], path: [], size, ancestors: new Set() }))
      if (holds(node, value)) return { kind: "value", value };
    return none("no-value");
  } catch (error) {
    if (error instanceof OutOfSteps || error instanceof RangeError) return none("too-many-choices");
    throw error;
  }
}
