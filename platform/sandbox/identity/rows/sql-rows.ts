import type { Kysely, Selectable } from "kysely";
import type { IdentityRow, IdentityRows, RowKey } from "./identity-rows.js";

/** The table of `createSqlRows`. PostgreSQL's driver returns a bigint as text. */
export interface IdentityTables {
  readonly sandbox_identity: {
    readonly environment: string;
    readonly kind: string;
    readonly id: string;
    readonly body: string;
    readonly expires_at: number | string | null;
    readonly consumed_at: number | string | null;
    readonly grant_id: string | null;
    readonly uid: string | null;
  };
}

/** Creates the table; safe to run again. */
export async function migrateIdentityRows(db: Kysely<IdentityTables>): Promise<void> {
  await db.schema
    .createTable("sandbox_identity")
    .ifNotExists()
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("consumed_at", "bigint")
    .addColumn("grant_id", "text")
    .addColumn("uid", "text")
    .addPrimaryKeyConstraint("sandbox_identity_key", ["environment", "kind", "id"])
    .execute();
  for (const column of ["expires_at", "grant_id", "uid"] as const)
    await db.schema
      .createIndex(`sandbox_identity_${column}`)
      .ifNotExists()
      .on("sandbox_identity")
      .columns(["environment", column])
      .execute();
}

/** Rows in a database, SQLite or PostgreSQL, for single statements. `migrateIdentityRows` must have run. */
export function createSqlRows(db: Kysely<IdentityTables>): IdentityRows {
  const at = ({ environment, kind, id }: RowKey) => ({ environment, kind, id });
  const select = db.selectFrom("sandbox_identity").selectAll();
  return {
    async find({ environment, kind, id }) {
      const row = await select
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("id", "=", id)
        .executeTakeFirst();
      return row && read(row);
    },
    async findByUid({ environment, kind, uid }) {
      const row = await select
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("uid", "=", uid)
        .executeTakeFirst();
      return row && read(row);
    },
    async upsert(row) {
      const values = {
        body: JSON.stringify(row.body),
        expires_at: row.expiresAt ?? null,
        consumed_at: row.consumedAt ?? null,
        grant_id: row.grant ?? null,
        uid: row.uid ?? null,
      };
      await db
        .insertInto("sandbox_identity")
        .values({ ...at(row), ...values })
        .onConflict((conflict) => conflict.columns(["environment", "kind", "id"]).doUpdateSet(values))
        .execute();
    },
    async consume({ environment, kind, id }, time) {
      // The store's driver doesn't count rows.
      const updated = await db
        .updateTable("sandbox_identity")
        .set({ consumed_at: time })
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("id", "=", id)
        .where("consumed_at", "is", null)
        .returning("id")
        .execute();
      return updated.length > 0;
    },
    async remove({ environment, kind, id }) {
      await db
        .deleteFrom("sandbox_identity")
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("id", "=", id)
        .execute();
    },
    async removeByGrant({ environment, grant }) {
      await db
        .deleteFrom("sandbox_identity")
        .where("environment", "=", environment)
        .where("grant_id", "=", grant)
        .execute();
    },
    async trim({ environment, kind }, { now, most }) {
      const ofKind = db
        .deleteFrom("sandbox_identity")
        .where("environment", "=", environment)
        .where("kind", "=", kind);
      await ofKind.where("expires_at", "<=", now).execute();
      const kept = db
        .selectFrom("sandbox_identity")
        .select("id")
        .where("environment", "=", environment)
        .where("kind", "=", kind)
        .where("expires_at", "is not", null)
        .orderBy("expires_at", "desc")
        .limit(most);
      await ofKind.where("expires_at", "is not", null).where("id", "not in", kept).execute();
    },
  };
}

function read(row: Selectable<IdentityTables["sandbox_identity"]>): IdentityRow {
  const time = (value: number | string | null) => (value === null ? undefined : Number(value));
  return {
    environment: row.environment as IdentityRow["environment"],
    kind: row.kind,
    id: row.id,
    body: JSON.parse(row.body) as IdentityRow["body"],
    expiresAt: time(row.expires_at),
    consumedAt: time(row.consumed_at),
    grant: row.grant_id ?? undefined,
    uid: row.uid ?? undefined,
  };
}
