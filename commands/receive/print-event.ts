import type { InboxRecord, SetAside } from "@oipkit/runtime/webhook";
import { printableJson, json as toJson } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";

/** Formats an event as one line of standard output. */
export type EventLine = (record: InboxRecord) => string;

/** A line for people about an event that is printed later, after the versions before it. */
export function waitingLine(
  { eventId, eventType, resource, version, waitsFor: [from, to] }: SetAside,
  now: number,
): string {
  const versions = from === to ? `version ${from}` : `versions ${from} to ${to}`;
  const place = `${resource.resource} version ${version}`;
  const text = `${new Date(now).toISOString()} ${eventType} ${eventId} ${place} waits for ${versions}`;
  return `${printable(text)}\n`;
}

/** A line for people: time, event type, id, resource and version. */
export const prettyLine: EventLine = ({ receivedAt, eventType, eventId, ordering, test }) => {
  const time = new Date(receivedAt).toISOString();
  const place = ordering === undefined ? "" : ` ${ordering.resource} version ${ordering.version}`;
  return `${printable(`${time} ${eventType} ${eventId}${place}${test ? " (test)" : ""}`)}\n`;
};

/** A line of JSON; `event` as received, without its token. */
export const jsonLine: EventLine = (record) => {
  const { receivedAt, occurredAt, eventId, eventType, deliveryId, correlationId, test, json } = record;
  const head = toJson({
    received_at: new Date(receivedAt).toISOString(),
    occurred_at: occurredAt === undefined ? null : new Date(occurredAt).toISOString(),
    event_id: eventId,
    event_type: eventType,
    delivery_id: deliveryId,
    correlation_id: correlationId ?? null,
    test,
  });
  // The stored text is inserted unparsed: parsing would change large numbers.
  return `${head.slice(0, -1)},"event":${printableJson(json).replaceAll("\n", " ")}}\n`;
};
