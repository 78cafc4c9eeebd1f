import { InvalidOptionError, unknownOptionError } from "./errors.js";

/**
 * Merges options with their defaults. Every known option has a default, even if only `undefined`; an unknown
 * option, one of another type than its default, or a number that isn't positive is refused by name.
 */
export function readOptions<Options extends object>(
  given: Partial<{ [Name in keyof Options]: Options[Name] | undefined }>,
  defaults: Options,
  prefix = "",
): Options {
  const read = { ...defaults } as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    const fail = (problem: string): never => {
      throw new InvalidOptionError(prefix + name, problem);
    };
    if (!Object.hasOwn(defaults, name))
      throw unknownOptionError(
        prefix + name,
        Object.keys(defaults).map((known) => prefix + known),
      );
    if (value === undefined) continue;
    const type = typeof read[name];
    if (type !== "undefined" && typeof value !== type) fail(`must be a ${type}`);
    if (type === "number" && !((value as number) > 0)) fail("must be greater than 0");
    read[name] = value;
  }
  return read as Options;
}

/** A copy of headers; `option` is the option they come from. */
export function readHeaders(option: string, given: HeadersInit | undefined): Headers {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error quotes the value, which is probably a secret.
    throw new InvalidOptionError(option, "has an invalid header name or value");
  }
}
