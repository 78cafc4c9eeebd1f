import { DeliveryError } from "./errors.js";

const headerValue = /^[\x21-\x7e]{1,256}$/;

/** Whether an id or a type is valid in a header. */
export function fitsHeader(text: string | undefined): text is string {
  return text !== undefined && headerValue.test(text);
}

/** Refuses a correlation id that no store can hold: PostgreSQL would refuse it together with the rest of a statement. */
export function assertCorrelationId(correlationId: string | null | undefined): void {
  if (typeof correlationId !== "string") return;
  if (correlationId.includes("\0") || /\p{Surrogate}/u.test(correlationId))
    throw new DeliveryError("event-invalid", "the event's correlation id has a NUL or half a character");
}
