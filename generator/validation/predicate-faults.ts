import type { SchemaObject } from "../read/schema-walk.js";
import { type Code, code } from "../render/code.js";
import { literal } from "../render/literal.js";
import { scriptText } from "../render/script.js";
import { formatSource, formats, hasFormat } from "./formats.js";
import type { Constants } from "./predicate-names.js";

/** Conditions under which a string isn't valid. */
export function stringFaults(constants: Constants, schema: SchemaObject, value: Code): Code[] {
  const { minLength, maxLength, pattern, format } = schema;
  return [
    ...limit(minLength, (least) => code`codePointLength(${value}) < ${least}`),
    ...limit(maxLength, (most) => code`codePointLength(${value}) > ${most}`),
    ...(typeof pattern === "string"
      ? [code`!${constants.add(code`new RegExp(${literal(pattern)}, "u")`)}.test(${value})`]
      : []),
    ...(typeof format === "string" && !isNumeric(format) ? formatFaults(constants, format, value) : []),
  ];
}

/** Conditions under which a number isn't valid. */
export function numberFaults(constants: Constants, schema: SchemaObject, value: Code): Code[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = schema;
  return [
    ...limit(minimum, (least) => code`${value} < ${least}`),
    ...limit(maximum, (most) => code`${value} > ${most}`),
    ...limit(exclusiveMinimum, (bound) => code`${value} <= ${bound}`),
    ...limit(exclusiveMaximum, (bound) => code`${value} >= ${bound}`),
    ...limit(multipleOf, (step) => code`!isMultiple(${value}, ${step})`),
    ...(typeof format === "string" && isNumeric(format) ? formatFaults(constants, format, value) : []),
  ];
}

/** Conditions under which an array isn't valid, its items apart. */
export function arrayFaults({ minItems, maxItems, uniqueItems }: SchemaObject, value: Code): Code[] {
  return [
    ...limit(minItems, (least) => code`${value}.length < ${least}`),
    ...limit(maxItems, (most) => code`${value}.length > ${most}`),
    ...(uniqueItems === true ? [code`${value}.length > 1 && holdsTwice(${value})`] : []),
  ];
}

/** Conditions under which an object isn't valid, its properties apart. */
export function objectFaults({ minProperties, maxProperties }: SchemaObject, value: Code): Code[] {
  return [
    ...limit(minProperties, (least) => code`Object.keys(${value}).length < ${least}`),
    ...limit(maxProperties, (most) => code`Object.keys(${value}).length > ${most}`),
  ];
}

function limit(value: unknown, condition: (value: Code) => Code): Code[] {
  return typeof value === "number" ? [condition(literal(value))] : [];
}

function formatFaults(constants: Constants, name: string, value: Code): Code[] {
  const format = formats[name];
  // A format that nobody knows says nothing.
  if (format === true || !hasFormat(name)) return [];
  if (name === "date-time") return [code`!isDateTime(${value})`];
  const checker = constants.add(scriptText(formatSource(name)));
  if (format instanceof RegExp) return [code`!${checker}.test(${value})`];
  return typeof format === "object" ? [code`!${checker}.validate(${value})`] : [code`!${checker}(${value})`];
}

function isNumeric(name: string): boolean {
  const format = formats[name];
  return typeof format === "object" && !(format instanceof RegExp) && format.type === "number";
}
