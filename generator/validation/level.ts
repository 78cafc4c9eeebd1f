import type { SchemaObject } from "../read/schema-walk.js";

/** How much a rule weighs that isn't a `must`. */
export type Level = "should" | "info";

/** The level (`x-level`) of what a schema asks for; without its own, that of the one that applies it to the same value. */
export function levelOf(schema: SchemaObject, above: Level | undefined): Level | undefined {
  const level = schema["x-level"];
  if (level === "must") return undefined;
  return level === "should" || level === "info" ? level : above;
}

/** Of two rules that fail at one place, the level of the one that weighs more. */
export function weightier(a: Level | undefined, b: Level | undefined): Level | undefined {
  return a === undefined || b === undefined ? undefined : a === "should" ? a : b;
}

/** Keywords whose schemas apply to the value itself, not to a part of it. */
export const sameValue: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if then else dependentSchemas dependencies".split(" "),
);
