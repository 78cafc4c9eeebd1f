import type { ParameterWriter } from "../operation/operation-descriptor.js";
import { parameterStyle, parameterValue } from "./parameter-value.js";
import { encodeStrictly } from "./percent-encoding.js";
import { queryPairs } from "./query-parameters.js";

/** A header parameter in the style `simple`. Header values aren't percent-encoded. */
export const writeStyledHeader: ParameterWriter = ({ headers }, { name, value, descriptor }) => {
  const read = parameterValue(value, descriptor);
  const { explode } = parameterStyle(descriptor, "simple");
  const text =
    read.kind === "text"
      ? read.text
      : read.kind === "list"
        ? read.items.join(",")
        : read.entries.map(([key, member]) => `${key}${explode ? "=" : ","}${member}`).join(",");
  headers.set(name, text);
};

/** A cookie parameter in the style `form`. */
export const writeCookie: ParameterWriter = ({ cookies }, { name, value, descriptor }) => {
  for (const [key, parts] of queryPairs(name, value, descriptor))
    cookies.push(`${encodeStrictly(key)}=${parts.map(encodeStrictly).join(",")}`);
};
