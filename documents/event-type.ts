import type { EventSet } from "./catalog.js";

/** The path to the property with the type of an event of a set; empty if only a header has it. */
export function discriminatorPath({ discriminator = [] }: EventSet): readonly string[] {
  return typeof discriminator === "string" ? [discriminator] : discriminator;
}

/** The type of an event of a set by its content; `undefined` if it has none there, or only a header has it. */
export function eventTypeOf(set: EventSet, body: object): string | undefined {
  let value: unknown = body;
  for (const name of discriminatorPath(set)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === "string" ? value : undefined;
}
