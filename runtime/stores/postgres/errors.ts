import { OipkitError } from "../../errors.js";
import { StoreFailure } from "../../ports/store-failure.js";

const systemErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
]);

/** The failure, or a clearer one if the database is unreachable or lacks the tables. Never holds a password. */
export function clearError(failure: unknown, place: string): unknown {
  if (failure instanceof OipkitError || !(failure instanceof Error)) return failure;
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  // 3F000: no such schema; 42P01: no such table; 42703: no such column.
  if (code === "3F000" || code === "42P01" || code === "42703") {
    const message = `${place} lacks a table or column of oipkit's; run \`oipkit receiver migrate --store …\``;
    return new StoreFailure("store-not-migrated", message, { cause: failure });
  }
  // 08…: connection; 28…: authentication; 3D000: no such database; 53300: too many connections; 57P0…: shutting down.
  const isRefused = /^(?:08|28|57P0)/.test(code) || code === "3D000" || code === "53300";
  const isLost = /^(?:Connection terminated|timeout expired|timeout exceeded|Query read timeout)/.test(
    failure.message,
  );
  if (!isRefused && !isLost && !systemErrors.has(code)) return failure;
  const reason = failure.message === "" ? code : failure.message;
  return new StoreFailure("store-unreachable", `${place} can't be used: ${reason}`, { cause: failure });
}

/** Whether one row's content was refused (data exception, constraint, program limit), so that others may succeed. */
export function isOfContent(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | null)?.code;
  return typeof code === "string" && /^(?:22|23|54)/.test(code);
}
