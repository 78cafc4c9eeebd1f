import type { Store } from "@oipkit/delivery";
import type { Timer } from "../platform/draft.js";
import type { Kind, Records } from "../platform/records/index.js";
import type { ImageContents } from "./image.js";
import type { Entry } from "./record-table.js";
import { sandboxTables } from "./tables.js";
import { keyOf } from "./timer-queue.js";

/** Reads all records and timers, and the revision that they are of. */
export function readImage(store: Store): Promise<ImageContents & { readonly revision: number }> {
  return store.transact(async (transaction) => {
    const tables = sandboxTables(transaction);
    const { revision, positions, ids } = await tables
      .selectFrom("sandbox_meta")
      .select(["revision", "positions", "ids"])
      .executeTakeFirstOrThrow();
    const records = await tables.selectFrom("sandbox_records").selectAll().orderBy("position").execute();
    const timers = await tables.selectFrom("sandbox_timers").selectAll().execute();
    return {
      revision,
      counts: { positions, ids },
      records: records.map(({ kind, id, body, position }): readonly [Kind, Entry] => [
        kind as Kind,
        { id, position, record: JSON.parse(body) as Records[Kind] },
      ]),
      timers: timers.map(({ position, ...row }) => {
        const timer = { ...row, kind: row.kind as Kind } satisfies Timer;
        return [keyOf(timer), { timer, position }] as const;
      }),
    };
  });
}
