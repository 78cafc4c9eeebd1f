import type { InboxQuery } from "../../ports/inbox.js";
import { eventRow } from "../event-columns.js";
import type { EventRow } from "../inbox/tables.js";
import { toStored } from "../stored-text.js";
import { type PostgresClient, rowsOf } from "./client.js";

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
  const text = (value: string | undefined): string | undefined =>
    value === undefined ? value : toStored(value);
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
  const rows = await rowsOf(
    client,
    `select * from ${schema}.inbox_events ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
      order by sequence limit $${values.length}`,
    values,
  );
  return rows.map(eventRow);
}
