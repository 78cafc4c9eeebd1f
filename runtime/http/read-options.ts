import { InvalidOptionError, unknownOptionError } from "./errors.js";

/**
 * Options over their defaults. Every known option stands among the defaults, if only as `undefined`; one that
 * is unknown, or of another type than its default, and a number that isn't above 0, is refused by name.
 */
export function readOptions<Options extends object>(
  given: Partial<{ [Name in keyof Options]: Options[Name] | undefined }>,
  defaults: Options,
  prefix = "",
): Options {
  const read = { ...defaults } as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    const refuse = (problem: string): never => {
      throw new InvalidOptionError(prefix + name, problem);
    };
    if (!Object.hasOwn(defaults, name))
      throw unknownOptionError(
        prefix + name,
        Object.keys(defaults).map((known) => prefix + known),
      );
    if (value === undefined) continue;
    const type = typeof read[name];
    if (type !== "undefined" && typeof value !== type) refuse(`isn't a ${type}`);
    if (type === "number" && !((value as number) > 0)) refuse("isn't above 0");
    read[name] = value;
  }
  return read as Options;
}

/** A copy of headers; `option` gave them. */
export function readHeaders(option: string, given: HeadersInit | undefined): Headers {
  try {
    return new Headers(given);
  } catch {
    // The platform's own error quotes the value, which is most likely a secret.
    throw new InvalidOptionError(option, "can't be written");
  }
}
