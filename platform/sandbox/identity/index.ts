export { createIssuers, type Issuers, type IssuersOptions } from "./create-issuers.js";
export type { Random } from "./random.js";
export type { IdentityRow, IdentityRows, RowKey } from "./rows/identity-rows.js";
export { createMemoryRows } from "./rows/memory-rows.js";
export { createSqlRows, type IdentityTables, migrateIdentityRows } from "./rows/sql-rows.js";
export type { IdentitySettings } from "./settings.js";
export type { TokenProblem, VerifiedToken } from "./tokens/verify.js";
