import { OipkitError } from "@oipkit/runtime/errors";
import type { Terminal } from "./terminal.js";

/**
 * The error message for a command that couldn't run; an internal error includes its stack. If `OIPKIT_DEBUG` is set,
 * the stack of the cause is added, which shows the author of a plugin the line that threw.
 */
export function describeFailure(error: unknown, { env }: Terminal): string {
  if (error instanceof OipkitError) {
    const text = `${error.message} [${error.code}]`;
    const isShown = env.OIPKIT_DEBUG !== undefined && error.cause instanceof Error;
    if (isShown) return `${text}\n${(error.cause as Error).stack}`;
    return text;
  }
  const known = error instanceof Error && "code" in error && typeof error.code === "string";
  if (known && env.OIPKIT_DEBUG === undefined) return error.message;
  if (error instanceof Error) return error.stack ?? error.message;
  return String(error);
}
