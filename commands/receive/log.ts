import { createJsonLogger } from "@oipkit/runtime/operations/json-logger";
import type { Logger } from "@oipkit/runtime/webhook";
import type { Terminal } from "../terminal/terminal.js";
import type { ReceiveSettings } from "./settings.js";

const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** A logger that writes JSON lines to standard error. `redact` returns what no line may hold: another list when that has changed. */
export function createLog(
  { err }: Pick<Terminal, "err">,
  {
    level,
    redact,
  }: { readonly level: ReceiveSettings["logLevel"]; readonly redact: () => readonly string[] },
): Logger {
  if (level === "off") return silent;
  let secrets = redact();
  let logger = createJsonLogger({ write: err, level, redact: secrets });
  const latest = (): Logger => {
    const now = redact();
    if (now !== secrets) {
      secrets = now;
      logger = createJsonLogger({ write: err, level, redact: secrets });
    }
    return logger;
  };
  return {
    info: (fields, message) => latest().info(fields, message),
    warn: (fields, message) => latest().warn(fields, message),
    error: (fields, message) => latest().error(fields, message),
  };
}
