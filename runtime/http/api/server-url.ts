import { InvalidOptionError } from "../errors.js";
import type { ServerDescriptor } from "./api-descriptor.js";

/**
 * The URL of a server with the values of its variables, or their defaults. A value in the host can't end it, so that it
 * never leads to a host of its own choice. Throws `InvalidOptionError`.
 */
export function serverUrl(
  { url, variables = {} }: ServerDescriptor,
  values: ReadonlyMap<string, string>,
): string {
  return url.replace(/\{([^{}]+)\}/g, (_, name: string, at: number) => {
    const given = values.get(name);
    if (given === undefined) return Object.hasOwn(variables, name) ? (variables[name]?.default ?? "") : "";
    const before = url.slice(0, at);
    const isScheme = before === "" && url.slice(name.length + 2).startsWith("://");
    if (isScheme && !/^https?$/.test(given))
      throw new InvalidOptionError(`serverVariables.${name}`, "must be http or https");
    const isInHost = /^[^/]*\/\/[^/]*$/.test(before);
    if (isInHost && !/^[\w.-]*(?::\d+)?$/.test(given))
      throw new InvalidOptionError(`serverVariables.${name}`, "must be a part of a host name");
    return given;
  });
}
