import { OipkitError } from "@oipkit/runtime/errors";
import type { Terminal } from "./terminal.js";

/**
 * Why a command couldn't run, in words; a fault of our own with its stack. With `OIPKIT_DEBUG`, what caused the error
 * comes with its stack, too: for a plugin's author, the line that threw.
 */
export function describeFailure(error: unknown, { env }: Terminal): string {
  if (error instanceof OipkitError) {
    const text = `${error.message} [${error.code}]`;
    const isShown = env.OIPKIT_DEBUG !== undefined && error.cause instanceof Error;
    return isShown ? `${text}\n${(error.cause as Error).stack}` : text;
  }
  const known = error instanceof Error && "code" in error && typeof error.code === "string";
  if (known && env.OIPKIT_DEBUG === undefined) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
