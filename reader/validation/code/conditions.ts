import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Code, code } from "../../text/code/code.js";
import { dataLiteral, isIdentifierName, literal, propertyKey } from "../../text/code/literal.js";
import type { NodeObject, ValidationRule } from "../nodes/node.js";
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
export function exclusionConditions(
  context: ModuleContext,
  values: readonly unknown[],
  value: Code,
): readonly Code[] {
  if (values.length === 0) return [code`true`];
  const isScalar = values.every((each) => each === null || typeof each !== "object");
  if (isScalar && values.length > mostComparisons) {
    const set = context.constant("Values", value, code`/* @__PURE__ */ new Set(${dataLiteral(values)})`);
    return [code`!${set}.has(${value})`];
  }
  return values.map((each) => {
    if (each === null || typeof each !== "object")
      return code`${value} !== ${literal(each as string | number | boolean | null)}`;
    const expected = context.constant("Expected", value, dataLiteral(each));
    return code`!${context.use("equal")}(${value}, ${expected})`;
  });
}

/** Conditions under which a string is invalid. */
export function stringConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  const { minLength, maxLength, pattern, format } = node;
  const length = () => code`${context.use("codePointLength")}(${value})`;
  const conditions: Code[] = [
    // A string without code units has no code points either.
    ...limit(minLength, (least) => {
      if (minLength === 1) return code`${value} === ""`;
      return code`${length()} < ${least}`;
    }),
    ...limit(maxLength, (most) => code`${length()} > ${most}`),
  ];
  if (pattern !== undefined) conditions.push(code`!${context.pattern(pattern, value)}.test(${value})`);
  if (format?.type === "string") conditions.push(...formatConditions(context, node, value));
  return conditions;
}

/** Conditions under which a number is invalid. */
export function numberConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node;
  const conditions: Code[] = [
    ...limit(minimum, (least) => code`${value} < ${least}`),
    ...limit(maximum, (most) => code`${value} > ${most}`),
    ...limit(exclusiveMinimum, (bound) => code`${value} <= ${bound}`),
    ...limit(exclusiveMaximum, (bound) => code`${value} >= ${bound}`),
    ...limit(multipleOf, (step) => code`!${context.use("isMultiple")}(${value}, ${step})`),
  ];
  if (format?.type === "number") conditions.push(...formatConditions(context, node, value));
  return conditions;
}

/** Conditions under which an array is invalid, apart from its items. */
export function arrayConditions(context: ModuleContext, node: NodeObject, value: Code): Code[] {
  const conditions: Code[] = [
    ...limit(node.minItems, (least) => code`${value}.length < ${least}`),
    ...limit(node.maxItems, (most) => code`${value}.length > ${most}`),
  ];
  if (node.uniqueItems === true) conditions.push(code`${context.use("holdsTwice")}(${value})`);
  return conditions;
}

/** Conditions under which an object is invalid, apart from its properties. */
export function objectConditions({ minProperties, maxProperties }: NodeObject, value: Code): Code[] {
  return [
    ...limit(minProperties, (least) => code`Object.keys(${value}).length < ${least}`),
    ...limit(maxProperties, (most) => code`Object.keys(${value}).length > ${most}`),
  ];
}

function limit(value: number | undefined, condition: (value: Code) => Code): Code[] {
  if (value === undefined) return [];
  return [condition(literal(value))];
}

function formatConditions(context: ModuleContext, { format }: NodeObject, value: Code): Code[] {
  if (format?.accepts === undefined) return [];
  // `date-time` is the most frequent format: this saves a lookup.
  if (format.name === "date-time") return [code`!${context.use("isDateTime")}(${value})`];
  return [code`!${context.format(format)}.accepts(${value})`];
}

/** The conditions that all hold if an object breaks a cross-field rule; `read` has variables by pointer. */
export function ruleConditions(
  context: ModuleContext,
  { equal, later }: ValidationRule,
  read: ReadonlyMap<string, Code>,
): readonly Code[] {
  const [a, b] = (equal ?? later ?? []).map((tokens) => access(context, read, tokens));
  if (a === undefined || b === undefined) return [code`false`];
  if (later === undefined) return [code`${a} !== ${b}`, code`${a} !== undefined`, code`${b} !== undefined`];
  return [
    code`typeof ${a} === "string"`,
    code`typeof ${b} === "string"`,
    code`${context.use("isNotLater")}(${a}, ${b})`,
  ];
}

/** The variable that holds the value, or the access path from the nearest one. */
function access(context: ModuleContext, read: ReadonlyMap<string, Code>, tokens: readonly string[]): Code {
  const known = read.get(toPointer(tokens));
  if (known !== undefined) return known;
  const above = access(context, read, tokens.slice(0, -1));
  const token = tokens.at(-1) ?? "";
  // The object itself exists; its properties may not.
  if (tokens.length === 1) return ownProperty(context, above, token);
  if (token in Object.prototype) return code`${context.use("own")}(${above}, ${literal(token)})`;
  if (isIdentifierName(token)) return code`${above}?.${propertyKey(token)}`;
  return code`${above}?.[${literal(token)}]`;
}

/** A property of an object; `undefined` if it is only inherited. */
export function ownProperty(context: ModuleContext, value: Code, name: string): Code {
  if (name in Object.prototype) return code`${context.use("own")}(${value}, ${literal(name)})`;
  if (isIdentifierName(name)) return code`${value}.${propertyKey(name)}`;
  return code`${value}[${literal(name)}]`;
}
