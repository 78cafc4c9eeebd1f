import { ExactNumber } from "../../documents/exact-number.js";
import type { Format } from "../nodes/format.js";

type Numeric = ExactNumber | number;

const least = new ExactNumber("-9223372036854775808");
const most = new ExactNumber("9223372036854775807");

const formats: Readonly<Record<string, (number: Numeric) => boolean>> = {
  // Every integer of 32 bits is a double.
  int32: (number) => Number.isInteger(number) && least32 <= Number(number) && Number(number) <= most32,
  int64(number) {
    const isInteger = number instanceof ExactNumber ? number.isInteger : Number.isInteger(number);
    return isInteger && least.compare(number) <= 0 && most.compare(number) >= 0;
  },
  // A double is never beyond their range, since a generated validator asks nothing for them.
  float: hasDouble,
  double: hasDouble,
};

const least32 = -(2 ** 31);
const most32 = 2 ** 31 - 1;

/** Whether a number isn't too large for a double. */
function hasDouble(number: Numeric): boolean {
  return Number.isFinite(Number(String(number)));
}

/** A format with the same name that also judges exact numbers. */
export function exactFormat(format: Format): Format {
  if (format.type !== "number") return format;
  const accepts = Object.hasOwn(formats, format.name) ? formats[format.name] : undefined;
  if (accepts === undefined) throw new Error(`no exact format ${format.name}`);
  return { name: format.name, type: "number", accepts };
}
