import type { Inbox } from "../../ports/inbox.js";
import type { InboxEntry, InboxState } from "../../ports/inbox-entry.js";
import { createBatcher } from "../batcher.js";
import { eventRow, resourceRow } from "../event-columns.js";
import { createInbox } from "../inbox/create-inbox.js";
import type { OpenTables } from "../inbox/tables.js";
import { batchInsertion } from "../insert-batch.js";
import { keyOfEvent, keyOfResource } from "../store-key.js";
import { toStored } from "../stored-text.js";
import { type PooledClient, type PostgresClient, preparedStatement, rowsOf } from "./client.js";
import { type Connection, connectionTo, type PostgresOptions, release } from "./connection.js";
import { isOfContent } from "./errors.js";
import { insertEntries, insertInOrder, insertionInto } from "./insert-entries.js";
import { listEvents } from "./list.js";
import { assertMigrated } from "./migrate.js";
import { postgresTables } from "./tables.js";

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
  return createInbox<Client>({
    eventKey: keyOfEvent,
    resourceKey: keyOfResource,
    check: () => assertMigrated(connection),
    insert,
    insertAll: batchInsertion({
      maxQueued,
      transact: (work) =>
        connection.transact((client) =>
          work({
            insert: (entries) => insertInOrder(client, insertion, entries),
            async stored(keys) {
              const statement = `select * from ${schema}.inbox_events where key = any($1::text[])`;
              return (await rowsOf(client, statement, [keys])).map(eventRow);
            },
          }),
        ),
    }),
    transact: (work, { repeatable = false } = {}) =>
      connection.transact((client) => work(postgresTables(client, schema)), { durable: !repeatable }),
    begin: () => beginOn(connection),
    async find(key) {
      const [row] = await rowsOf({ query }, `select * from ${schema}.inbox_events where key = $1`, [key]);
      return row && eventRow(row);
    },
    list: (wanted) => listEvents({ query }, schema, wanted),
    async renew(key, lease, until) {
      const rows = await rowsOf(
        { query },
        `update ${schema}.inbox_events set due_at = $3
            where key = $1 and lease = $2 and state = 'pending' returning key`,
        [key, lease, until],
      );
      return rows.length === 1;
    },
    async resources({ application, family, resource }) {
      const [a, f, r] = [application, family, resource].map((name) => name && toStored(name));
      const rows = await rowsOf(
        { query },
        `select * from ${schema}.inbox_resources where ($1::text is null or application = $1)
            and ($2::text is null or family = $2)
            and ($3::text is null or (md5(resource) = md5($3) and resource = $3)) order by key`,
        [a ?? null, f ?? null, r ?? null],
      );
      return rows.map(resourceRow);
    },
    async waiting(keys) {
      const rows = await rowsOf(
        { query },
        `select e.resource_key, e.version from ${schema}.inbox_events e
            join ${schema}.inbox_resources r on r.key = e.resource_key
            where e.resource_key = any($1::text[]) and e.state in ('pending', 'waiting') and e.version > r.version + 1`,
        [keys],
      );
      return rows.map((row) => ({ resourceKey: String(row.resource_key), version: Number(row.version) }));
    },
    async count(application) {
      const rows = await rowsOf(
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
  });
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
