import { StoreFailure } from "@oipkit/runtime/stores";
import { DEFAULT_MIGRATION_TABLE, type Kysely, Migrator, sql } from "kysely";
import type { Dialect } from "../store.js";
import type { Tables } from "../tables.js";
import { up as createTables } from "./0001-tables.js";
import { up as noteStates } from "./0002-states.js";

/** The tables to migrate. */
export interface MigratedTables {
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;
  /** Where they are, for messages. */
  readonly place: string;
  /** Of PostgreSQL. */
  readonly schema?: string | undefined;
}

/** Knows the migrations of this version and which of them were applied. */
export function migratorOf({ db, dialect, schema }: MigratedTables): Migrator {
  const scoped = (own: Kysely<unknown>): Kysely<unknown> =>
    schema === undefined ? own : own.withSchema(schema);
  return new Migrator({
    db,
    provider: {
      getMigrations: async () => ({
        "0001-tables": { up: (own) => createTables(scoped(own as Kysely<unknown>), dialect) },
        "0002-states": { up: (own) => noteStates(own as Kysely<unknown>, { dialect, schema }) },
      }),
    },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
}

/**
 * The names of the migrations that the tables lack, in order; changes nothing. Throws `store-schema-newer` if a newer version has migrated
 * the tables.
 */
export async function pendingMigrations(tables: MigratedTables): Promise<readonly string[]> {
  const known = await migratorOf(tables).getMigrations();
  const pending = known.filter(({ executedAt }) => executedAt === undefined);
  if (pending.length < known.length) {
    const foreign = (await appliedNames(tables)).filter(
      (applied) => !known.some(({ name }) => name === applied),
    );
    if (foreign.length > 0)
      throw new StoreFailure(
        "store-schema-newer",
        `${tables.place} has migrations that this version doesn't know (${foreign.join(", ")}): update @oipkit/delivery`,
      );
  }
  return pending.map(({ name }) => name);
}

async function appliedNames({ db, schema }: MigratedTables): Promise<readonly string[]> {
  const table = sql.id(...(schema === undefined ? [] : [schema]), DEFAULT_MIGRATION_TABLE);
  const { rows } = await sql<{ readonly name: string }>`select name from ${table} order by name`.execute(db);
  return rows.map(({ name }) => name);
}
