import { createServer, type Server } from "node:http";
import type { AnsweringReceiver } from "../ports/answer.js";
import { limitConcurrency } from "./concurrency-limit.js";
import { listen } from "./listen.js";
import { toNodeListener } from "./node.js";
import { type ReceiverServerOptions, serverLimits } from "./server-options.js";

export type { AnsweringReceiver } from "../ports/answer.js";
export { listen } from "./listen.js";
export { AdapterMisconfigured } from "./options.js";
export type { ReceiverServerOptions } from "./server-options.js";

/** An HTTP server around a receiver. */
export interface ReceiverServer {
  /** Node's server, for `listen` and its events. */
  readonly server: Server;
  /** Starts listening and resolves to the port; 0 picks a free one. Rejects if the port is unavailable. */
  readonly listen: (address: { readonly port: number; readonly host?: string }) => Promise<number>;
  /**
   * Stops accepting connections, waits until pending requests are answered, and closes. Requests not answered after
   * `graceMs` milliseconds (default: 10,000) are cut off; their senders retry.
   */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
}

/**
 * A server that withstands slow, silent and too many senders: headers, bodies and pauses have time limits,
 * connections and concurrent requests are counted, nothing is queued. Throws `AdapterMisconfigured` for bad options.
 */
export function createReceiverServer(
  receiver: AnsweringReceiver,
  options: ReceiverServerOptions = {},
): ReceiverServer {
  const limits = serverLimits(options);
  const { path, onFault, onRefused, others = {} } = options;
  const limited = limitConcurrency(receiver, { maxConcurrent: limits.maxConcurrent, onRefused });
  const receive = toNodeListener(limited, { onFault, bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs });
  let closing = false;
  const places = Object.keys(others);
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.requestTimeoutMs, limits.headersTimeoutMs),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      // How often Node checks for requests that are late.
      connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs, limits.requestTimeoutMs),
    },
    (request, response) => {
      // An idle keep-alive connection would keep the server open.
      if (closing) response.setHeader("connection", "close");
      const asked = pathOf(request.url);
      const other = places.find((place) => asked === place || asked.startsWith(`${place}/`));
      if (other !== undefined) others[other]?.(request, response);
      else if (path === undefined || asked === path) receive(request, response);
      else response.writeHead(404).end();
    },
  );
  server.maxConnections = limits.maxConnections;
  return {
    server,
    listen: (address) => listen(server, address),
    close: ({ graceMs = 10_000 } = {}) => {
      closing = true;
      return close(server, graceMs);
    },
  };
}

const idleCheckMs = 10;

function close(server: Server, graceMs: number): Promise<void> {
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

function pathOf(url = "/"): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
