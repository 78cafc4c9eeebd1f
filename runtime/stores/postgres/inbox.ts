import { randomBytes, randomUUID } from "node:crypto";
import type { InboxEntry, InboxState } from "../../ports/inbox-entry.js";
import type { Inbox } from "../../ports/stores.js";
import { batchInsertion, createBatcher } from "../batcher.js";
import { entryColumns, entryValues, eventRow, resourceRow } from "../event-columns.js";
import { createInbox } from "../inbox/create-inbox.js";
import type { InboxBackend, OpenTables } from "../inbox/tables.js";
import { watchWrites } from "../inbox/watch-writes.js";
import { keyOfEvent, keyOfResource, toStored } from "../stored-text.js";
import { isOfContent, triedCharacters } from "../write-watch.js";
import {
  type NamedStatement,
  type PooledClient,
  type PostgresClient,
  packColumn,
  packedText,
  preparedStatement,
  queryRows,
  unpacked,
  unpackText,
} from "./client.js";
import { type Connection, connectionTo, type PostgresOptions, release } from "./connection.js";
import { assertUsable } from "./migrate.js";
import { listEvents, postgresTables } from "./tables.js";

/** Options of the inbox in PostgreSQL. */
export interface PostgresInboxOptions<Client extends PostgresClient = PostgresClient>
  extends PostgresOptions<Client> {
  /** Maximum number of deliveries committed together. Default: 200. */
  readonly maxBatch?: number | undefined;
  /** Maximum number of deliveries waiting for a commit; further ones are answered as unavailable. Default: 2000. */
  readonly maxQueued?: number | undefined;
}

/**
 * An inbox in PostgreSQL, shared by any number of processes. Its tables are created by `migratePostgres` or
 * `oipkit receiver migrate`. Deliveries that arrive together are committed together. A handler's transaction is its
 * `pg` client. Throws `store-options`; everything else rejects with `StoreFailure` if the store
 * can't be used.
 */
export function createPostgresInbox<Client extends PostgresClient = PostgresClient>(
  options: PostgresInboxOptions<Client>,
): Inbox<Client> {
  const { maxBatch = 200, maxQueued = 2000 } = options;
  const connection = connectionTo(options);
  const { schema, query } = connection;
  const insertion = preparedStatement("record", insertionInto(schema));
  const insert = createBatcher({
    commit: (entries: readonly InboxEntry[]) => insertEntries({ query }, insertion, entries),
    isOfContent,
    maxBatch,
    maxQueued,
  });
  const backend: InboxBackend<Client> = {
    eventKey: keyOfEvent,
    resourceKey: keyOfResource,
    check: () => assertUsable(connection),
    insert,
    insertAll: batchInsertion({
      maxQueued,
      transact: (work) =>
        connection.transact((client) =>
          work({
            insert: (entries) => insertInOrder(client, insertion, entries),
            async stored(keys) {
              const statement = `select * from ${schema}.inbox_events where key = any($1::text[])`;
              return (await queryRows(client, statement, [keys])).map(eventRow);
            },
          }),
        ),
    }),
    transact: (work, { repeatable = false } = {}) =>
      connection.transact((client) => work(postgresTables(client, schema)), { durable: !repeatable }),
    begin: () => beginOn(connection),
    async find(key) {
      const [row] = await queryRows({ query }, `select * from ${schema}.inbox_events where key = $1`, [key]);
      return row && eventRow(row);
    },
    list: (wanted) => listEvents({ query }, schema, wanted),
    async renew(key, lease, until) {
      const rows = await queryRows(
        { query },
        `update ${schema}.inbox_events set due_at = $3
            where key = $1 and lease = $2 and state = 'pending' returning key`,
        [key, lease, until],
      );
      return rows.length === 1;
    },
    async resources({ application, family, resource }) {
      const [a, f, r] = [application, family, resource].map((name) => name && toStored(name));
      const rows = await queryRows(
        { query },
        `select * from ${schema}.inbox_resources where ($1::text is null or application = $1)
            and ($2::text is null or family = $2)
            and ($3::text is null or (md5(resource) = md5($3) and resource = $3)) order by key`,
        [a ?? null, f ?? null, r ?? null],
      );
      return rows.map(resourceRow);
    },
    async waiting(keys) {
      const rows = await queryRows(
        { query },
        `select e.resource_key, e.version from ${schema}.inbox_events e
            join ${schema}.inbox_resources r on r.key = e.resource_key
            where e.resource_key = any($1::text[]) and e.state in ('pending', 'waiting') and e.version > r.version + 1`,
        [keys],
      );
      return rows.map((row) => ({ resourceKey: String(row.resource_key), version: Number(row.version) }));
    },
    async count(application) {
      const rows = await queryRows(
        { query },
        // Two parts, one for each of two indexes.
        `select state, count(*) as count from ${schema}.inbox_events
              where state = 'pending' and ($1::text is null or application = $1) group by state
            union all select state, count(*) as count from ${schema}.inbox_events
              where state in ('waiting', 'dead') and ($1::text is null or application = $1) group by state`,
        [application === undefined ? null : toStored(application)],
      );
      return Object.fromEntries(rows.map((row) => [String(row.state) as InboxState, Number(row.count)]));
    },
    close: connection.close,
  };
  const tryWrite = (): Promise<void> => connection.transact((client) => tryInsertion(client, schema));
  return createInbox(watchWrites(backend, { place: connection.place, tryWrite }));
}

/** Adds an event of usual size and removes it in the same transaction, so that nobody else sees it. */
async function tryInsertion(client: PostgresClient, schema: string): Promise<void> {
  const key = `tried ${randomUUID()}`;
  const columns =
    "key, application, event_id, event_type, delivery_id, json, test, received_at, state, due_at";
  await client.query(
    `insert into ${schema}.inbox_events (${columns}, attempts)
      values ($1, '', '', '', '', $2, true, 0, 'handled', 0, 0)`,
    [key, JSON.stringify(randomBytes(triedCharacters / 2).toString("hex"))],
  );
  await client.query(`delete from ${schema}.inbox_events where key = $1`, [key]);
}

async function beginOn<Client extends PostgresClient>(
  connection: Connection<Client>,
): Promise<OpenTables<Client>> {
  const client: Client & PooledClient = await connection.connect();
  let isOpen = true;
  const end = async (statement: string, abandoned = false): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    let broken = true;
    try {
      if (!abandoned) {
        await client.query(statement);
        broken = false;
      }
    } finally {
      release(client, broken);
    }
  };
  try {
    await client.query("begin isolation level read committed");
  } catch (failure) {
    release(client, true);
    throw failure;
  }
  return {
    transaction: client,
    run: (work) => work(postgresTables(client, connection.schema)),
    commit: () => end("commit"),
    rollback: (abandoned) => end("rollback", abandoned),
  };
}

/** Commits entries with one statement, that of `insertionInto`; `true` for each that is new. */
function insertEntries(
  client: PostgresClient,
  insertion: NamedStatement,
  entries: readonly InboxEntry[],
): Promise<boolean[]> {
  const keyed = entries.map(keyedEntry);
  // Keys in the same order everywhere, so that two groups never deadlock; the first of a key wins.
  const sorted = [...keyed].sort(byKeyAndIndex);
  return insert(client, insertion, { keyed, sorted });
}

function byKeyAndIndex(a: KeyedEntry, b: KeyedEntry): number {
  if (a.key === b.key) return a.index - b.index;
  return a.key < b.key ? -1 : 1;
}

/** The same in a transaction and in the order given, which the records keep. PostgreSQL may report a deadlock. */
function insertInOrder(
  client: PostgresClient,
  insertion: NamedStatement,
  entries: readonly InboxEntry[],
): Promise<boolean[]> {
  const keyed = entries.map(keyedEntry);
  // Where a pooler has lost a prepared statement, the transaction would fail.
  return insert(client, insertion.text, { keyed, sorted: keyed });
}

interface KeyedEntry {
  readonly entry: InboxEntry;
  readonly index: number;
  readonly key: string;
  readonly resourceKey: string | undefined;
}

function keyedEntry(entry: InboxEntry, index: number): KeyedEntry {
  const { application, ordering } = entry;
  const resourceKey = ordering && keyOfResource({ application, ...ordering });
  return { entry, index, key: keyOfEvent(application, entry.eventId), resourceKey };
}

async function insert(
  client: PostgresClient,
  statement: NamedStatement | string,
  { keyed, sorted }: { readonly keyed: readonly KeyedEntry[]; readonly sorted: readonly KeyedEntry[] },
): Promise<boolean[]> {
  const values = sorted.map(({ entry, key, resourceKey }) => entryValues(entry, { key, resourceKey }));
  const columns = entryColumns.map((_, index) => packColumn(values.map((row) => row[index])));
  const [result] = await queryRows(client, statement, [...columns, keyed.length]);
  if (result?.keys === null) return keyed.map(() => true);
  const fresh = new Set(unpackText(String(result?.keys)));
  // Of two with the same key in this group, the first was stored.
  return keyed.map(({ key }) => fresh.delete(key));
}

const types: Readonly<Partial<Record<string, string>>> = {
  test: "boolean",
  received_at: "bigint",
  occurred_at: "bigint",
  version: "bigint",
};

/** A statement of one row: the keys that are new in `keys`, packed, or null where all of them are. */
function insertionInto(schema: string): string {
  const columns = entryColumns.map((name, index) => unpacked(`$${index + 1}`, types[name] ?? "text"));
  const names = entryColumns.join(", ");
  return `with fresh as (insert into ${schema}.inbox_events (${names}, state, due_at, attempts)
      select ${names}, 'pending', received_at, 0 from unnest(${columns.join(", ")}) as t (${names}) where key is not null
      on conflict (key) do nothing returning key)
    select case when count(*) < $${entryColumns.length + 1}::int then coalesce(${packedText("key")}, '') end as keys from fresh`;
}
