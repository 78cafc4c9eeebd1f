export { StoreFailure, type StoreFailureCode } from "../../ports/stores.js";
export type { MigrationResult } from "../migration.js";
export type { NamedStatement, PooledClient, PostgresClient, PostgresPool } from "./client.js";
export type { PostgresOptions } from "./connection.js";
export { createPostgresInbox, type PostgresInboxOptions } from "./inbox.js";
export { migratePostgres } from "./migrate.js";
export { createPostgresNonces, type PostgresNoncesOptions } from "./nonces.js";
