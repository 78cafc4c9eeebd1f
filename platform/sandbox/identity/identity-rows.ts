import type { Kysely, Selectable } from "kysely";
import type { Environment, Time } from "../platform/records/common.js";

/** Which row: those of an environment are never seen from another. */
export interface RowKey {
  readonly environment: Environment;
  /** Such as `Session`, `AuthorizationCode` or `SigningKeys`. */
  readonly kind: string;
  readonly id: string;
}

/** Something that an issuer keeps. Bodies contain codes, refresh tokens and private keys, so the place of the rows must be protected. */
export interface IdentityRow extends RowKey {
  readonly body: Readonly<Record<string, unknown>>;
  /** In the sandbox's time; absent: it stays. */
  readonly expiresAt?: Time | undefined;
  /** When a code or a refresh token was used, in the sandbox's time. */
  readonly consumedAt?: Time | undefined;
  /** What it was issued by, so that it ends with that. */
  readonly grant?: string | undefined;
  /** Another id of a session. */
  readonly uid?: string | undefined;
}

/** Where issuers keep what must survive a restart. All values are JSON. */
export interface IdentityRows {
  /** Also finds expired rows. */
  readonly find: (key: RowKey) => Promise<IdentityRow | undefined>;
  readonly findByUid: (
    key: Omit<RowKey, "id"> & { readonly uid: string },
  ) => Promise<IdentityRow | undefined>;
  readonly upsert: (row: IdentityRow) => Promise<void>;
  /** Marks a row as used, and returns whether this call did; of simultaneous calls one does. */
  readonly consume: (key: RowKey, at: Time) => Promise<boolean>;
  readonly remove: (key: RowKey) => Promise<void>;
  /** Removes all that was issued by a grant. */
  readonly removeByGrant: (key: {
    readonly environment: Environment;
    readonly grant: string;
  }) => Promise<void>;
  /** Removes rows of a kind that have expired, and of the others those that expire first, until at most `most` are left. */
  readonly trim: (
    key: Omit<RowKey, "id">,
    limits: { readonly now: Time; readonly most: number },
  ) => Promise<void>;
}

/** Rows in memory, which end with the process. */
export function createMemoryRows(): IdentityRows {
  const rows = new Map<string, IdentityRow>();
  const rowKey = ({ environment, kind, id }: RowKey): string => `${environment}/${kind}/${id}`;
  const isSameKind = (row: IdentityRow, { environment, kind }: Omit<RowKey, "id">): boolean =>
    row.environment === environment && row.kind === kind;

  return {
    find: async (key) => rows.get(rowKey(key)),
    async findByUid(key) {
      for (const row of rows.values()) if (row.uid === key.uid && isSameKind(row, key)) return row;
      return undefined;
    },
    upsert: async (row) => void rows.set(rowKey(row), row),
    async consume(key, at) {
      const row = rows.get(rowKey(key));
      if (row === undefined || row.consumedAt !== undefined) return false;
      rows.set(rowKey(key), { ...row, consumedAt: at });
      return true;
    },
    remove: async (key) => void rows.delete(rowKey(key)),
    async removeByGrant({ environment, grant }) {
      for (const [key, row] of rows)
        if (row.grant === grant && row.environment === environment) rows.delete(key);
    },
    async trim(key, { now, most }) {
      const ending = [...rows]
        .filter(([, row]) => row.expiresAt !== undefined && isSameKind(row, key))
        .sort(([, a], [, b]) => (b.expiresAt ?? 0) - (a.expiresAt ?? 0));
      for (const [at, [id, row]] of ending.entries()) {
        if (at >= most || (row.expiresAt ?? 0) <= now) rows.delete(id);
      }
    },
  };
}

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
  const time = (value: number | string | null) => {
    if (value === null) return undefined;
    return Number(value);
  };
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
