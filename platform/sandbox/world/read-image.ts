import type { Store } from "@oipkit/delivery";
import { type Kysely, sql } from "kysely";
import type { Timer } from "../platform/draft.js";
import type { Kind, Records } from "../platform/records/records.js";
import type { ImageContents } from "./image.js";
import { byPosition, type Entry } from "./record-table.js";
import { type SandboxTables, sandboxTables } from "./tables.js";
import { keyOf } from "./timer-queue.js";

/** Reads all records and timers, and the revision that they are of. */
export function readImage(store: Store): Promise<ImageContents & { readonly revision: number }> {
  return store.transact(async (transaction) => {
    const tables = sandboxTables(transaction);
    const { revision, positions, ids } = await tables
      .selectFrom("sandbox_meta")
      .select(["revision", "positions", "ids"])
      .executeTakeFirstOrThrow();
    const records = await readRecords(tables);
    const timers = await tables.selectFrom("sandbox_timers").selectAll().execute();
    return {
      revision,
      counts: { positions, ids },
      records,
      timers: timers.map(({ position, ...row }) => {
        const timer = { ...row, kind: row.kind as Kind } satisfies Timer;
        return [keyOf(timer), { timer, position }] as const;
      }),
    };
  });
}

/** Rows that are read at once: their text takes as much memory as the records themselves. */
const rowsAtOnce = 5000;

/** All records, in the order in which they were first written. */
async function readRecords(tables: Kysely<SandboxTables>): Promise<readonly (readonly [Kind, Entry])[]> {
  const records: (readonly [Kind, Entry])[] = [];
  let last = { kind: "", id: "" };
  for (;;) {
    const rows = await tables
      .selectFrom("sandbox_records")
      .selectAll()
      .where(sql<boolean>`(kind, id) > (${last.kind}, ${last.id})`)
      .orderBy("kind")
      .orderBy("id")
      .limit(rowsAtOnce)
      .execute();
    for (const { kind, id, body, position } of rows)
      records.push([kind as Kind, { id, position, record: JSON.parse(body) as Records[Kind] }]);
    const end = rows.at(-1);
    if (end === undefined) return records.sort(([, a], [, b]) => byPosition(a, b));
    last = end;
  }
}
