import { createHash } from "node:crypto";
import { pointerResolver } from "../../json-pointer/index.js";
import type { JsonObject } from "../../ports/json.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import { Refusal } from "./outcome.js";

/** What identifies a delivery and its event. */
export type EventIdentity = Pick<DeliveryHeaders, "deliveryId" | "eventId" | "eventType">;

/** What an event was received as. */
interface EventSource {
  /** Its bytes: those of the body, unless the body has several events. */
  readonly bytes: Uint8Array | string;
  /** Its position in the body, from 0, if the protocol has batches. */
  readonly index?: number;
}

/** Identifies an authentic event by the headers and its content. Throws `Refusal`. */
export type Identify = (content: JsonObject, headers: DeliveryHeaders, source: EventSource) => EventIdentity;

/**
 * Prepares the identification. The event's id is that of its header, at its pointer, of the delivery, or else a hash of the
 * body, so that a repeated delivery is always recognized. In a batch, its position is added to the delivery's id, and its own
 * text is hashed. The delivery's id is that of its header, or else the event's.
 */
export function identifier({
  headers: names,
  event,
  responses,
}: Pick<Protocol, "headers" | "event" | "responses">): Identify {
  const hasAll = [names.deliveryId, names.eventId, names.eventType].every((name) => name !== undefined);
  if (hasAll) return (_, headers) => headers;
  const id = event.id === undefined ? undefined : { pointer: event.id, at: pointerResolver(event.id) };
  const typeAt = event.type === undefined ? undefined : pointerResolver(event.type);

  const requireId = (content: JsonObject): string | undefined => {
    if (id === undefined) return undefined;
    const text = identityText(id.at(content));
    if (text !== "") return text;
    const error = { pointer: id.pointer, keyword: "required", message: "must be the id of the event" };
    throw new Refusal({ code: "event-invalid", status: responses.unprocessable, errors: [error] });
  };

  return (content, headers, { bytes, index }) => {
    const { deliveryId } = headers;
    const ofDelivery = index === undefined || deliveryId === "" ? deliveryId : `${deliveryId}/${index}`;
    const eventId = headers.eventId || requireId(content) || ofDelivery || bodyHash(bytes);
    const eventType = headers.eventType || identityText(typeAt?.(content));
    return { deliveryId: deliveryId || eventId, eventId, eventType };
  };
}

/** Longest accepted id or type from a body, in characters, as for one from a header. A guess. */
const maxLength = 1024;

/** A text, or an integer as decimal digits; otherwise empty. */
function identityText(value: unknown): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === "string" && value.length <= maxLength) return value;
  return "";
}

function bodyHash(body: Uint8Array | string): string {
  return `sha256-${createHash("sha256").update(body).digest("hex")}`;
}
