import { sql } from "kysely";

/** When the history begins; then, an event a second. */
export const start = Date.UTC(2026, 0, 1);
export const betweenMs = 1000;
/** Deliveries of one statement. */
const batch = 500_000;

/**
 * Deliveries of 200 endpoints: the first one gets half of them. Of a hundred thousand, ten failed; all of the hot endpoint's are delivered.
 * The last one has nothing but two deliveries, in the middle; `thing.rare` came once; tests and callbacks are one in 50,000 each.
 * @param {import("@oipkit/delivery").Store} store
 * @param {number} rows
 */
export async function writeHistory({ db, dialect }, rows) {
  const [, schema] =
    /"([^"]+)"\."endpoints"/.exec(db.selectFrom("endpoints").select("id").compile().sql) ?? [];
  const at = (table) => (dialect === "sqlite" ? sql.id(table) : sql.id(schema, table));
  const series = (from, to) =>
    dialect === "sqlite"
      ? sql`(with recursive s(n) as (select ${sql.lit(from)} union all select n + 1 from s where n < ${sql.lit(to)}) select n from s)`
      : sql`(select n from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to)}::bigint) as s(n))`;
  const text = (number) =>
    dialect === "sqlite" ? sql`printf('%016d', ${number})` : sql`lpad((${number})::text, 16, '0')`;
  const middle = Math.floor(rows / 2);
  const endpoint = sql`case when n in (${sql.lit(middle)}, ${sql.lit(middle + 1)}) then 199 when n % 2 = 0 then 0 else 1 + (n / 2) % 198 end`;
  const type = sql`case when n = ${sql.lit(middle + 7)} then 'thing.rare' when n % 50000 = 3 then 'thing.asked'
    when s.endpoint = 0 then 'thing.made' else 'thing.' || (n % 7) end`;
  const kind = sql`case when n % 50000 = 3 then 'callback' when n % 50000 = 5 then 'test' else 'event' end`;
  const state = sql`case when s.endpoint <> 0 and n % 10000 = 1 then 'failed' else 'delivered' end`;
  await sql`insert into ${at("endpoints")} (id, application, organization, url, event_types, callback_types, encrypted, state, revision, created_at, updated_at)
    select 'endpoint_' || n, 'app_' || n, 'organization', 'https://example.com/' || n, '[]', '[]', 0, 'active', 1, 0, 0 from ${series(0, 199)} s`.execute(
    db,
  );
  if (dialect === "postgres") await sql`alter table ${at("deliveries")} disable trigger user`.execute(db);
  for (let from = 1; from <= rows; from += batch) {
    const to = Math.min(rows, from + batch - 1);
    await sql`insert into ${at("deliveries")} (sequence, id, endpoint_id, application, event_id, event_type, kind, bytes, state, attempts, max_attempts,
        due_at, status, created_at, settled_at)
      select n, 'delivery_' || ${text(sql`n`)}, 'endpoint_' || s.endpoint, 'app_' || s.endpoint, 'evt_' || ${text(sql`n`)}, ${type}, ${kind}, 700,
        ${state}, 1, 8, ${sql.lit(start)} + n * ${sql.lit(betweenMs)}, 204, ${sql.lit(start)} + n * ${sql.lit(betweenMs)}, ${sql.lit(start)} + n * ${sql.lit(betweenMs)} + 40
      from (select n, ${endpoint} as endpoint from ${series(from, to)} x) s`.execute(db);
  }
  if (dialect === "postgres") {
    await sql`alter table ${at("deliveries")} enable trigger user`.execute(db);
    await sql`insert into ${at("undelivered")} (state, sequence) select state, sequence from ${at("deliveries")} where state = 'failed'`.execute(
      db,
    );
    for (const table of ["deliveries", "undelivered", "endpoints", "waiting"])
      await sql`vacuum analyze ${at(table)}`.execute(db);
  }
}
