import type { InboxEntry } from "../../ports/inbox-entry.js";
import { entryColumns, entryValues } from "../event-columns.js";
import { keyOfEvent, keyOfResource } from "../store-key.js";
import { type NamedStatement, type PostgresClient, rowsOf } from "./client.js";
import { packColumn, packedText, unpacked, unpackText } from "./packed-column.js";

/** Commits entries with one statement, that of `insertionInto`; `true` for each that is new. */
export function insertEntries(
  client: PostgresClient,
  insertion: NamedStatement,
  entries: readonly InboxEntry[],
): Promise<boolean[]> {
  const keyed = entries.map(keyedEntry);
  // Keys in the same order everywhere, so that two groups never deadlock; the first of a key wins.
  const sorted = [...keyed].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
  return insert(client, insertion, { keyed, sorted });
}

/** The same in a transaction and in the order given, which the records keep. PostgreSQL may report a deadlock. */
export function insertInOrder(
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
  const [result] = await rowsOf(client, statement, [...columns, keyed.length]);
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
export function insertionInto(schema: string): string {
  const columns = entryColumns.map((name, index) => unpacked(`$${index + 1}`, types[name] ?? "text"));
  const names = entryColumns.join(", ");
  return `with fresh as (insert into ${schema}.inbox_events (${names}, state, due_at, attempts)
      select ${names}, 'pending', received_at, 0 from unnest(${columns.join(", ")}) as t (${names}) where key is not null
      on conflict (key) do nothing returning key)
    select case when count(*) < $${entryColumns.length + 1}::int then coalesce(${packedText("key")}, '') end as keys from fresh`;
}
