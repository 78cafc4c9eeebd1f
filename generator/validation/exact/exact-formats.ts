import { ExactNumber } from "../../read/exact-number.js";
import type { Format } from "../nodes/format.js";

type Numeric = ExactNumber | number;

const least64 = new ExactNumber("-9223372036854775808");
const most64 = new ExactNumber("9223372036854775807");

const formats: Readonly<Record<string, (number: Numeric) => boolean>> = {
  // Every integer of 32 bits is a double.
  int32: (number) => Number.isInteger(number) && Math.abs(Number(number) + 0.5) < 2 ** 31,
  int64: (number) =>
    number instanceof ExactNumber
      ? number.isInteger && number.compare(least64) >= 0 && number.compare(most64) <= 0
      : Number.isInteger(number) && most64.compare(number) >= 0 && least64.compare(number) <= 0,
  // A double is never beyond their range, since no format of a generated validator asks for that of `float`.
  float: hasDouble,
  double: hasDouble,
};

/** Whether a number isn't too large for a double. */
function hasDouble(number: Numeric): boolean {
  return Number.isFinite(Number(String(number)));
}

/** A format with the same name that also judges exact numbers. */
export function exactFormat(format: Format): Format {
  const accepts = format.type === "number" ? formats[format.name] : undefined;
  if (accepts !== undefined) return { name: format.name, type: "number", accepts };
  if (format.type !== "number" || format.accepts === undefined) return format;
  const byDouble = format.accepts as (number: number) => boolean;
  return {
    name: format.name,
    type: "number",
    accepts: (number: Numeric) => byDouble(number instanceof ExactNumber ? number.nearest : number),
  };
}
