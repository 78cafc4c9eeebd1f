import type { EventMessage, EventSet } from "../../../reader/model/model.js";

/** The messages that the validator of all events distinguishes, by the event's name or a pattern of it. */
export function validatedMessages({
  discriminator,
  isTypeInHeader,
  messages,
}: EventSet): readonly EventMessage[] {
  if (discriminator === undefined && !isTypeInHeader) return [];
  return messages.filter(({ callback, kind }) => !callback && kind !== "plain");
}
