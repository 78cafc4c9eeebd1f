import type { JsonObject } from "./body.js";

/** One event as a receiver keeps it (§6.3(6)); never holds the verification token. */
export interface InboxRecord {
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The delivery that brought the event first. */
  readonly deliveryId: string;
  readonly correlationId: string | undefined;
  /** The event as received, unknown fields included, without the transport token. */
  readonly event: JsonObject;
  /** Whether the signed event id marks a test, which must never change customer state. */
  readonly test: boolean;
  /** The receiver's clock at the commit, in milliseconds since 1970. */
  readonly receivedAt: number;
}

/**
 * `stored`: new and committed. `duplicate`: the same event was there before. `conflict`: another event of
 * this id was there before and stays as it was.
 */
export type InboxResult = "stored" | "duplicate" | "conflict";

/** Where committed events are kept. Events are unique by application and event id, never by delivery (§6.4). */
export interface Inbox {
  /** Resolves only after the commit; rejects when nothing was committed. Content is compared by `sameContent`. */
  record(record: InboxRecord): Promise<InboxResult>;
}

/** Whether two parsed JSON values have the same content; the order of keys doesn't count. */
export function sameContent(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameContent(item, b[index]))
    );
  }
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.hasOwn(b, key) && sameContent(value, (b as JsonObject)[key]))
  );
}
