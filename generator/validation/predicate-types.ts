import { isSchemaObject } from "../read/schema-walk.js";
import { type Code, code } from "../render/code.js";

/** The types that a schema allows by name; nothing where it doesn't say. */
export function typesOf(schema: unknown): readonly string[] | undefined {
  if (!isSchemaObject(schema) || schema.type === undefined) return undefined;
  return Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string];
}

/** The condition that a value is of none of the types. */
export function typeFault(types: readonly string[], value: Code): Code {
  const [only] = types;
  if (types.length === 1 && only !== undefined) return notOfType(only, value);
  return types
    .map((type) => code`(${notOfType(type, value)})`)
    .reduce((all, each) => code`${all} && ${each}`);
}

function notOfType(type: string, value: Code): Code {
  switch (type) {
    case "string":
      return code`typeof ${value} !== "string"`;
    case "boolean":
      return code`typeof ${value} !== "boolean"`;
    case "null":
      return code`${value} !== null`;
    case "integer":
      return code`!Number.isInteger(${value})`;
    case "number":
      return code`!Number.isFinite(${value})`;
    case "array":
      return code`!Array.isArray(${value})`;
    default:
      return code`typeof ${value} !== "object" || ${value} === null || Array.isArray(${value})`;
  }
}

/** The condition that a value is of a type. */
export function typeGuard(type: "string" | "number" | "array" | "object", value: Code): Code {
  switch (type) {
    case "string":
      return code`typeof ${value} === "string"`;
    case "number":
      return code`Number.isFinite(${value})`;
    case "array":
      return code`Array.isArray(${value})`;
    case "object":
      return code`typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`;
  }
}
