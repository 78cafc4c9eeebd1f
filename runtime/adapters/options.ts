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

/**
 * The options named in `defaults`, with its values for those left out. Throws `AdapterMisconfigured` for a value that
 * isn't a positive integer.
 */
export function positiveIntegers<Defaults extends object>(options: object, defaults: Defaults): Defaults {
  const given = options as Readonly<Record<string, unknown>>;
  const values = Object.entries(defaults).map(([name, value]) => [name, given[name] ?? value] as const);
  for (const [name, value] of values) {
    if (Number.isSafeInteger(value) && Number(value) > 0) continue;
    throw new AdapterMisconfigured(`\`${name}\` must be a positive integer, not ${String(value)}`);
  }
  return Object.fromEntries(values) as Defaults;
}
