import type { ParameterDescriptor } from "./operation-descriptor.js";
import { parameterStyle, parameterValue } from "./parameter-value.js";
import { encodeStrictly } from "./percent-encoding.js";
import { queryPairs } from "./query-parameters.js";

/** A header parameter in the style `simple`, or nothing for an absent value. Header values aren't percent-encoded. */
export function writeHeaderParameter(value: unknown, descriptor: ParameterDescriptor): string | undefined {
  const read = parameterValue(value, descriptor);
  if (read === undefined) return undefined;
  if (read.kind === "text") return read.text;
  if (read.kind === "list") return read.items.join(",");
  const { explode } = parameterStyle(descriptor, "simple");
  return read.entries.map(([name, text]) => `${name}${explode ? "=" : ","}${text}`).join(",");
}

/** A cookie parameter in the style `form`, as `name=value` pairs. */
export function writeCookieParameter(
  name: string,
  value: unknown,
  descriptor: ParameterDescriptor,
): string[] {
  return queryPairs(name, value, descriptor).map(
    ([key, parts]) => `${encodeStrictly(key)}=${parts.map(encodeStrictly).join(",")}`,
  );
}
