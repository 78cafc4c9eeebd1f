import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Dialect } from "../store.js";

/**
 * Indexes by which each filter of the log finds a page without walking through history, and a table of what remains of removed deliveries.
 */
export async function up(
  db: Kysely<unknown>,
  { dialect, schema }: { readonly dialect: Dialect; readonly schema: string | undefined },
): Promise<void> {
  const tables = schema === undefined ? db : db.withSchema(schema);
  const name = (table: string): RawBuilder<unknown> =>
    sql.id(...(schema === undefined ? [] : [schema]), table);
  await createTables(tables);
  await tables.schema.dropIndex("deliveries_application").execute();
  await tables.schema.createIndex("endpoints_application").on("endpoints").column("application").execute();
  // What isn't an event is rare, so these cost the others nothing.
  for (const [index, columns] of Object.entries({
    deliveries_other_kind: ["kind", "sequence"],
    deliveries_other_endpoint: ["endpoint_id", "kind", "sequence"],
    deliveries_other_type: ["event_type", "kind", "sequence"],
  }))
    await tables.schema
      .createIndex(index)
      .on("deliveries")
      .columns(columns)
      .where(sql.ref("kind"), "<>", sql.lit("event"))
      .execute();
  await describeUndelivered(tables, { dialect, name, schema });
  if (dialect === "sqlite") {
    // Each ends with the rowid, which is the sequence.
    await sql`create index deliveries_route on deliveries (endpoint_id, event_type)`.execute(db);
    await sql`create index deliveries_type on deliveries (event_type)`.execute(db);
    return;
  }
  // Four bytes each instead of texts of any length.
  await sql`create index deliveries_route on ${name("deliveries")} (hashtext(endpoint_id), hashtext(event_type), sequence)`.execute(
    db,
  );
  await sql`create index deliveries_type on ${name("deliveries")} (hashtext(event_type), sequence)`.execute(
    db,
  );
  for (const [table, settings] of Object.entries(autovacuum))
    await sql`alter table ${name(table)} set (${sql.raw(settings)})`.execute(db);
}

/** Tables of which each row is soon dead are cleaned after some thousand, the others after a fiftieth, which may be much, without pauses. */
const [soon, often] = [
  "autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0",
  "autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0",
];
const autovacuum = {
  waiting: soon,
  sending: soon,
  lanes: soon,
  undelivered: often,
  deliveries: often,
  events: often,
  attempts: often,
};

async function createTables({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("pruned")
    .addColumn("event_key", "text", (column) => column.notNull())
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("delivery_id", "text", (column) => column.notNull())
    .addColumn("content_key", "text", (column) => column.notNull())
    .addColumn("published_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("pruned_key", ["event_key", "application"])
    .execute();
  await schema.createIndex("pruned_published").on("pruned").column("published_at").execute();
}

interface Naming {
  readonly dialect: Dialect;
  readonly schema: string | undefined;
  readonly name: (table: string) => RawBuilder<unknown>;
}

/** What failed is listed by endpoint and type without a look at what was delivered. A trigger of its own fills the columns. */
async function describeUndelivered(
  tables: Kysely<unknown>,
  { dialect, name, schema }: Naming,
): Promise<void> {
  for (const column of ["endpoint_id", "event_type", "kind"])
    await tables.schema.alterTable("undelivered").addColumn(column, "text").execute();
  const [undelivered, deliveries] = [name("undelivered"), name("deliveries")];
  await sql`update ${undelivered} set
    endpoint_id = (select d.endpoint_id from ${deliveries} d where d.sequence = ${undelivered}.sequence),
    event_type = (select d.event_type from ${deliveries} d where d.sequence = ${undelivered}.sequence),
    kind = (select d.kind from ${deliveries} d where d.sequence = ${undelivered}.sequence)`.execute(tables);
  for (const [index, columns] of Object.entries({
    undelivered_endpoint: ["endpoint_id", "state", "sequence"],
    undelivered_type: ["event_type", "state", "sequence"],
    undelivered_kind: ["kind", "state", "sequence"],
  }))
    await tables.schema.createIndex(index).on("undelivered").columns(columns).execute();
  if (dialect === "sqlite") {
    await sql`create trigger undelivered_described after insert on undelivered begin
      update undelivered set (endpoint_id, event_type, kind) =
        (select endpoint_id, event_type, kind from deliveries where sequence = new.sequence)
      where state = new.state and sequence = new.sequence; end`.execute(tables);
    return;
  }
  const describe = sql.id(...(schema === undefined ? [] : [schema]), "describe_undelivered");
  await sql`create function ${describe}() returns trigger language plpgsql as $body$
begin
  select d.endpoint_id, d.event_type, d.kind into new.endpoint_id, new.event_type, new.kind
    from ${deliveries} d where d.sequence = new.sequence;
  return new;
end$body$`.execute(tables);
  await sql`create trigger described before insert on ${undelivered}
    for each row execute function ${describe}()`.execute(tables);
}
