import { patternFlags } from "../../documents/pattern.js";
import { type Code, code } from "../../text/code/code.js";
import { dataLiteral, literal } from "../../text/code/literal.js";
import type { NodeObject } from "../nodes/node.js";
import type { ModuleContext } from "./module-context.js";

/** More values than this are looked up in a set. */
const mostComparisons = 24;

/** The condition that a value has none of the types. */
export function notOfTypes(context: ModuleContext, types: readonly string[], value: Code): readonly Code[] {
  return types.map((type) => notOfType(context, type, value));
}

function notOfType(context: ModuleContext, type: string, value: Code): Code {
  switch (type) {
    case "string":
    case "boolean":
      return code`typeof ${value} !== ${literal(type)}`;
    case "null":
      return code`${value} !== null`;
    case "integer":
      return code`!Number.isInteger(${value})`;
    case "number":
      return code`!Number.isFinite(${value})`;
    case "array":
      return code`!Array.isArray(${value})`;
    default:
      return code`!${context.use("isObject")}(${value})`;
  }
}

/** The condition that a value has a type. */
export function ofType(
  context: ModuleContext,
  type: "string" | "number" | "array" | "object",
  value: Code,
): Code {
  switch (type) {
    case "string":
    case "number":
      return code`typeof ${value} === ${literal(type)}`;
    case "array":
      return code`Array.isArray(${value})`;
    case "object":
      return code`${context.use("isObject")}(${value})`;
  }
}

/** The conditions that all hold if a value is none of those given. */
export function noneOf(context: ModuleContext, values: readonly unknown[], value: Code): readonly Code[] {
  if (values.length === 0) return [code`true`];
  const isScalar = values.every((each) => each === null || typeof each !== "object");
  if (isScalar && values.length > mostComparisons) {
    const set = context.constant("VALUES", code`/* @__PURE__ */ new Set(${dataLiteral(values)})`);
    return [code`!${set}.has(${value})`];
  }
  return values.map((each) =>
    each === null || typeof each !== "object"
      ? code`${value} !== ${literal(each as string | number | boolean | null)}`
      : code`!${context.use("equal")}(${value}, ${context.constant("VALUE", dataLiteral(each))})`,
  );
}

/** Conditions under which a string is invalid. */
export function stringConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  const { minLength, maxLength, pattern, format } = node;
  const length = () => code`${context.use("codePointLength")}(${value})`;
  return [
    // A string without code units has no code points either.
    ...limit(minLength, (least) => (minLength === 1 ? code`${value} === ""` : code`${length()} < ${least}`)),
    ...limit(maxLength, (most) => code`${length()} > ${most}`),
    ...(pattern === undefined
      ? []
      : [
          code`!${context.constant("PATTERN", code`/* @__PURE__ */ new RegExp(${literal(pattern)}, ${literal(patternFlags(pattern))})`)}.test(${value})`,
        ]),
    ...(format?.type === "string" ? formatConditions(context, node, value) : []),
  ];
}

/** Conditions under which a number is invalid. */
export function numberConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node;
  return [
    ...limit(minimum, (least) => code`${value} < ${least}`),
    ...limit(maximum, (most) => code`${value} > ${most}`),
    ...limit(exclusiveMinimum, (bound) => code`${value} <= ${bound}`),
    ...limit(exclusiveMaximum, (bound) => code`${value} >= ${bound}`),
    ...limit(multipleOf, (step) => code`!${context.use("isMultiple")}(${value}, ${step})`),
    ...(format?.type === "number" ? formatConditions(context, node, value) : []),
  ];
}

/** Conditions under which an array is invalid, apart from its items. */
export function arrayConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  return [
    ...limit(node.minItems, (least) => code`${value}.length < ${least}`),
    ...limit(node.maxItems, (most) => code`${value}.length > ${most}`),
    ...(node.uniqueItems === true ? [code`${context.use("holdsTwice")}(${value})`] : []),
  ];
}

/** Conditions under which an object is invalid, apart from its properties. */
export function objectConditions({ minProperties, maxProperties }: NodeObject, value: Code): Code[] {
  return [
    ...limit(minProperties, (least) => code`Object.keys(${value}).length < ${least}`),
    ...limit(maxProperties, (most) => code`Object.keys(${value}).length > ${most}`),
  ];
}

function limit(value: number | undefined, condition: (value: Code) => Code): Code[] {
  return value === undefined ? [] : [condition(literal(value))];
}

function formatConditions(context: ModuleContext, { format }: NodeObject, value: Code): Code[] {
  if (format?.accepts === undefined) return [];
  // `date-time` is the most frequent format: this saves a lookup.
  if (format.name === "date-time") return [code`!${context.use("isDateTime")}(${value})`];
  return [code`!${context.format(format)}.accepts(${value})`];
}
