import { OipkitError } from "../errors.js";

/** Access can't be requested after an event of this kind. */
export class UnknownAccessEventError extends OipkitError {
  readonly code = "access-event-unknown";
  /** The names of the events after which access can be requested. */
  declare readonly known: readonly string[];

  constructor(known: readonly string[]) {
    super(`Access can only be requested after ${known.join(", ")}`);
    this.known = known;
  }
}
