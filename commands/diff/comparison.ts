import type { Change, Party } from "./finding.js";
import type { Mode } from "./mode.js";

/** How to compare. */
export interface CompareOptions {
  /** Whose programs, written for the old version, must keep working. Other changes count as compatible. */
  readonly keep: ReadonlySet<Party>;
  /**
   * For whose programs schemas of requests, responses and events are compared. Default: `keep`. With both sides, changes
   * are found that are compatible for those who must keep working, such as a request that may hold more than before.
   */
  readonly look?: ReadonlySet<Party>;
  /** For schemas that neither side sends. */
  readonly mode: Mode;
  /** Milliseconds for each pair of schemas and each direction. */
  readonly time: number;
  /** Changes that were found in another way, to be judged with the others. */
  readonly more?: readonly Change[] | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** A value of `look`. */
export const bothSides: ReadonlySet<Party> = new Set(["consumer", "provider"]);
