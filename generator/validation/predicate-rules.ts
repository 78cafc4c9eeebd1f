import { fromPointer, toPointer } from "../read/pointer.js";
import type { SchemaObject } from "../read/schema-walk.js";
import { type Code, code } from "../render/code.js";
import { isIdentifierName, literal, propertyKey } from "../render/literal.js";
import type { Rule } from "./rules.js";

/** Conditions under which an object breaks a cross-field rule; `read` holds its variables by pointer. */
export function ruleFaults(schema: SchemaObject, read: ReadonlyMap<string, Code>): Code[] {
  const rules = (schema["x-rules"] ?? []) as readonly Rule[];
  return rules.flatMap(({ equal, later }) => {
    const [a, b] = (equal ?? later ?? []).map((pointer) => access(read, fromPointer(pointer)));
    if (a === undefined || b === undefined) return [];
    if (later) return [code`typeof ${a} === "string" && typeof ${b} === "string" && isNotLater(${a}, ${b})`];
    return [code`${a} !== ${b} && ${a} !== undefined && ${b} !== undefined`];
  });
}

/** The variable that holds the value, else the way to it from the nearest one. */
function access(read: ReadonlyMap<string, Code>, tokens: readonly string[]): Code {
  const known = read.get(toPointer(tokens));
  if (known !== undefined) return known;
  const above = access(read, tokens.slice(0, -1));
  const token = tokens.at(-1) ?? "";
  return isIdentifierName(token)
    ? code`${above}?.${propertyKey(token)}`
    : code`${above}?.[${literal(token)}]`;
}
