import type { InboxEntry } from "../../ports/inbox-entry.js";
import { entryColumns, entryValues } from "../event-columns.js";
import { keyOfEvent, keyOfResource } from "../store-key.js";
import { type NamedStatement, type PostgresClient, rowsOf } from "./client.js";
import { packColumn, packedText, unpacked, unpackText } from "./packed-column.js";

/** Commits entries with one statement, that of `insertionInto`; `true` for each that is new. */
export async function insertEntries(
  client: PostgresClient,
  insertion: NamedStatement,
  entries: readonly InboxEntry[],
): Promise<boolean[]> {
  const keyed = entries.map((entry, index) => {
    const { application, ordering } = entry;
    const resourceKey = ordering && keyOfResource({ application, ...ordering });
    return { entry, index, key: keyOfEvent(application, entry.eventId), resourceKey };
  });
  // Keys in the same order everywhere, so that two groups never deadlock; the first of a key wins.
  const sorted = [...keyed].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
  const values = sorted.map(({ entry, key, resourceKey }) => entryValues(entry, { key, resourceKey }));
  const columns = entryColumns.map((_, index) => packColumn(values.map((row) => row[index])));
  const [result] = await rowsOf(client, insertion, [...columns, entries.length]);
  if (result?.keys === null) return entries.map(() => true);
  const fresh = new Set(unpackText(String(result?.keys)));
  // Of two with the same key in this group, the first was stored.
  return keyed.map(({ key }) => fresh.delete(key));
}

const types: Readonly<Partial<Record<string, string>>> = {
  test: "boolean",
  received_at: "bigint",
  version: "bigint",
};

/** A statement of one row: the keys that are new in `keys`, packed, or null where all of them are. */
export function insertionInto(schema: string): string {
  const columns = entryColumns.map((name, index) => unpacked(`$${index + 1}`, types[name] ?? "text"));
  const names = entryColumns.join(", ");
  return `with fresh as (insert into ${schema}.inbox_events (${names}, state, due_at, attempts)
      select ${names}, 'pending', received_at, 0 from unnest(${columns.join(", ")}) as t (${names}) where key is not null
      on conflict (key) do nothing returning key)
    select case when count(*) < $${entryColumns.length + 1}::int then coalesce(${packedText("key")}, '') end as keys from fresh`;
}
