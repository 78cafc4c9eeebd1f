import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { EventSet } from "./catalog.js";

function pathOf({ discriminator = [] }: EventSet): readonly string[] {
  return typeof discriminator === "string" ? [discriminator] : discriminator;
}

/** The type of an event of a set by its content; `undefined` if it has none there, or only a header has it. */
export function eventTypeOf(set: EventSet, body: object): string | undefined {
  const path = pathOf(set);
  const value = path.length === 0 ? undefined : valueAt(body, path);
  return typeof value === "string" ? value : undefined;
}

/** JSON Pointer to the type of the events of a set. */
export function typePointer(set: EventSet): string {
  return toPointer(pathOf(set));
}
