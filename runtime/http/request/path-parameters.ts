import type { PathWriter } from "../operation/operation-descriptor.js";
import { type ParameterValue, parameterStyle, parameterValue } from "./parameter-value.js";
import { encodePath, encodeStrictly } from "./percent-encoding.js";

/** A path parameter in the styles `simple`, `label` and `matrix`. */
export const writeStyledPath: PathWriter = ({ name, value, descriptor }) => {
  const read = parameterValue(value, descriptor);
  const encode = descriptor.allowReserved ? encodePath : encodeStrictly;
  return isEmpty(read)
    ? ""
    : expand(encodeStrictly(name), read, { ...parameterStyle(descriptor, "simple"), encode });
};

type Encode = (text: string) => string;

function expand(
  name: string,
  value: ParameterValue,
  { style, explode, encode }: ReturnType<typeof parameterStyle> & { readonly encode: Encode },
): string {
  const pairs = (separator: string, join: string) =>
    value.kind === "record"
      ? value.entries.map(([key, text]) => encode(key) + join + encode(text)).join(separator)
      : "";
  const listed = (separator: string) =>
    value.kind === "list" ? value.items.map(encode).join(separator) : "";
  const plain = value.kind === "text" ? encode(value.text) : listed(",") + pairs(",", explode ? "=" : ",");
  if (style === "label")
    return `.${explode && value.kind !== "text" ? listed(".") + pairs(".", "=") : plain}`;
  if (style !== "matrix") return plain;
  if (!explode || value.kind === "text") return `;${name}=${plain}`;
  return value.kind === "list"
    ? value.items.map((item) => `;${name}=${encode(item)}`).join("")
    : `;${pairs(";", "=")}`;
}

function isEmpty(value: ParameterValue): boolean {
  if (value.kind === "text") return value.text === "";
  return value.kind === "list" ? value.items.join("") === "" : value.entries.length === 0;
}
