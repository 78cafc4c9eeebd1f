import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";

/** An adapter or a server was given an option that it doesn't have, or a value that makes no sense. */
export class AdapterMisconfigured extends OipkitError {
  readonly code = "adapter-misconfigured";
}

/** Throws `AdapterMisconfigured` for the first option that isn't known. */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const problem = unknownOption(options, known);
  if (problem !== undefined) throw new AdapterMisconfigured(problem);
}
