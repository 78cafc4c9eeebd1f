import type { InboxQuery } from "../../ports/inbox.js";
import { eventRow } from "../event-columns.js";
import type { EventRow } from "../inbox/tables.js";
import { toStored } from "../stored-text.js";
import type { SqliteConnection, SqliteValue } from "./connection.js";

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
  const text = (value: string | undefined): string | undefined =>
    value === undefined ? value : toStored(value);
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
