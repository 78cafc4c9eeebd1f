import { toPointer } from "@oipkit/runtime/json-pointer";
import type { Node } from "../nodes/node.js";
import { support } from "../support.js";

/** How much of a value is written: what is required, or everything that is declared. */
export type Size = "small" | "full";

/** The state of one search for a value, which is given up after a number of steps. */
export interface Search {
  /** Steps that are left. */
  steps: number;
  /** JSON Pointers of members that are written even if they are optional. */
  readonly wanted: ReadonlySet<string>;
  /** Values by JSON Pointer, in addition to what the schema says. */
  readonly fixed: ReadonlyMap<string, unknown>;
  /** Valid values for a place, the best first. Throws `OutOfSteps`. */
  readonly valuesFor: (slot: Slot) => Generator<unknown>;
  /** JSON Pointer of the first required place for which there was no value. */
  failure: string | undefined;
}

/** A place in the value that is being made, and the schemas that apply to it. */
export interface Slot {
  readonly nodes: readonly Node[];
  readonly path: readonly string[];
  readonly size: Size;
  /** Definitions that the places around this one are made of. */
  readonly ancestors: ReadonlySet<Node>;
}

/** Thrown if a search has no steps left. */
export class OutOfSteps extends Error {}

/** Counts one step. Throws `OutOfSteps`. */
export function spend(search: Search): void {
  if (--search.steps < 0) throw new OutOfSteps();
}

/** Remembers a required place without a value. */
export function failAt(search: Search, path: readonly string[]): void {
  search.failure ??= toPointer(path);
}

/** Whether a value is valid; one that is nested too deeply isn't. */
export function holds(node: Node, value: unknown): boolean {
  try {
    return support.conforms(node, value);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
