import { type Kysely, sql } from "kysely";
import { isAmong, parameterRows } from "../store/batch.js";
import type { Dialect } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { type ChangeDetails, changeId, type NewChange } from "./operational-change.js";

const columns = {
  ...({ place: "bigint", id: "text", kind: "text", at: "bigint", endpoint_id: "text" } as const),
  ...({ application: "text", details: "text" } as const),
} as const;

/** Notes changes in the transaction that makes them. One that is noted already stays as it is. */
export async function noteChanges(
  db: Kysely<Tables>,
  dialect: Dialect,
  changes: readonly NewChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change, place) => {
    const { kind, at, endpointId: endpoint_id, application, reason, failingSince, delivery } = change;
    const details = JSON.stringify({ reason, failingSince, delivery } satisfies ChangeDetails);
    return { place, id: changeId(change), kind, at, endpoint_id, application, details };
  });
  await db
    .insertInto("changes")
    .columns(["id", "kind", "at", "endpoint_id", "application", "details"])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, columns, rows))
        .select(["r.id", "r.kind", "r.at", "r.endpoint_id", "r.application", "r.details"])
        .where(sql<boolean>`1 = 1`)
        .orderBy("r.place"),
    )
    .onConflict((each) => each.column("id").doNothing())
    .execute();
}

/** Which deliveries have failed for good, as far as somebody is told. */
interface ExhaustedOptions {
  /** Deliveries that have just changed. */
  readonly sequences: readonly number[];
  /** The types of operational events: their own failures aren't told, or two that fail would tell of each other for ever. */
  readonly exceptTypes: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Notes the events among those deliveries that have failed for good. Returns whether there are any. */
export async function noteExhausted(
  db: Kysely<Tables>,
  dialect: Dialect,
  { sequences, exceptTypes, now }: ExhaustedOptions,
): Promise<boolean> {
  if (sequences.length === 0) return false;
  const failed = await db
    .selectFrom("deliveries")
    .select(["id", "endpoint_id", "application", "event_id", "event_type", "error"])
    .select(["attempts", "earlier_attempts"])
    .where(isAmong(dialect, "sequence", sequences))
    .where("state", "=", "failed")
    .where("kind", "=", "event")
    .orderBy("sequence")
    .execute();
  const changes = failed
    .filter(({ event_type }) => !exceptTypes.includes(event_type))
    .map(({ id, endpoint_id, application, event_id: eventId, event_type: eventType, ...row }): NewChange => {
      const attempts = row.earlier_attempts + row.attempts;
      return {
        kind: "delivery-exhausted",
        at: now,
        endpointId: endpoint_id,
        application,
        // It can be delivered again, and fail again.
        occasion: `${id} ${attempts}`,
        reason: row.error ?? undefined,
        delivery: { id, eventId, eventType, attempts },
      };
    });
  await noteChanges(db, dialect, changes);
  return changes.length > 0;
}
