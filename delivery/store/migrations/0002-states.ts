import { type Kysely, sql } from "kysely";
import type { Dialect } from "../store.js";

/**
 * Small tables of the deliveries in a state instead of indexes on the state. Each attempt changes a delivery twice, and PostgreSQL writes
 * all indexes of a row again if an indexed column changes: it spent half of its time on that. Triggers keep the tables, so that
 * they are right whoever writes.
 */
export async function up(
  db: Kysely<unknown>,
  { dialect, schema }: { readonly dialect: Dialect; readonly schema: string | undefined },
): Promise<void> {
  const tables = schema === undefined ? db : db.withSchema(schema);
  await createTables(tables, dialect);
  const name = (table: string) => sql.id(...(schema === undefined ? [] : [schema]), table);
  const deliveries = name("deliveries");
  for (const statement of [
    sql`insert into ${name("waiting")} (sequence, endpoint_id, due_at, kind)
      select sequence, endpoint_id, due_at, kind from ${deliveries} where state = 'pending'`,
    sql`insert into ${name("sending")} (endpoint_id, sequence)
      select endpoint_id, sequence from ${deliveries} where state = 'sending'`,
    sql`insert into ${name("undelivered")} (state, sequence)
      select state, sequence from ${deliveries} where state in ('failed', 'cancelled')`,
  ])
    await statement.execute(db);
  for (const index of ["pending", "tests", "sending", "state"])
    await tables.schema.dropIndex(`deliveries_${index}`).execute();
  for (const trigger of dialect === "sqlite" ? sqliteTriggers : postgresTriggers(schema))
    await sql.raw(trigger).execute(db);
  // Room for a second version of each row beside the first, without which the indexes would be written all the same.
  if (dialect === "postgres") await sql`alter table ${deliveries} set (fillfactor = 50)`.execute(db);
}

async function createTables({ schema }: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await schema
    .createTable("waiting")
    .addColumn("sequence", dialect === "sqlite" ? "integer" : "bigint", (column) => column.primaryKey())
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("waiting_due")
    .on("waiting")
    .columns(["endpoint_id", "due_at", "sequence"])
    .execute();
  // Tests, which open circuits let pass, are few.
  await schema
    .createIndex("waiting_tests")
    .on("waiting")
    .columns(["endpoint_id", "due_at", "sequence"])
    .where(sql.ref("kind"), "=", sql.lit("test"))
    .execute();
  await schema
    .createTable("sending")
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sending_key", ["endpoint_id", "sequence"])
    .$call((table) => (dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await schema
    .createTable("undelivered")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("undelivered_key", ["state", "sequence"])
    .$call((table) => (dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
}

/**
 * What PostgreSQL does once for each statement that writes `deliveries`. The settings are of the function alone: its plans are made while the
 * tables may still be small, and are kept.
 */
function postgresTriggers(schema = "public"): readonly string[] {
  const own = (name: string): string => `"${schema.replaceAll('"', '""')}"."${name}"`;
  const [waiting, sending, undelivered] = ["waiting", "sending", "undelivered"].map(own);
  const note = own("note_states");
  const body = `
declare
  has_waiting boolean;
  has_sending boolean;
  has_undelivered boolean;
begin
  if tg_op = 'TRUNCATE' then
    truncate ${waiting}, ${sending}, ${undelivered};
    return null;
  end if;
  if tg_op <> 'INSERT' then
    select bool_or(state = 'pending'), bool_or(state = 'sending'), bool_or(state in ('failed', 'cancelled'))
      into has_waiting, has_sending, has_undelivered from old_rows;
    if has_waiting then
      delete from ${waiting} w using old_rows o where o.state = 'pending' and w.sequence = o.sequence;
    end if;
    if has_sending then
      delete from ${sending} s using old_rows o
        where o.state = 'sending' and s.endpoint_id = o.endpoint_id and s.sequence = o.sequence;
    end if;
    if has_undelivered then
      delete from ${undelivered} u using old_rows o where u.state = o.state and u.sequence = o.sequence;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    select bool_or(state = 'pending'), bool_or(state = 'sending'), bool_or(state in ('failed', 'cancelled'))
      into has_waiting, has_sending, has_undelivered from new_rows;
    if has_waiting then
      insert into ${waiting} (sequence, endpoint_id, due_at, kind)
        select sequence, endpoint_id, due_at, kind from new_rows where state = 'pending';
    end if;
    if has_sending then
      insert into ${sending} (endpoint_id, sequence)
        select endpoint_id, sequence from new_rows where state = 'sending';
    end if;
    if has_undelivered then
      insert into ${undelivered} (state, sequence)
        select state, sequence from new_rows where state in ('failed', 'cancelled');
    end if;
  end if;
  return null;
end`;
  const trigger = (event: string, rows: string): string =>
    `create trigger note_${event} after ${event} on ${own("deliveries")} ${rows}
      for each statement execute function ${note}()`;
  return [
    `create function ${note}() returns trigger language plpgsql
      set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $body$${body}$body$`,
    trigger("insert", "referencing new table as new_rows"),
    trigger("update", "referencing old table as old_rows new table as new_rows"),
    trigger("delete", "referencing old table as old_rows"),
    trigger("truncate", ""),
  ];
}

const waits = "insert or replace into waiting (sequence, endpoint_id, due_at, kind)";
const isWaiting = "values (new.sequence, new.endpoint_id, new.due_at, new.kind)";
const isSending =
  "insert or replace into sending (endpoint_id, sequence) values (new.endpoint_id, new.sequence)";
const isUndelivered = "insert or replace into undelivered (state, sequence) values (new.state, new.sequence)";
const noMore = {
  waiting: "delete from waiting where sequence = old.sequence",
  sending: "delete from sending where endpoint_id = old.endpoint_id and sequence = old.sequence",
  undelivered: "delete from undelivered where state = old.state and sequence = old.sequence",
};

/** What SQLite does for each row of `deliveries` that is written. Triggers of one event run in any order. */
const sqliteTriggers: readonly string[] = [
  on("insert", { name: "waits", when: "new.state = 'pending'", work: `${waits} ${isWaiting}` }),
  on("insert", { name: "sends", when: "new.state = 'sending'", work: isSending }),
  on("insert", { name: "ends", when: "new.state in ('failed', 'cancelled')", work: isUndelivered }),
  on("update", {
    name: "waits_again",
    when: "new.state = 'pending' and (old.state <> 'pending' or new.due_at <> old.due_at)",
    work: `${waits} ${isWaiting}`,
  }),
  on("update", {
    name: "waits_no_more",
    when: "old.state = 'pending' and new.state <> 'pending'",
    work: noMore.waiting,
  }),
  on("update", {
    name: "is_sent",
    when: "new.state = 'sending' and old.state <> 'sending'",
    work: isSending,
  }),
  on("update", {
    name: "is_sent_no_more",
    when: "old.state = 'sending' and new.state <> 'sending'",
    work: noMore.sending,
  }),
  on("update", {
    name: "is_given_up",
    when: "new.state in ('failed', 'cancelled') and old.state <> new.state",
    work: isUndelivered,
  }),
  on("update", {
    name: "is_taken_up",
    when: "old.state in ('failed', 'cancelled') and old.state <> new.state",
    work: noMore.undelivered,
  }),
  on("delete", {
    name: "is_removed",
    when: "old.state <> 'delivered'",
    work: Object.values(noMore).join("; "),
  }),
];

interface Trigger {
  readonly name: string;
  readonly when: string;
  readonly work: string;
}

function on(event: "insert" | "update" | "delete", { name, when, work }: Trigger): string {
  const what = event === "update" ? "update of state, due_at" : event;
  return `create trigger deliveries_${name} after ${what} on deliveries when ${when} begin ${work}; end`;
}
