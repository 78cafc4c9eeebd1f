import type { InboxRecord } from "@oipkit/runtime/webhook";
import { printableJson, json as toJson } from "../../text/json.js";
import { printable } from "../../text/printable.js";

/** Formats an event as one line of standard output. */
export type EventLine = (record: InboxRecord) => string;

/** A line for people: time, event type, id, resource and version. */
export const prettyLine: EventLine = ({ receivedAt, eventType, eventId, ordering, test }) => {
  const time = new Date(receivedAt).toISOString();
  const place = ordering === undefined ? "" : ` ${ordering.resource} version ${ordering.version}`;
  return `${printable(`${time} ${eventType} ${eventId}${place}${test ? " (test)" : ""}`)}\n`;
};

/** A line of JSON; `event` as received, without its token. */
export const jsonLine: EventLine = (record) => {
  const { receivedAt, eventId, eventType, deliveryId, correlationId, test, json } = record;
  const head = toJson({
    received_at: new Date(receivedAt).toISOString(),
    event_id: eventId,
    event_type: eventType,
    delivery_id: deliveryId,
    correlation_id: correlationId ?? null,
    test,
  });
  // The stored text is inserted unparsed: parsing would change large numbers.
  return `${head.slice(0, -1)},"event":${printableJson(json).replaceAll("\n", " ")}}\n`;
};
