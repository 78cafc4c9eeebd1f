import type { InboxEntry } from "../../ports/inbox-entry.js";
import type { AcceptedEvent } from "./content-check.js";
import type { Identity } from "./identity.js";

/** An event that passed every check. */
export interface EntryFacts extends Pick<InboxEntry, "application" | "json" | "receivedAt"> {
  readonly identity: Identity;
  readonly accepted: AcceptedEvent;
}

/** The event as it is committed. */
export function entryOf({ application, identity, accepted, json, receivedAt }: EntryFacts): InboxEntry {
  const { eventId, eventType, deliveryId } = identity;
  const { correlationId, test, ordering, occurredAt } = accepted;
  const entry = {
    application,
    eventId,
    eventType,
    deliveryId,
    correlationId,
    json,
    test,
    receivedAt,
    ordering,
  };
  return occurredAt === undefined ? entry : { ...entry, occurredAt };
}
