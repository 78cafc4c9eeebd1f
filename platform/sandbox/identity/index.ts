export { createIssuers, type Issuers, type IssuersOptions } from "./create-issuers.js";
export {
  createMemoryRows,
  createSqlRows,
  type IdentityRow,
  type IdentityRows,
  type IdentityTables,
  migrateIdentityRows,
  type RowKey,
} from "./identity-rows.js";
export type { Random } from "./key-ring.js";
export type { IdentitySettings } from "./provider/issuer-context.js";
export type { TokenProblem, VerifiedToken } from "./verify.js";
