import { type Kysely, sql } from "kysely";
import type { Dialect } from "../store.js";

/** The first version of all tables. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("endpoints")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("organization", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("event_types", "text", (column) => column.notNull())
    .addColumn("callback_types", "text", (column) => column.notNull())
    .addColumn("encrypted", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("pause_reason", "text")
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("verified_at", "bigint")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("endpoints_one_per_application")
    .on("endpoints")
    .column("application")
    .unique()
    .where(sql.ref("state"), "<>", sql.lit("revoked"))
    .execute();
  await schema
    .createTable("lanes")
    .addColumn("endpoint_id", "text", (column) => column.primaryKey())
    .addColumn("ready_at", "bigint")
    .addColumn("lease_owner", "text")
    .addColumn("lease_until", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("failing_since", "bigint")
    .addColumn("open_until", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("lost", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex("lanes_ready")
    .on("lanes")
    .column("ready_at")
    .where(sql.ref("ready_at"), "is not", null)
    .execute();
  await schema
    .createTable("saves")
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("operation_id", "text", (column) => column.notNull())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("saves_key", ["application", "operation_id"])
    .execute();
  await schema
    .createTable("credentials")
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("operation_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("activated_at", "bigint")
    .addColumn("delivered_at", "bigint")
    .addPrimaryKeyConstraint("credentials_key", ["application", "kind", "version"])
    .execute();
  for (const state of ["active", "pending"]) {
    await schema
      .createIndex(`credentials_one_${state}`)
      .on("credentials")
      .columns(["application", "kind"])
      .unique()
      .where(sql.ref("state"), "=", sql.lit(state))
      .execute();
  }
  await schema
    .createTable("events")
    .addColumn("event_id", "text", (column) => column.primaryKey())
    .addColumn("event_type", "text", (column) => column.notNull())
    .addColumn("correlation_id", "text")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("trace", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .execute();
  await schema
    .createTable("deliveries")
    .addColumn("sequence", dialect === "sqlite" ? "integer" : "bigserial", (column) =>
      dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("endpoint_id", "text", (column) => column.notNull())
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("event_id", "text", (column) => column.notNull())
    .addColumn("event_type", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("earlier_attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("max_attempts", "integer", (column) => column.notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("error", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("settled_at", "bigint")
    .addColumn("redeliveries", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex("deliveries_event")
    .on("deliveries")
    .columns(["event_id", "endpoint_id"])
    .unique()
    .execute();
  await schema
    .createIndex("deliveries_pending")
    .on("deliveries")
    .columns(["endpoint_id", "due_at", "sequence"])
    .where(sql.ref("state"), "=", sql.lit("pending"))
    .execute();
  // Tests, which open circuits let pass, are few.
  await schema
    .createIndex("deliveries_tests")
    .on("deliveries")
    .column("endpoint_id")
    .where(sql.ref("state"), "=", sql.lit("pending"))
    .where(sql.ref("kind"), "=", sql.lit("test"))
    .execute();
  await schema
    .createIndex("deliveries_sending")
    .on("deliveries")
    .column("endpoint_id")
    .where(sql.ref("state"), "=", sql.lit("sending"))
    .execute();
  // Pages of the log, by state and by application.
  await schema.createIndex("deliveries_state").on("deliveries").columns(["state", "sequence"]).execute();
  await schema
    .createIndex("deliveries_application")
    .on("deliveries")
    .columns(["application", "sequence"])
    .execute();
  await schema
    .createTable("attempts")
    .addColumn("delivery", "bigint", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("started_at", "bigint", (column) => column.notNull())
    .addColumn("duration_ms", "integer", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("error", "text")
    .addColumn("answer", "text")
    .addColumn("secret_version", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("attempts_key", ["delivery", "number"])
    .execute();
  await schema
    .createTable("audit")
    .addColumn("sequence", dialect === "sqlite" ? "integer" : "bigserial", (column) =>
      dialect === "sqlite" ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("application", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("operation_id", "text")
    .addColumn("details", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("audit_application").on("audit").columns(["application", "sequence"]).execute();
}
