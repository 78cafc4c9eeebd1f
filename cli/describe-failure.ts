import { OipkitError } from "@oipkit/runtime/errors";
import type { Terminal } from "./terminal.js";

/** Why a command couldn't run, in words; a fault of our own with its stack. */
export function describeFailure(error: unknown, { env }: Terminal): string {
  if (error instanceof OipkitError) return `${error.message} [${error.code}]`;
  const known = error instanceof Error && "code" in error && typeof error.code === "string";
  if (known && env.OIPKIT_DEBUG === undefined) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
