import {
  type DatabaseIntrospector,
  type DatabaseMetadata,
  type Kysely,
  sql,
  type TableMetadata,
} from "kysely";

/**
 * Lists what the migrator asks for: schemas and tables, without columns. Kysely's own introspector reads each column of all schemas by
 * name, which fails when another session drops a schema at that moment, and takes long in a database of many tables.
 */
export class TableNamesIntrospector implements DatabaseIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    this.#db = db;
  }

  async getSchemas() {
    const { rows } = await sql<{
      readonly name: string;
    }>`select nspname as name from pg_catalog.pg_namespace`.execute(this.#db);
    return rows;
  }

  async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ readonly name: string; readonly schema: string }>`
      select tables.relname as name, schemas.nspname as schema
      from pg_catalog.pg_class as tables
      join pg_catalog.pg_namespace as schemas on tables.relnamespace = schemas.oid
      where tables.relkind in ('r', 'p') and has_schema_privilege(schemas.oid, 'USAGE')`.execute(this.#db);
    return rows.map((row) => ({ ...row, isView: false, columns: [] }));
  }

  async getMetadata(): Promise<DatabaseMetadata> {
    return { tables: await this.getTables() };
  }
}
