import { MessageChannel } from "node:worker_threads";
import { type ServedPort, serve } from "../../../../commands/validate/threads/serve.js";
import type { StartThread, ThreadChannel } from "../../../../commands/validate/threads/worker-pool.js";

/** Starts "threads" that do a worker's work in this thread, behind a real message channel. */
export const startSimulated: StartThread = (settings) => {
  const { port1, port2 } = new MessageChannel();
  const failures: ((error: unknown) => void)[] = [];
  serve(port2 as unknown as ServedPort, settings).catch((error: unknown) => {
    for (const fail of failures) fail(error);
  });
  return {
    postMessage: (message: unknown, transfer: ArrayBuffer[] = []) => port1.postMessage(message, transfer),
    on(event: "message" | "error", listener: (value: never) => void) {
      if (event === "error") failures.push(listener as (error: unknown) => void);
      else port1.on("message", listener as (value: unknown) => void);
    },
    terminate: async () => port1.close(),
  } as unknown as ThreadChannel;
};
