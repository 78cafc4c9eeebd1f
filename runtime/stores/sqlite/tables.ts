import type { InboxQuery } from "../../ports/stores.js";
import {
  type Column,
  type Columns,
  eventRow,
  eventStatus,
  resourceRow,
  statusColumns,
  statusValues,
} from "../event-columns.js";
import type { EventRow, InboxTables, ResourceRow, VersionRow } from "../inbox/tables.js";
import { keyOfResource, toStored } from "../stored-text.js";
import type { SqliteConnection, SqliteValue } from "./database.js";

const open = "state in ('pending', 'waiting', 'dead')";

/** The operations of a transaction; it locks the whole file, so no other locks are needed. */
export function sqliteTables(connection: SqliteConnection): InboxTables {
  const { all } = connection;
  return {
    async due({ application, now, limit }) {
      const rows = await all(
        `select * from inbox_events where application = ? and state = 'pending' and due_at <= ?
          order by due_at, sequence limit ?`,
        [toStored(application), now, limit],
      );
      return rows.map(eventRow);
    },
    async event(key) {
      const [row] = await all("select * from inbox_events where key = ?", [key]);
      return row && eventRow(row);
    },
    async lockResources(ids) {
      const found: ResourceRow[] = [];
      for (const id of ids) {
        const key = keyOfResource(id);
        await all(
          `insert into inbox_resources (key, application, family, resource, version, attempts, due_at)
            values (?, ?, ?, ?, 0, 0, 0) on conflict do nothing`,
          [key, toStored(id.application), toStored(id.family), toStored(id.resource)],
        );
        const [row] = await all("select * from inbox_resources where key = ?", [key]);
        if (row !== undefined) found.push(resourceRow(row));
      }
      return found;
    },
    async firstVersions(wanted) {
      const found: VersionRow[] = [];
      for (const { resourceKey, version } of wanted) {
        const [row] = await all(
          `select * from inbox_events where resource_key = ? and version = ? and ${open}
            order by (state = 'pending' and attempts = 0), sequence limit 1`,
          [resourceKey, version],
        );
        if (row !== undefined) found.push(versionRow(row));
      }
      return found;
    },
    async openVersions(key, through) {
      const rows = await all(
        `select * from inbox_events where resource_key = ? and version <= ? and ${open}`,
        [key, through],
      );
      return rows.map(versionRow);
    },
    async finish(key, lease, now) {
      const [row] = await all(
        `update inbox_events set state = 'handled', lease = null, settled_at = ?
          where key = ? and lease = ? and state = 'pending' returning *`,
        [now, key, lease],
      );
      return row && eventRow(row);
    },
    async updateEvents(changes) {
      const assignments = statusColumns.map((name) => `${name} = ?`).join(", ");
      for (const change of changes) {
        await all(`update inbox_events set ${assignments} where key = ?`, [
          ...statusValues(change),
          change.key,
        ]);
      }
    },
    async updateResource({ key, version, attempts, dueAt, lease }) {
      await all("update inbox_resources set version = ?, attempts = ?, due_at = ?, lease = ? where key = ?", [
        version,
        attempts,
        dueAt,
        lease ?? null,
        key,
      ]);
    },
    async staleResource({ application, now, receivedUntil }) {
      const [row] = await all(
        `select r.* from inbox_resources r where r.application = ?1 and r.due_at <= ?2
          and r.key in (select resource_key from inbox_events
            where state = 'waiting' and application = ?1 and received_at <= ?3)
          and not exists (select 1 from inbox_events p where p.resource_key = r.key and p.state = 'pending')
          limit 1`,
        [toStored(application), now, receivedUntil],
      );
      return row && resourceRow(row);
    },
    list: (query) => listEvents(connection, query),
    async deleteEvents(keys) {
      for (const key of keys) await all("delete from inbox_events where key = ?", [key]);
    },
  };
}

function versionRow(row: Columns): VersionRow {
  const number = (column: Column): number => Number(column);
  return {
    ...eventStatus(row),
    key: String(row.key),
    sequence: number(row.sequence),
    resourceKey: String(row.resource_key),
    version: number(row.version),
  };
}

/** Events by sequence. */
export async function listEvents(
  { all }: SqliteConnection,
  query: InboxQuery & { readonly limit: number },
): Promise<EventRow[]> {
  const values: SqliteValue[] = [];
  const conditions: string[] = [];
  const where = (condition: string, ...given: readonly (SqliteValue | undefined)[]): void => {
    const known = given.filter((value) => value !== undefined);
    if (known.length < given.length) return;
    values.push(...known);
    conditions.push(condition);
  };
  const text = (value: string | undefined): string | undefined => {
    if (value === undefined) return value;
    return toStored(value);
  };
  where("application = ?", text(query.application));
  where("event_id = ?", text(query.eventId));
  where("event_type = ?", text(query.eventType));
  where("resource = ?", text(query.resource));
  if (query.states !== undefined)
    where(`state in (${query.states.map(() => "?").join(", ")})`, ...query.states);
  where("test = ?", query.test === undefined ? undefined : Number(query.test));
  where("received_at < ?", query.receivedBefore);
  where("sequence > ?", query.after);
  const filter = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const rows = await all(`select * from inbox_events ${filter} order by sequence limit ?`, [
    ...values,
    query.limit,
  ]);
  return rows.map(eventRow);
}
