import type { Place } from "../../../reader/documents/place.js";

/** What is known to be the same in both versions, with all that it refers to. */
export interface Sameness {
  /** Where something of the new version is in the old one, if it is the same there. */
  findSame(current: Pick<Place, "document" | "tokens">): Pick<Place, "document" | "tokens"> | undefined;
  /** Whether two places are counterparts of each other in what is the same. */
  areShared(old: Place, current: Place): boolean;
  /** Whether two schemas are the same; not all that are so are known. */
  areSame(old: Place, current: Place): boolean;
}
