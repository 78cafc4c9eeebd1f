import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Place } from "../../../reader/documents/place.js";

/** What the parts of a document are read from. */
export interface Api {
  readonly contracts: Contracts;
  readonly root: Place;
  /** The operations whose callback is being read. */
  readonly around?: readonly unknown[];
}
