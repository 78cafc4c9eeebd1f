import type { Kysely } from "kysely";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { isAmong } from "../store/batch.js";
import type { Store } from "../store/store.js";
import type { Tables } from "../store/tables.js";

/** What is removed. */
export interface PruneOptions {
  /** Only deliveries that were published and settled before this time, in milliseconds since 1970. */
  readonly before: number;
  /** Deliveries of one transaction, 1 to 10,000: engines wait for no longer than it takes. Default: 500. */
  readonly batch?: number | undefined;
  /** Ends it between two transactions. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each transaction what has been removed so far. */
  readonly onProgress?: ((removed: PruneOutcome) => void) | undefined;
}

/** How many rows were removed. */
export interface PruneOutcome {
  readonly deliveries: number;
  readonly attempts: number;
  /** Contents of which no delivery is left. */
  readonly events: number;
}

const usualBatch = 500;
const mostBatch = 10_000;

/**
 * Removes deliveries that were settled long ago, with their attempts and with the contents that no other delivery needs, in small
 * transactions: engines go on meanwhile. Ended early, it can be started again. An event that was removed is a new one if it is published again.
 * Rejects with `delivery-options`, or a `StoreFailure`.
 */
export async function prune(
  { store }: Pick<DeliveryContext, "store">,
  { before, batch = usualBatch, signal, onProgress }: PruneOptions,
): Promise<PruneOutcome> {
  if (!Number.isSafeInteger(before))
    throw new DeliveryError("delivery-options", "`before` must be a time in milliseconds since 1970");
  if (!Number.isInteger(batch) || batch < 1 || batch > mostBatch)
    throw new DeliveryError("delivery-options", `\`batch\` must be a whole number from 1 to ${mostBatch}`);
  const end = await firstSince(store.db, before);
  let removed: PruneOutcome = { deliveries: 0, attempts: 0, events: 0 };
  for (let after = 0; signal?.aborted !== true; ) {
    const found = await removeBatch(store, { after, end, before, batch });
    removed = {
      deliveries: removed.deliveries + found.deliveries,
      attempts: removed.attempts + found.attempts,
      events: removed.events + found.events,
    };
    if (found.deliveries > 0) onProgress?.(removed);
    if (found.last === undefined) break;
    after = found.last;
  }
  return removed;
}

/** Which deliveries to look at, by their sequence: from the one behind `after`, before `end`. */
interface PrunedRange {
  readonly after: number;
  readonly end: number;
  readonly before: number;
  readonly batch: number;
}

/** `last` is the last delivery that was removed; absent if no others are left. */
async function removeBatch(
  { transact, dialect }: Store,
  { after, end, before, batch }: PrunedRange,
): Promise<PruneOutcome & { readonly last?: number }> {
  return transact(async (db) => {
    let settled = db
      .selectFrom("deliveries")
      .select(["sequence", "event_id"])
      .where("sequence", ">", after)
      .where("sequence", "<", end)
      .where("created_at", "<", before)
      .where("settled_at", "<", before)
      .where("state", "in", ["delivered", "failed", "cancelled"])
      .orderBy("sequence")
      .limit(batch);
    // One that is being redelivered stays.
    if (dialect === "postgres") settled = settled.forUpdate().skipLocked();
    const rows = await settled.execute();
    const last = rows.at(-1)?.sequence;
    if (last === undefined) return { deliveries: 0, attempts: 0, events: 0 };
    const sequences = rows.map(({ sequence }) => sequence);
    const attempts = await db
      .deleteFrom("attempts")
      .where(isAmong(dialect, "delivery", sequences))
      .returning("delivery")
      .execute();
    await db
      .deleteFrom("deliveries")
      .where(isAmong(dialect, "sequence", sequences))
      .execute();
    const ids = [...new Set(rows.map(({ event_id }) => event_id))];
    const events = await db
      .deleteFrom("events")
      .where(isAmong(dialect, "event_id", ids))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("deliveries")
              .select("deliveries.sequence")
              .whereRef("deliveries.event_id", "=", "events.event_id"),
          ),
        ),
      )
      .returning("event_id")
      .execute();
    const isLast = rows.length < batch;
    return {
      deliveries: rows.length,
      attempts: attempts.length,
      events: events.length,
      ...(!isLast && { last }),
    };
  });
}

/**
 * The sequence of the first delivery that was published at a time or later, found by halving: sequences rise with time, and there is no index
 * by time. A clock that was set back moves it by what was published meanwhile.
 */
async function firstSince(db: Kysely<Tables>, time: number): Promise<number> {
  const { first, last } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => [fn.min("sequence").as("first"), fn.max("sequence").as("last")])
    .executeTakeFirstOrThrow();
  let [low, high] = [Number(first ?? 0), Number(last ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const next = await db
      .selectFrom("deliveries")
      .select(["sequence", "created_at"])
      .where("sequence", ">=", middle)
      .orderBy("sequence")
      .limit(1)
      .executeTakeFirst();
    if (next === undefined || next.created_at >= time) high = middle;
    else low = next.sequence + 1;
  }
  return low;
}
