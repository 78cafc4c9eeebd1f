import type { InboxEntry, InboxState } from "../../ports/inbox-entry.js";
import type { Inbox } from "../../ports/stores.js";
import { batchInsertion, createBatcher } from "../batcher.js";
import { entryColumns, entryValues, eventRow, resourceRow } from "../event-columns.js";
import { createInbox } from "../inbox/create-inbox.js";
import type { InboxBackend } from "../inbox/tables.js";
import { watchWrites } from "../inbox/watch-writes.js";
import { keyOfEvent, keyOfResource, toStored } from "../stored-text.js";
import { type SqliteConnection, type SqliteValue, sqliteDatabase } from "./database.js";
import { migrateOnce, type SqliteOptions } from "./migrate.js";
import { listEvents, sqliteTables } from "./tables.js";

/** Options of the inbox in SQLite. */
export interface SqliteInboxOptions extends SqliteOptions {
  /** Maximum number of deliveries waiting for a commit; further ones are answered as unavailable. Default: 2000. */
  readonly maxQueued?: number | undefined;
}

/** A handler's transaction in SQLite. It locks the file: deliveries wait until it ends, so keep it short. */
export type SqliteTransaction = SqliteConnection;

/**
 * An inbox in an SQLite file, for one machine; its tables are created on first use. Accepted events survive a
 * power cut. Throws `store-options`; everything else rejects with `StoreFailure` if the file can't be used.
 */
export function createSqliteInbox(options: SqliteInboxOptions): Inbox<SqliteTransaction> {
  const { file, maxQueued = 2000 } = options;
  const database = sqliteDatabase(file);
  const ready = migrateOnce(database);
  const read = async (sql: string, values: readonly SqliteValue[]) => {
    await ready();
    return database.reader.all(sql, values);
  };
  const insert = createBatcher({
    commit: async (entries: readonly InboxEntry[]) => {
      await ready();
      return database.transact((connection) => insertEntries(connection, entries));
    },
    isOfContent: () => true,
    maxBatch: 200,
    maxQueued,
  });
  const backend: InboxBackend<SqliteTransaction> = {
    eventKey: keyOfEvent,
    resourceKey: keyOfResource,
    async check() {
      await ready();
      await database.assertWritable();
    },
    insert,
    insertAll: batchInsertion({
      maxQueued,
      async transact(work) {
        await ready();
        await database.transact((connection) =>
          work({
            insert: (entries) => insertEntries(connection, entries),
            stored: async (keys) => {
              const sql = "select * from inbox_events where key in (select value from json_each(?))";
              return (await connection.all(sql, [JSON.stringify(keys)])).map(eventRow);
            },
          }),
        );
      },
    }),
    async transact(work) {
      await ready();
      return database.transact((connection) => work(sqliteTables(connection)));
    },
    async begin() {
      await ready();
      const { connection, end } = await database.begin();
      return {
        transaction: connection,
        run: (work) => work(sqliteTables(connection)),
        commit: () => end("commit"),
        rollback: () => end("rollback"),
      };
    },
    async find(key) {
      const [row] = await read("select * from inbox_events where key = ?", [key]);
      return row && eventRow(row);
    },
    async list(query) {
      await ready();
      return listEvents(database.reader, query);
    },
    async renew(key, lease, until) {
      await ready();
      const rows = await database.transact(({ all }) =>
        all(
          "update inbox_events set due_at = ? where key = ? and lease = ? and state = 'pending' returning key",
          [until, key, lease],
        ),
      );
      return rows.length === 1;
    },
    async resources({ application, family, resource }) {
      const given = Object.entries({ application, family, resource }).filter(
        ([, name]) => name !== undefined,
      );
      const filter = given.length === 0 ? "" : `where ${given.map(([name]) => `${name} = ?`).join(" and ")}`;
      const values = given.map(([, name = ""]) => toStored(name));
      return (await read(`select * from inbox_resources ${filter} order by key`, values)).map(resourceRow);
    },
    async waiting(keys) {
      const rows = await Promise.all(
        keys.map((key) =>
          read(
            `select e.resource_key, e.version from inbox_events e join inbox_resources r on r.key = e.resource_key
                where e.resource_key = ? and e.state in ('pending', 'waiting') and e.version > r.version + 1`,
            [key],
          ),
        ),
      );
      return rows
        .flat()
        .map((row) => ({ resourceKey: String(row.resource_key), version: Number(row.version) }));
    },
    async count(application) {
      const filter = application === undefined ? "" : "and application = ?";
      const rows = await read(
        `select state, count(*) as count from inbox_events
            where state in ('pending', 'waiting', 'dead') ${filter} group by state`,
        application === undefined ? [] : [toStored(application)],
      );
      return Object.fromEntries(rows.map((row) => [String(row.state) as InboxState, Number(row.count)]));
    },
    close: database.close,
  };
  return createInbox(watchWrites(backend, database));
}

const insertion = `insert into inbox_events (${entryColumns.join(", ")}, state, due_at, attempts)
  values (${entryColumns.map(() => "?").join(", ")}, 'pending', ?, 0) on conflict (key) do nothing returning key`;

/** `true` for each entry that is new. */
async function insertEntries({ all }: SqliteConnection, entries: readonly InboxEntry[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const entry of entries) {
    const { application, ordering } = entry;
    const key = keyOfEvent(application, entry.eventId);
    const resourceKey = ordering && keyOfResource({ application, ...ordering });
    const values = entryValues(entry, { key, resourceKey }).map((value) =>
      typeof value === "boolean" ? Number(value) : value,
    );
    results.push((await all(insertion, [...values, entry.receivedAt])).length === 1);
  }
  return results;
}
