import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Code, code } from "../../text/code/code.js";
import { isIdentifierName, literal, propertyKey } from "../../text/code/literal.js";
import type { Rule } from "../nodes/rule.js";
import type { ModuleContext } from "./module-context.js";

/** The conditions that all hold if an object breaks a cross-field rule; `read` has variables by pointer. */
export function ruleConditions(
  context: ModuleContext,
  { equal, later }: Rule,
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
  if (tokens.length === 1) return propertyOf(context, above, token);
  if (token in Object.prototype) return code`${context.use("own")}(${above}, ${literal(token)})`;
  return isIdentifierName(token)
    ? code`${above}?.${propertyKey(token)}`
    : code`${above}?.[${literal(token)}]`;
}

/** A property of an object; `undefined` if it is only inherited. */
export function propertyOf(context: ModuleContext, value: Code, name: string): Code {
  if (name in Object.prototype) return code`${context.use("own")}(${value}, ${literal(name)})`;
  return isIdentifierName(name) ? code`${value}.${propertyKey(name)}` : code`${value}[${literal(name)}]`;
}
