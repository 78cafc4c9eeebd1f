import type { EventMessage, EventSet } from "../../model/model.js";

/** The messages that the validator of all events tells apart: events by their name or a pattern of it. */
export function validatedMessages({ discriminator, messages }: EventSet): readonly EventMessage[] {
  if (discriminator === undefined) return [];
  return messages.filter(({ callback, kind }) => !callback && kind !== "plain");
}
