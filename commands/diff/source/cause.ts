import type { FindingCode } from "../codes.js";
import type { ExportName } from "./export-name.js";

/**
 * Whether programs write what has a type, or read it. `data`: they read constants whose values are no promise, so that only
 * their shape counts.
 */
export type Use = "sent" | "received" | "data";

/** A place in a type. */
export interface Spot {
  /** The innermost exported name around it. */
  readonly name: ExportName;
  /** Properties that lead from there to it; `[]` is an element, `()` a result, `(name)` a parameter. */
  readonly path: readonly string[];
}

/** What makes code that was written for the old SDK fail to compile. */
export interface Cause {
  readonly code: FindingCode;
  readonly spot: Spot;
  readonly use: Use | "declared";
  /** One sentence about the spot, without its name. */
  readonly message: string;
  /** The compiler's error, such as "TS2322: Type 'number' is not assignable to type 'string'". */
  readonly error: string;
  readonly remedy: string;
  /** The values that a union lost or got, as the compiler shows them. */
  readonly values?: readonly string[];
}
