import type { ParameterWriter } from "../operation/operation-descriptor.js";
import { parameterStyle, parameterValue } from "./parameter-value.js";
import { encodeStrictly } from "./percent-encoding.js";
import { UnwritableValue } from "./plain-text.js";
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

/** A cookie parameter in the style `form`, percent-encoded, or in the style `cookie` of OpenAPI 3.2, as it is. */
export const writeCookie: ParameterWriter = ({ cookies }, { name, value, descriptor }) => {
  const encode = descriptor.style === "cookie" ? escapedAlready : encodeStrictly;
  for (const [key, parts] of queryPairs(name, value, descriptor))
    cookies.push(
      `${encode(key, "=")}=${parts.map((part) => encode(part, parts.length > 1 ? "," : ";")).join(",")}`,
    );
};

/** Text that a cookie can hold (RFC 6265, section 4.1.1), without what would look like its delimiter. */
function escapedAlready(text: string, delimiter: string): string {
  if (/^[!#-:<-[\]-~]*$/.test(text) && !text.includes(delimiter)) return text;
  throw new UnwritableValue("has a character that a cookie can't hold: give its escaped form");
}
