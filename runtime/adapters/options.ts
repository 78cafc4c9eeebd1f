import { OipkitError } from "../errors.js";
import { unknownOption } from "../nearest-names.js";

/** An adapter or a server was given an unknown option or an invalid value. */
export class AdapterMisconfigured extends OipkitError {
  readonly code = "adapter-misconfigured";
}

/** Throws `AdapterMisconfigured` for the first unknown option. */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const problem = unknownOption(options, known);
  if (problem !== undefined) throw new AdapterMisconfigured(problem);
}
