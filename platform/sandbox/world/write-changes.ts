import { rowsOf, type Store } from "@oipkit/delivery";
import { sql } from "kysely";
import type { Changes } from "./changes.js";
import { elsewhere } from "./errors.js";
import { sandboxTables } from "./tables.js";

/** Who writes, and what else is kept with each commit. */
export interface Commit {
  readonly owner: string;
  /** The revision after it. */
  readonly revision: number;
  /** JSON of the clock's state. */
  readonly clock: string;
}

/** Writes changes, apart from their events, in a transaction of the store. Rejects with `sandbox-elsewhere`. */
export async function writeChanges(
  { dialect, place }: Pick<Store, "dialect" | "place">,
  transaction: Store["db"],
  { changes, commit }: { readonly changes: Changes; readonly commit: Commit },
): Promise<void> {
  const tables = sandboxTables(transaction);
  const { owner, revision, clock } = commit;
  const own = await tables
    .updateTable("sandbox_meta")
    .set({ revision, clock, ...changes.counts })
    .where("owner", "=", owner)
    .returning("key")
    .execute();
  if (own.length === 0) throw elsewhere(place);
  const removed = [...changes.removed].flatMap(([kind, ids]) => [...ids].map((id) => ({ kind, id })));
  if (removed.length > 0) {
    const gone = rowsOf(dialect, { kind: "text", id: "text" }, removed);
    await tables
      .deleteFrom("sandbox_records")
      .where(sql<boolean>`(kind, id) in (select r.kind, r.id from ${gone})`)
      .execute();
  }
  const written = [...changes.written].flatMap(([kind, table]) =>
    [...table.entries()].map(({ id, record, position }) => ({
      ...{ kind, id, position },
      body: JSON.stringify(record),
    })),
  );
  if (written.length > 0) {
    const columns = { kind: "text", id: "text", body: "text", position: "bigint" } as const;
    await tables
      .insertInto("sandbox_records")
      .columns(["kind", "id", "body", "position"])
      .expression((eb) =>
        eb
          .selectFrom(rowsOf(dialect, columns, written))
          .select(["r.kind", "r.id", "r.body", "r.position"])
          // SQLite needs a condition here to tell the conflict clause from a join's.
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict((conflict) =>
        conflict.columns(["kind", "id"]).doUpdateSet((eb) => ({
          body: eb.ref("excluded.body"),
          position: eb.ref("excluded.position"),
        })),
      )
      .execute();
  }
  await writeTimers({ dialect }, transaction, changes.timers);
}

async function writeTimers(
  { dialect }: Pick<Store, "dialect">,
  transaction: Store["db"],
  timers: Changes["timers"],
): Promise<void> {
  const tables = sandboxTables(transaction);
  const gone: { readonly kind: string; readonly id: string; readonly name: string }[] = [];
  const set: {
    readonly kind: string;
    readonly id: string;
    readonly name: string;
    at: number;
    position: number;
  }[] = [];
  for (const [key, placed] of timers) {
    const [kind, id, name] = JSON.parse(key) as [string, string, string];
    if (placed === undefined) gone.push({ kind, id, name });
    else set.push({ kind, id, name, at: placed.timer.at, position: placed.position });
  }
  if (gone.length > 0) {
    const rows = rowsOf(dialect, { kind: "text", id: "text", name: "text" }, gone);
    await tables
      .deleteFrom("sandbox_timers")
      .where(sql<boolean>`(kind, id, name) in (select r.kind, r.id, r.name from ${rows})`)
      .execute();
  }
  if (set.length === 0) return;
  const columns = { kind: "text", id: "text", name: "text", at: "bigint", position: "bigint" } as const;
  await tables
    .insertInto("sandbox_timers")
    .columns(["kind", "id", "name", "at", "position"])
    .expression((eb) =>
      eb
        .selectFrom(rowsOf(dialect, columns, set))
        .select(["r.kind", "r.id", "r.name", "r.at", "r.position"])
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) =>
      conflict.columns(["kind", "id", "name"]).doUpdateSet((eb) => ({
        at: eb.ref("excluded.at"),
        position: eb.ref("excluded.position"),
      })),
    )
    .execute();
}
