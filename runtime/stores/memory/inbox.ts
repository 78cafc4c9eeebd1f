import type { Inbox } from "../../ports/inbox.js";
import { createInbox } from "../inbox/create-inbox.js";
import type { InboxTables } from "../inbox/tables.js";
import { createSerial } from "../serial.js";
import { keyOfEvent, keyOfResource } from "../store-key.js";
import { MemoryRows } from "./rows.js";
import { memoryTables } from "./tables.js";

/** Options of the inbox in memory. */
export interface MemoryInboxOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** How long a handled record is kept, in milliseconds. Default: seven days. A redelivery after that counts as new. */
  readonly retentionMs?: number | undefined;
  /** Maximum number of records; a full inbox rejects new ones. Default: a million. */
  readonly maxRecords?: number | undefined;
}

const sevenDays = 7 * 24 * 60 * 60 * 1000;

/** An inbox in this process's memory, for tests and first steps: accepted events are lost when the process ends. */
export function createMemoryInbox(options: MemoryInboxOptions = {}): Inbox<undefined> {
  const { now = Date.now, retentionMs = sevenDays, maxRecords = 1_000_000 } = options;
  const rows = new MemoryRows({ now, retentionMs, maxRecords });
  const tables = memoryTables(rows);
  const serial = createSerial();
  const transact = <Result>(work: (tables: InboxTables) => Promise<Result>): Promise<Result> =>
    serial(() => work(tables));
  return createInbox<undefined>({
    eventKey: keyOfEvent,
    resourceKey: keyOfResource,
    check: async () => {},
    insert: (entry) => rows.insert(entry),
    insertAll: async (entries, mayCommit) => rows.insertAll(entries, mayCommit),
    transact,
    begin: async () => ({
      transaction: undefined,
      run: transact,
      commit: async () => {},
      rollback: async () => {},
    }),
    find: async (key) => rows.find(key),
    list: async (query) => rows.list(query),
    async renew(key, lease, until) {
      const row = rows.find(key);
      if (row === undefined || row.state !== "pending" || row.lease !== lease) return false;
      rows.update(key, { ...row, dueAt: until });
      return true;
    },
    async resources({ application, family, resource }) {
      return [...rows.resources.values()].filter(
        (row) =>
          (application === undefined || row.application === application) &&
          (family === undefined || row.family === family) &&
          (resource === undefined || row.resource === resource),
      );
    },
    async waiting(keys) {
      return keys.flatMap((key) => {
        const next = (rows.resources.get(key)?.version ?? 0) + 1;
        return rows.open(key).filter(({ state, version }) => state !== "dead" && version > next);
      });
    },
    count: async (application) => rows.count(application),
    close: async () => {},
  });
}
