export { StoreFailure, type StoreFailureCode } from "../../ports/stores.js";
export type { MigrationResult } from "../migration.js";
export type { SqliteConnection, SqliteValue } from "./database.js";
export { createSqliteInbox, type SqliteInboxOptions, type SqliteTransaction } from "./inbox.js";
export { migrateSqlite, type SqliteOptions } from "./migrate.js";
export { createSqliteNonces, type SqliteNoncesOptions } from "./nonces.js";
