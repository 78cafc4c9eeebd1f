import { type Inbox, type InboxRecord, sameContent } from "../webhook/inbox.js";
import type { NonceStore } from "../webhook/nonce.js";
import { createExpiringMap } from "./expiring-map.js";

export interface MemoryNoncesOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Nonces in this process's memory: for one process, and gone when it ends. */
export function createMemoryNonces({ now = Date.now }: MemoryNoncesOptions = {}): NonceStore {
  const reserved = createExpiringMap<true>(now);
  return {
    async reserve(application, nonce, expiresAt) {
      const key = keyOf(application, nonce);
      if (reserved.get(key) !== undefined) return false;
      reserved.set(key, true, expiresAt);
      return true;
    },
  };
}

export interface MemoryInboxOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** How long a record is kept, in milliseconds. Default: seven days. A redelivery after that counts as new. */
  readonly retentionMs?: number | undefined;
}

/** An inbox that can also be read. */
export interface MemoryInbox extends Inbox {
  /** The record of an event, or `undefined`. */
  readonly find: (application: string, eventId: string) => Promise<InboxRecord | undefined>;
  /** Every record, oldest first. */
  readonly list: () => Promise<readonly InboxRecord[]>;
}

const sevenDays = 7 * 24 * 60 * 60 * 1000;

/** An inbox in this process's memory, for tests and first steps: what it acknowledged is gone when the process ends. */
export function createMemoryInbox(options: MemoryInboxOptions = {}): MemoryInbox {
  const { now = Date.now, retentionMs = sevenDays } = options;
  const records = createExpiringMap<InboxRecord>(now);
  return {
    async record(record) {
      const key = keyOf(record.application, record.eventId);
      const first = records.get(key);
      if (first !== undefined) return sameContent(first.event, record.event) ? "duplicate" : "conflict";
      records.set(key, structuredClone(record), now() + retentionMs);
      return "stored";
    },
    find: async (application, eventId) => records.get(keyOf(application, eventId)),
    list: async () => records.values(),
  };
}

/** Keeps two applications apart whatever characters their ids hold. */
function keyOf(application: string, id: string): string {
  return `${application.length}:${application}${id}`;
}
