import type { FindingCode } from "../codes.js";
import type { Place } from "../finding.js";

/** An entry of `accepted-changes.yaml`. */
export interface AcceptedChange {
  readonly code: FindingCode;
  /** Everything that the finding may reach. */
  readonly subjects?: ReadonlySet<string>;
  /** Path below the contracts' folder, forward slashes. */
  readonly file?: string;
  /** JSON Pointer. */
  readonly pointer?: string;
  readonly reason: string;
  /** The last day on which it counts, as YYYY-MM-DD. */
  readonly until?: string;
  /** Where the entry is. */
  readonly place: Place;
}
