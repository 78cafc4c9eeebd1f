import { OipkitError } from "../errors.js";

/** An adapter or a server was given an option that it doesn't have, or a value that makes no sense. */
export class AdapterMisconfigured extends OipkitError {
  readonly code = "adapter-misconfigured";
}

/** Throws `AdapterMisconfigured` for the first option that isn't known. */
export function assertKnownOptions(options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new AdapterMisconfigured(`there is no option \`${unknown}\`; there are ${known.join(", ")}`);
}
