import { createUnitChecker } from "../check-unit.js";
import type { CheckSettings } from "../unit.js";
import type { FromThread, ToThread } from "./worker-pool.js";

/** The thread's end of the channel. */
export interface ServedPort {
  postMessage(message: FromThread, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: ToThread) => void): unknown;
}

/** Checks incoming units one after the other and posts the results. */
export async function serve(port: ServedPort, settings: CheckSettings): Promise<void> {
  let id: number | undefined;
  const failed = (error: unknown): void => {
    port.postMessage({ kind: "failed", id, message: error instanceof Error ? error.message : String(error) });
  };
  const check = await createUnitChecker(settings).catch((error: unknown) => {
    failed(error);
    throw error;
  });
  let work = Promise.resolve();
  port.on("message", (message) => {
    work = work
      .then(async () => {
        id = message.id;
        const parts = await check(message.unit);
        const events = parts.flatMap((part) => (part.events ? [part.events.buffer] : []));
        port.postMessage({ kind: "parts", id, parts }, events);
      })
      .catch(failed);
  });
  port.postMessage({ kind: "ready" });
}
