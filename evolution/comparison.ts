import type { Change, Party } from "./finding.js";
import type { Mode } from "./mode.js";

/** How to compare. */
export interface CompareOptions {
  /** Whose programs, written for the old version, must keep working. Other changes count as compatible. */
  readonly keep: ReadonlySet<Party>;
  /** For schemas that neither side sends. */
  readonly mode: Mode;
  /** Milliseconds for each pair of schemas and each direction. */
  readonly time: number;
  /** Changes that were found in another way, to be judged with the others. */
  readonly more?: readonly Change[];
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}
