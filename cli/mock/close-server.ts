import type { Server } from "node:http";

/** How long requests that have begun may take after a signal, in milliseconds. */
const graceMs = 3_000;

/** How often connections are looked at, in milliseconds: Node doesn't say when one becomes idle. */
const idleCheckMs = 10;

/** Accepts no more requests, waits for those that have begun, and cuts off what takes too long. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
}
