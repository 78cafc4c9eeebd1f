import type { Server } from "node:http";

/** How often connections are looked at, in milliseconds. */
const idleCheckMs = 10;

/**
 * Closes a server: it accepts no more connections, answers pending requests, and cuts off those that take longer than
 * `graceMs` milliseconds.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Node doesn't report when a busy connection becomes idle.
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });
}
