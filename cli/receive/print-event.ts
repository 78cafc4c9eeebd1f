import type { InboxRecord } from "@oipkit/runtime/webhook";
import { printable } from "../../text/printable.js";

/** One line of standard output for one event. */
export type EventLine = (record: InboxRecord) => string;

/** A line for people: time, name, id, and where the event stands. */
export const prettyLine: EventLine = ({ receivedAt, eventType, eventId, ordering, test }) => {
  const time = new Date(receivedAt).toISOString();
  const place = ordering === undefined ? "" : ` ${ordering.resource} version ${ordering.version}`;
  return `${printable(`${time} ${eventType} ${eventId}${place}${test ? " (test)" : ""}`)}\n`;
};

/** A line for programs; `event` as it was received, without its token. */
export const jsonLine: EventLine = (record) => {
  const { receivedAt, eventId, eventType, deliveryId, correlationId, test, json } = record;
  const head = JSON.stringify({
    received_at: new Date(receivedAt).toISOString(),
    event_id: eventId,
    event_type: eventType,
    delivery_id: deliveryId,
    correlation_id: correlationId ?? null,
    test,
  });
  // The stored text goes in as it is: parsed and printed again, large numbers would change.
  return `${head.slice(0, -1)},"event":${json.replaceAll(/[\r\n]/g, " ")}}\n`;
};
