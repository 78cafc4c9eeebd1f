import { type Kysely, sql } from "kysely";
import type { Tables } from "../store/tables.js";

/** Sequences from `first`, before `end`; undefined where nothing is known. */
export interface Span {
  readonly first?: number | undefined;
  readonly end?: number | undefined;
}

/** Times in milliseconds since 1970. */
interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** So few rows are read without a span. */
const fewRows = 20_000;
/** Rows that are looked at in one statement. */
const probes = 64;
/** By how much clocks of publishers may differ, or be set back, in milliseconds. */
const disorderMs = 60_000;

interface Probe {
  readonly sequence: number;
  readonly created_at: number;
}

/**
 * Which deliveries can have been published in a period, since sequences rise with time: there is no index by time. It is wider than the period by
 * a minute at both ends, so whoever reads it compares the times as well. If times turn out to be in another order, as with a clock of
 * its own for each application, nothing is said. What a clock that was far off has written may be outside.
 */
export async function findSpan(db: Kysely<Tables>, { from, to }: Period): Promise<Span> {
  if (from === undefined && to === undefined) return {};
  const edge = async (direction: "asc" | "desc"): Promise<number | undefined> => {
    // The least and the greatest at once would be a walk through the table in SQLite.
    const rows = db.selectFrom("deliveries").select("sequence").orderBy("sequence", direction).limit(1);
    return (await rows.executeTakeFirst())?.sequence;
  };
  const [low, high] = [await edge("asc"), await edge("desc")];
  if (low === undefined || high === undefined || high - low < fewRows) return {};
  const found = await probe(db, low, high);
  let latest = Number.NEGATIVE_INFINITY;
  for (const { created_at } of found) {
    if (created_at < latest - disorderMs) return {};
    latest = Math.max(latest, created_at);
  }
  const [first, end] = await Promise.all([
    from === undefined ? undefined : firstSince(db, found, from - disorderMs),
    to === undefined ? undefined : firstSince(db, found, to + disorderMs),
  ]);
  return { first, end };
}

/** The sequence of about the first delivery that was published at a time or later: never a later one. */
async function firstSince(
  db: Kysely<Tables>,
  all: readonly Probe[],
  time: number,
): Promise<number | undefined> {
  let found = all;
  for (;;) {
    const at = found.findIndex(({ created_at }) => created_at >= time);
    const before = found[at === -1 ? found.length - 1 : at - 1];
    const behind = found[at];
    // All are later, or all earlier.
    if (before === undefined || behind === undefined) return behind?.sequence ?? (before?.sequence ?? 0) + 1;
    if (behind.sequence - before.sequence <= probes) return before.sequence;
    found = await probe(db, before.sequence, behind.sequence);
  }
}

/** Rows at equal distances, the first and the last among them. */
async function probe(db: Kysely<Tables>, low: number, high: number): Promise<readonly Probe[]> {
  const step = Math.max(1, Math.ceil((high - low) / probes));
  const next = db
    .selectFrom("deliveries as d")
    .select("d.sequence")
    .where("d.sequence", ">=", sql<number>`p.at`)
    .orderBy("d.sequence")
    .limit(1);
  const found = sql`with recursive p(at) as (select cast(${low} as bigint)
      union all select p.at + ${step} from p where p.at + ${step} < ${high})
    select ${next} as sequence from p union select cast(${high} as bigint)`;
  // A cross join keeps SQLite from beginning with all deliveries.
  return db
    .selectFrom(sql<{ sequence: number }>`(${found})`.as("f"))
    .crossJoin("deliveries")
    .select(["deliveries.sequence", "deliveries.created_at"])
    .whereRef("deliveries.sequence", "=", "f.sequence")
    .orderBy("deliveries.sequence")
    .execute();
}
