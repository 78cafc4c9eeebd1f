import type { Inbox, InboxEntry, Ordering } from "../../../../runtime/webhook/index.js";

/** An entry of one application; it is ordered only if `changes` has an `ordering`. */
export function entry(eventId: string, changes: Partial<InboxEntry> = {}): InboxEntry {
  return {
    application: "app",
    eventId,
    eventType: "thing.changed",
    deliveryId: `delivery of ${eventId}`,
    correlationId: undefined,
    json: JSON.stringify({ id: eventId }),
    test: false,
    receivedAt: 1000,
    ordering: undefined,
    ...changes,
  };
}

/** The entry for one version of a resource. */
export function versioned(
  version: number,
  changes: Partial<Ordering> & { eventId?: string; receivedAt?: number } = {},
) {
  const { eventId = `v${version}`, receivedAt = 1000, ...ordering } = changes;
  return entry(eventId, { receivedAt, ordering: { family: "things", resource: "r", version, ...ordering } });
}

/** Claims the events that are due at a time. */
export async function claimAt(inbox: Inbox, now: number, limit = 100) {
  const { claims } = await inbox.claim({ application: "app", now, leaseMs: 1000, limit });
  return claims;
}

/** Claims and completes until nothing is due; returns the event ids in order of completion. */
export async function completeAll(inbox: Inbox, now: number): Promise<string[]> {
  const done: string[] = [];
  for (;;) {
    const claims = await claimAt(inbox, now);
    if (claims.length === 0) return done;
    for (const claim of claims) {
      if (await inbox.complete(claim, { now })) done.push(claim.record.eventId);
    }
  }
}

/** The state of each event, by its id. */
export async function eventStates(inbox: Inbox): Promise<Record<string, string>> {
  const records = await inbox.list({ limit: 1000 });
  return Object.fromEntries(records.map(({ eventId, state }) => [eventId, state]));
}
