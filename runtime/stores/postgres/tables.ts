import type { ResourceId } from "../../ports/inbox-entry.js";
import type { InboxQuery } from "../../ports/stores.js";
import { eventRow, eventStatus, resourceRow, statusColumns, statusValues } from "../event-columns.js";
import type { EventRow, InboxTables } from "../inbox/tables.js";
import { keyOfResource, toStored } from "../stored-text.js";
import { type PostgresClient, queryRows } from "./client.js";

const statusTypes = ["text", "bigint", "text", "integer", "text", "bigint"] as const;

/** The operations of a transaction, on its connection. */
export function postgresTables(client: PostgresClient, schema: string): InboxTables {
  const events = `${schema}.inbox_events`;
  const resources = `${schema}.inbox_resources`;
  const open = "state in ('pending', 'waiting', 'dead')";
  const rows = (text: string, values: unknown[]) => queryRows(client, text, values);
  const versionRows = async (text: string, values: unknown[]) =>
    (await rows(text, values)).map((row) => ({
      ...eventStatus(row),
      key: String(row.key),
      sequence: Number(row.sequence),
      resourceKey: String(row.resource_key),
      version: Number(row.version),
    }));
  const versionColumns = ["key", "sequence", "resource_key", "version", ...statusColumns]
    .map((name) => `e.${name}`)
    .join(", ");
  const lock = async (keys: readonly string[], wait: boolean) => {
    const locking = wait ? "for update" : "for update skip locked";
    const found = await rows(
      `select * from ${resources} where key = any($1::text[]) order by key ${locking}`,
      [keys],
    );
    return found.map(resourceRow);
  };
  return {
    async due({ application, now, limit }) {
      const found = await rows(
        `select * from ${events} where application = $1 and state = 'pending' and due_at <= $2
          order by due_at, sequence limit $3 for update skip locked`,
        [toStored(application), now, limit],
      );
      return found.map(eventRow);
    },
    async event(key) {
      const [row] = await rows(`select * from ${events} where key = $1 for update`, [key]);
      return row && eventRow(row);
    },
    async lockResources(ids, wait) {
      // In the same order everywhere, to avoid a deadlock.
      const sorted = ids
        .map((id) => ({ id, key: keyOfResource(id) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
      const keys = sorted.map(({ key }) => key);
      const found = await lock(keys, wait);
      const known = new Set(found.map(({ key }) => key));
      const missing = sorted.filter(({ key }) => !known.has(key));
      if (missing.length === 0) return found;
      const column = (part: keyof ResourceId) => missing.map(({ id }) => toStored(id[part]));
      const fresh = await rows(
        `insert into ${resources} (key, application, family, resource, version, attempts, due_at)
          select *, 0, 0, 0 from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict (key) do nothing
          returning *`,
        [missing.map(({ key }) => key), column("application"), column("family"), column("resource")],
      );
      return [...found, ...fresh.map(resourceRow)];
    },
    firstVersions: (wanted) =>
      versionRows(
        `select distinct on (e.resource_key, e.version) ${versionColumns} from ${events} e
          join unnest($1::text[], $2::bigint[]) as w (resource_key, version)
            on e.resource_key = w.resource_key and e.version = w.version where e.${open}
          order by e.resource_key, e.version, (e.state = 'pending' and e.attempts = 0), e.sequence`,
        [wanted.map(({ resourceKey }) => resourceKey), wanted.map(({ version }) => version)],
      ),
    openVersions: (key, through) =>
      versionRows(
        `select ${versionColumns} from ${events} e
          where e.resource_key = $1 and e.version <= $2 and e.${open}`,
        [key, through],
      ),
    async finish(key, lease, now) {
      const [row] = await rows(
        `update ${events} set state = 'handled', lease = null, settled_at = $3
          where key = $1 and lease = $2 and state = 'pending' returning *`,
        [key, lease, now],
      );
      return row && eventRow(row);
    },
    async updateEvents(changes) {
      if (changes.length === 0) return;
      const values = changes.map(statusValues);
      const columns = statusColumns.map((_, index) => values.map((row) => row[index]));
      const list = statusTypes.map((type, index) => `$${index + 2}::${type}[]`).join(", ");
      await rows(
        `update ${events} e set ${statusColumns.map((name) => `${name} = c.${name}`).join(", ")}
          from unnest($1::text[], ${list}) as c (key, ${statusColumns.join(", ")}) where e.key = c.key`,
        [changes.map(({ key }) => key), ...columns],
      );
    },
    async updateResource({ key, version, attempts, dueAt, lease }) {
      await rows(
        `update ${resources} set version = $2, attempts = $3, due_at = $4, lease = $5 where key = $1`,
        [key, version, attempts, dueAt, lease ?? null],
      );
    },
    async staleResource({ application, now, receivedUntil }) {
      const [row] = await rows(
        `select r.* from ${resources} r where r.application = $1 and r.due_at <= $2
          and r.key in (select resource_key from ${events}
            where application = $1 and state = 'waiting' and received_at <= $3)
          and not exists (select 1 from ${events} p where p.resource_key = r.key and p.state = 'pending')
          limit 1 for update of r skip locked`,
        [toStored(application), now, receivedUntil],
      );
      return row && resourceRow(row);
    },
    list: (query) => listEvents(client, schema, query),
    async deleteEvents(keys) {
      if (keys.length > 0) await rows(`delete from ${events} where key = any($1::text[])`, [keys]);
    },
  };
}

/** Events by sequence. */
export async function listEvents(
  client: PostgresClient,
  schema: string,
  query: InboxQuery & { readonly limit: number },
): Promise<EventRow[]> {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const where = (condition: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replaceAll("?", `$${values.length}`));
  };
  const text = (value: string | undefined): string | undefined => {
    if (value === undefined) return value;
    return toStored(value);
  };
  where("application = ?", text(query.application));
  where("event_id = ?", text(query.eventId));
  where("event_type = ?", text(query.eventType));
  // By the known resources, which have an index for it, and the unclassified events among them.
  where(
    `(resource_key in (select key from ${schema}.inbox_resources where md5(resource) = md5(?) and resource = ?)
      or (state = 'pending' and resource = ?))`,
    text(query.resource),
  );
  where("state = any(?::text[])", query.states);
  where("test = ?", query.test);
  where("received_at < ?", query.receivedBefore);
  where("sequence > ?", query.after);
  values.push(query.limit);
  const rows = await queryRows(
    client,
    `select * from ${schema}.inbox_events ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
      order by sequence limit $${values.length}`,
    values,
  );
  return rows.map(eventRow);
}
