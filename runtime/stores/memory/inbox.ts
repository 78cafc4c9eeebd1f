import type { ResourceId } from "../../ports/inbox-entry.js";
import type { Inbox } from "../../ports/stores.js";
import { createSerial } from "../batcher.js";
import { createInbox } from "../inbox/create-inbox.js";
import type { InboxTables, ResourceRow } from "../inbox/tables.js";
import { keyOfEvent, keyOfResource } from "../stored-text.js";
import { MemoryRows } from "./rows.js";

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
    check: async () => rows.assertRoom(),
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

/** The transactions on rows in memory; they run one after the other. */
function memoryTables(rows: MemoryRows): InboxTables {
  const find = (id: ResourceId): ResourceRow => {
    const key = keyOfResource(id);
    const { application, family, resource } = id;
    const fresh = { key, application, family, resource, version: 0, attempts: 0, dueAt: 0, lease: undefined };
    const row = rows.resources.get(key) ?? fresh;
    rows.resources.set(key, row);
    return row;
  };
  return {
    due: async ({ application, now, limit }) => rows.due(application, now, limit),
    event: async (key) => rows.find(key),
    lockResources: async (ids) => ids.map(find),
    firstVersions: async (wanted) =>
      wanted.flatMap(({ resourceKey: key, version }) => {
        const same = rows.open(key, (each) => each === version);
        return same.find(({ state, attempts }) => state !== "pending" || attempts > 0) ?? same[0] ?? [];
      }),
    openVersions: async (key, through) => rows.open(key, (version) => version <= through),
    async finish(key, lease, now) {
      const row = rows.find(key);
      if (row === undefined || row.state !== "pending" || row.lease !== lease) return undefined;
      rows.update(key, { ...row, state: "handled", lease: undefined, settledAt: now });
      return row;
    },
    async updateEvents(changes) {
      for (const { key, ...status } of changes) rows.update(key, status);
    },
    async updateResource(resource) {
      rows.resources.set(resource.key, resource);
    },
    async staleResource({ application, now, receivedUntil }) {
      for (const resource of rows.resources.values()) {
        if (resource.application !== application || resource.dueAt > now) continue;
        const open = rows.open(resource.key);
        const isStuck = open.length > 0 && !open.some(({ state }) => state === "pending");
        if (
          isStuck &&
          open.some(({ state, entry }) => state === "waiting" && entry.receivedAt <= receivedUntil)
        )
          return resource;
      }
      return undefined;
    },
    list: async (query) => rows.list(query),
    async deleteEvents(keys) {
      for (const key of keys) rows.delete(key);
    },
  };
}
