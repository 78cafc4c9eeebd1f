import type { IncomingMessage } from "node:http";

/** Calls back if nothing of a message arrives for a time, in milliseconds; 0 for any time. Returns what ends the watch. */
export function watchIdle(message: IncomingMessage, idleMs: number, onIdle: () => void): () => void {
  if (idleMs === 0 || message.complete) return () => {};
  const clock = setTimeout(onIdle, idleMs);
  const renew = (): void => void clock.refresh();
  const stop = (): void => {
    clearTimeout(clock);
    message.off("data", renew);
  };
  message.on("data", renew);
  for (const event of ["end", "close"] as const) message.on(event, stop);
  return stop;
}
