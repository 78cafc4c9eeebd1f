export { type ApiBases, defaultBases } from "./api-route.js";
export { checkNames } from "./checks/ordered-checks.js";
export { type ApiCommerce, apiCommerce } from "./commerce-port.js";
export type { BearerToken, TokenClaims, VerifyToken } from "./context.js";
export { createApi, type PlatformApi, type PlatformApiOptions } from "./create-api.js";
export { apiTimerCommands } from "./idempotency.js";
export type { LoggedCheck, RequestLogEntry } from "./log/log-entry.js";
export {
  openRequestLog,
  type RequestFilter,
  type RequestLog,
  type RequestLogOptions,
} from "./log/request-log.js";
export { openSqlRequestRows, type RequestRow, type RequestRows } from "./log/request-rows.js";
