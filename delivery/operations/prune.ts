import { type Kysely, sql } from "kysely";
import { contentText, readDictionaries } from "../contents/read-contents.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { contentKey, eventKey } from "../publish/pruned.js";
import { findSpan } from "../reading/span.js";
import { isAmong, parameterRows } from "../store/batch.js";
import type { Dialect, Store } from "../store/store.js";
import type { Tables } from "../store/tables.js";
import { hasText } from "../store/text-keys.js";

/** What is removed. Times are milliseconds since 1970. */
export interface PruneOptions {
  /** Only deliveries that were published and settled before this time. */
  readonly before: number;
  /**
   * What remains of removed deliveries, by which a repeated publication is known, is removed if they were published before this time.
   * Default: nothing.
   */
  readonly identifiersBefore?: number | undefined;
  /** The audit is removed from before this time. Default: nothing. */
  readonly auditBefore?: number | undefined;
  /** Rows of one transaction, 1 to 10,000: engines wait for no longer than it takes. Default: 500. */
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
  /** Deliveries that are no longer known if their event is published again. */
  readonly identifiers: number;
  /** Entries of the audit. */
  readonly audit: number;
}

const usualBatch = 500;
const mostBatch = 10_000;

/**
 * Removes deliveries that were settled long ago, with their attempts and with the contents that no other delivery needs, in small
 * transactions: engines go on meanwhile. Ended early, it can be started again. If such an event is published again, it still has its first
 * outcome, until its identifier is removed too. Rejects with `delivery-options`, or a `StoreFailure`.
 */
export async function prune(
  { store }: Pick<DeliveryContext, "store">,
  { before, identifiersBefore, auditBefore, batch = usualBatch, signal, onProgress }: PruneOptions,
): Promise<PruneOutcome> {
  for (const [name, time] of Object.entries({ before, identifiersBefore, auditBefore }))
    if (time !== undefined && !Number.isSafeInteger(time))
      throw new DeliveryError("delivery-options", `\`${name}\` must be a time in milliseconds since 1970`);
  if (!Number.isInteger(batch) || batch < 1 || batch > mostBatch)
    throw new DeliveryError("delivery-options", `\`batch\` must be a whole number from 1 to ${mostBatch}`);
  let removed: PruneOutcome = { deliveries: 0, attempts: 0, events: 0, identifiers: 0, audit: 0 };
  const add = (found: Partial<PruneOutcome>): void => {
    const sum = (name: keyof PruneOutcome): number => removed[name] + (found[name] ?? 0);
    removed = {
      deliveries: sum("deliveries"),
      attempts: sum("attempts"),
      events: sum("events"),
      identifiers: sum("identifiers"),
      audit: sum("audit"),
    };
    onProgress?.(removed);
  };
  const { end = Number.MAX_SAFE_INTEGER } = await findSpan(store.db, { to: before });
  for (let after: number | undefined = 0; after !== undefined && signal?.aborted !== true; ) {
    const { last, ...found }: PrunedBatch = await removeBatch(store, { after, end, before, batch });
    if (found.deliveries > 0) add(found);
    after = last;
  }
  // Nobody has been told of them so far.
  await store.db.deleteFrom("changes").where("at", "<", before).execute();
  for (const [name, time, remove] of [
    ["identifiers", identifiersBefore, removeIdentifiers],
    ["audit", auditBefore, removeAudit],
  ] as const)
    for (let rows = batch; time !== undefined && rows >= batch && signal?.aborted !== true; ) {
      rows = await remove(store, time, batch);
      if (rows > 0) add({ [name]: rows });
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

interface PrunedBatch extends Pick<PruneOutcome, "deliveries" | "attempts" | "events"> {
  /** The last delivery that was removed; absent if no others are left. */
  readonly last?: number | undefined;
}

async function removeBatch(
  { transact, dialect }: Store,
  { after, end, before, batch }: PrunedRange,
): Promise<PrunedBatch> {
  return transact(async (db) => {
    let settled = db
      .selectFrom("deliveries")
      .leftJoin("events", "events.event_id", "deliveries.event_id")
      .select(["deliveries.sequence", "deliveries.id", "deliveries.event_id", "deliveries.application"])
      .select("deliveries.duration_ms")
      .select(["deliveries.created_at", "deliveries.kind", "events.created_at as stored_at"])
      .select(["events.correlation_id", "events.content", "events.packed", "events.dictionary"])
      .where("deliveries.sequence", ">", after)
      .where("deliveries.sequence", "<", end)
      .where("deliveries.created_at", "<", before)
      .where("deliveries.settled_at", "<", before)
      .where("deliveries.state", "in", ["delivered", "failed", "cancelled"])
      .orderBy("deliveries.sequence")
      .limit(batch);
    // One that is being redelivered stays.
    if (dialect === "postgres") settled = settled.modifyEnd(sql`for update of deliveries skip locked`);
    const found = await settled.execute();
    const last = found.length < batch ? undefined : found.at(-1)?.sequence;
    const free = await lockContents(db, dialect, [...new Set(found.map(({ event_id }) => event_id))]);
    const rows = found.filter(({ event_id, stored_at }) => stored_at === null || free.has(event_id));
    if (rows.length === 0) return { deliveries: 0, attempts: 0, events: 0, last };
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
    await readDictionaries({ db, dialect }, rows);
    const identifiers = rows.flatMap(({ id, application, created_at, kind, stored_at, ...row }) => {
      if (kind === "test" || stored_at === null) return [];
      const keys = {
        event_key: eventKey(row.event_id),
        content_key: contentKey(JSON.parse(contentText(row))),
      };
      return [{ application, delivery_id: id, ...keys, published_at: created_at }];
    });
    await writeIdentifiers(db, dialect, identifiers);
    const events = await removeContents(db, dialect, [...new Set(rows.map(({ event_id }) => event_id))]);
    const kept = rows.filter(({ duration_ms }) => duration_ms !== null).length;
    return { deliveries: rows.length, attempts: attempts.length + kept, events, last };
  });
}

const identifierColumns = {
  ...({ event_key: "text", application: "text", delivery_id: "text", content_key: "text" } as const),
  published_at: "bigint",
} as const;

async function writeIdentifiers(
  db: Kysely<Tables>,
  dialect: Dialect,
  rows: readonly Tables["pruned"][],
): Promise<void> {
  if (rows.length === 0) return;
  const names = ["event_key", "application", "delivery_id", "content_key", "published_at"] as const;
  await db
    .insertInto("pruned")
    .columns([...names])
    .expression((eb) =>
      eb
        .selectFrom(parameterRows(dialect, identifierColumns, rows))
        .select(names.map((name) => `r.${name}` as const))
        .where(sql<boolean>`1 = 1`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Locks contents and returns their ids, without those that a publication of the same event holds, which may add a delivery. The next statement
 * sees what was published until then, and nothing is published after it.
 */
async function lockContents(
  db: Kysely<Tables>,
  dialect: Dialect,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (dialect === "sqlite" || ids.length === 0) return new Set(ids);
  const query = db
    .selectFrom("events")
    .select("event_id")
    .where(isAmong(dialect, "event_id", ids));
  const locked = await query.forUpdate().skipLocked().execute();
  return new Set(locked.map(({ event_id }) => event_id));
}

/** Removes the contents of which no delivery is left. Returns how many. */
async function removeContents(db: Kysely<Tables>, dialect: Dialect, ids: readonly string[]): Promise<number> {
  const removed = await db
    .deleteFrom("events")
    .where(isAmong(dialect, "event_id", ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("deliveries")
            .select("deliveries.sequence")
            .where(hasText(dialect, { table: "deliveries", column: "event_id" }, sql.ref("events.event_id"))),
        ),
      ),
    )
    .returning("event_id")
    .execute();
  return removed.length;
}

async function removeIdentifiers({ db }: Store, before: number, batch: number): Promise<number> {
  const old = db
    .selectFrom("pruned")
    .select("event_key")
    .where("published_at", "<", before)
    .orderBy("published_at")
    .limit(batch);
  const removed = await db
    .deleteFrom("pruned")
    .where("event_key", "in", old)
    .where("published_at", "<", before)
    .returning("event_key")
    .execute();
  return removed.length;
}

async function removeAudit({ db }: Store, before: number, batch: number): Promise<number> {
  const first = db.selectFrom("audit").select(["sequence", "at"]).orderBy("sequence").limit(batch).as("a");
  const old = db.selectFrom(first).select("a.sequence").where("a.at", "<", before);
  const removed = await db.deleteFrom("audit").where("sequence", "in", old).returning("sequence").execute();
  return removed.length;
}
