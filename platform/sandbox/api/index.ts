export type { ApiOptions } from "./api-options.js";
export { checkNames } from "./checks/ordered-checks.js";
export { commerceOf } from "./commerce-of.js";
export type { ApiCommerce } from "./commerce-port.js";
export { type Api, createApi } from "./create-api.js";
export { apiTimerCommands } from "./idempotency.js";
export type { LogEntry, LoggedCheck } from "./log/log-entry.js";
export {
  openRequestLog,
  type RequestFilter,
  type RequestLog,
  type RequestLogOptions,
} from "./log/request-log.js";
export type { RequestRow, RequestRows } from "./log/request-rows.js";
export { openSqlRequestRows } from "./log/sql-request-rows.js";
export { type ApiBases, defaultBases } from "./request/request-address.js";
export type { TokenClaims, VerifiedToken, VerifyToken } from "./verified-token.js";
