import { createJsonLogger } from "@oipkit/runtime/operations/json-logger";
import type { Logger } from "@oipkit/runtime/webhook";
import type { Terminal } from "../terminal.js";
import type { ReceiveSettings } from "./settings.js";

const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** A logger that writes JSON lines to standard error. */
export function createLog(
  { err }: Pick<Terminal, "err">,
  { level, redact }: { readonly level: ReceiveSettings["logLevel"]; readonly redact: readonly string[] },
): Logger {
  return level === "off" ? silent : createJsonLogger({ write: err, level, redact });
}
