import { OipkitError } from "../errors.js";

/** The event isn't one whose subject's access can be asked for. */
export class UnknownAccessEventError extends OipkitError {
  readonly code = "access-event-unknown";
  /** The names of the events that can be asked about. */
  declare readonly known: readonly string[];

  constructor(known: readonly string[]) {
    super(`Access can be asked for after ${known.join(", ")} alone`);
    this.known = known;
  }
}
