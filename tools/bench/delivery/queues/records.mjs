// The records that a sender must keep, in PostgreSQL, written in groups: an attempt and the state of its delivery.
import pg from "pg";

const place = process.env.OIPKIT_BENCH_POSTGRES ?? "postgres://postgres@127.0.0.1:5432/postgres";

/** Commits as the engine's do, which don't wait for the disk: what a crash of the machine undoes is sent again. */
export const connectionString = `${place}${place.includes("?") ? "&" : "?"}options=-c%20synchronous_commit%3Doff`;

/** Tables for one queue, with a delivery for each event. */
export async function openRecords(schema) {
  const pool = new pg.Pool({ connectionString, max: 4 });
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.query(`create schema ${schema}`);
  await pool.query(
    `create table ${schema}.deliveries (id text primary key, content text not null, state text not null)`,
  );
  await pool.query(
    `create table ${schema}.attempts (delivery text, number int, started_at bigint, status int, primary key (delivery, number))`,
  );
  const waiting = [];
  let isWriting = false;

  async function write() {
    isWriting = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, 500);
      const ids = group.map(({ id }) => id);
      await pool.query(
        `with updated as (update ${schema}.deliveries set state = 'delivered' where id = any($1))
         insert into ${schema}.attempts select unnest($1::text[]), 1, $2, 204`,
        [ids, Date.now()],
      );
      for (const { resolve } of group) resolve();
    }
    isWriting = false;
  }

  return {
    pool,
    insert: (events) =>
      pool.query(
        `insert into ${schema}.deliveries select unnest($1::text[]), unnest($2::text[]), 'pending'`,
        [events.map(({ event_id }) => event_id), events.map((event) => JSON.stringify(event))],
      ),
    async contentsOf(ids) {
      const { rows } = await pool.query(`select id, content from ${schema}.deliveries where id = any($1)`, [
        ids,
      ]);
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
    /** Resolves when the result is committed. */
    delivered: (id) =>
      new Promise((resolve) => {
        waiting.push({ id, resolve });
        if (!isWriting) write();
      }),
    async close() {
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
}
