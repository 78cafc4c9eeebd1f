import { sql } from "kysely";
import { batchOf, isListed, listOf, rowsIn, rowsOf } from "../../store/batch.js";
import type { Step } from "../../store/step.js";
import { template } from "../../store/template.js";
import { type ResultRow, resultColumns, type UnsentRow, unsentColumns } from "../rows.js";
import type { Cycle, CycleTransaction } from "./transaction.js";

const writeAttempts = template<object, "results">(({ db, dialect, value }) =>
  db
    .insertInto("attempts")
    .columns([
      ...(["delivery", "number", "started_at", "duration_ms"] as const),
      ...(["status", "error", "answer", "secret_version"] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(rowsIn(dialect, resultColumns, value("results")))
        .select([
          "r.sequence",
          sql<number>`r.number`.as("number"),
          ...(["r.started_at", "r.duration_ms", "r.status", "r.error", "r.answer"] as const),
          "r.secret_version",
        ])
        // Some deliveries fail without an attempt. SQLite needs a condition to tell the conflict clause from a join's.
        .where(sql<boolean>`r.number is not null`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["delivery", "number"])
        .doUpdateSet((eb) => ({
          duration_ms: eb.ref("excluded.duration_ms"),
          status: eb.ref("excluded.status"),
          error: eb.ref("excluded.error"),
          answer: eb.ref("excluded.answer"),
          secret_version: eb.ref("excluded.secret_version"),
        }))
        .where("attempts.error", "=", "interrupted"),
    ),
);

const writeOutcomes = template<object, "results" | "sequences">(({ db, dialect, value }) => {
  const update = db
    .updateTable("deliveries")
    .from(rowsIn(dialect, resultColumns, value("results")))
    .set((eb) => ({
      state: eb.ref("r.state"),
      due_at: eb.ref("r.due_at"),
      status: eb.ref("r.status"),
      error: eb.ref("r.error"),
      settled_at: eb.ref("r.settled_at"),
    }))
    .whereRef("deliveries.sequence", "=", "r.sequence")
    .whereRef("deliveries.attempts", "=", "r.attempts")
    .whereRef("deliveries.earlier_attempts", "=", "r.earlier")
    .where((eb) =>
      eb.or([
        eb("deliveries.state", "in", ["pending", "sending"]),
        eb.and([eb("deliveries.state", "=", "failed"), eb("deliveries.error", "=", "interrupted")]),
      ]),
    );
  if (dialect === "sqlite") return update;
  // PostgreSQL counts a list, but takes any rows for a hundred and reads a table of some thousand as a whole to find those.
  const sequences = { type: "bigint", list: value("sequences") } as const;
  return update.where(isListed(dialect, sql.ref("deliveries.sequence"), sequences));
});

/**
 * Writes what became of attempts. Writing a row again changes nothing, and a result that comes after another engine took over counts
 * unless that engine has begun another attempt.
 */
export function recordResults(
  { store }: Cycle,
  rows: readonly ResultRow[],
): readonly [Step | undefined, Step | undefined] {
  if (rows.length === 0) return [undefined, undefined];
  const { dialect } = store;
  const results = batchOf(dialect, resultColumns, rows);
  const sequences = listOf(
    dialect,
    rows.map(({ sequence }) => sequence),
  );
  return [writeAttempts(store, { results }), writeOutcomes(store, { results, sequences })];
}

/** Takes back attempts that weren't sent; they don't count. Their lanes must be locked: the attempts could be another engine's. */
export async function takeBack(
  { db, dialect }: CycleTransaction,
  unsent: readonly UnsentRow[],
): Promise<void> {
  if (unsent.length === 0) return;
  await db
    .updateTable("deliveries")
    .from(rowsOf(dialect, unsentColumns, unsent))
    .set((eb) => ({
      state: "pending" as const,
      attempts: sql<number>`r.attempts - 1`,
      due_at: eb.ref("r.due_at"),
    }))
    .whereRef("deliveries.sequence", "=", "r.sequence")
    .whereRef("deliveries.attempts", "=", "r.attempts")
    .whereRef("deliveries.earlier_attempts", "=", "r.earlier")
    .where("deliveries.state", "=", "sending")
    .execute();
}
