import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { OipkitError } from "../errors.js";
import type { Answer, AnsweringReceiver } from "../ports/answer.js";
import { limitConcurrency } from "./concurrency-limit.js";
import { isArriving, receiverAsker, sendAnswer, unfinishedBodies } from "./node-exchange.js";
import { type ReceiverServerOptions, serverLimits } from "./node-options.js";

/** An HTTP server around a receiver. */
export interface ReceiverServer {
  /** Node's server, for `listen` and its events. */
  readonly server: Server;
  /** Starts listening and resolves to the port; 0 picks a free one. Rejects if the port is unavailable. */
  readonly listen: (address: { readonly port: number; readonly host?: string }) => Promise<number>;
  /** Rejects with `ServerSaturated` while deliveries may be turned away: for `createHealth`. */
  readonly check: () => Promise<void>;
  /**
   * Stops accepting connections, waits until pending requests are answered, and closes. Requests not answered after
   * `graceMs` milliseconds (default: 10,000) are cut off; their senders retry.
   */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
}

/** The server turns deliveries away, or cuts them off, because it has too many of something. */
export class ServerSaturated extends OipkitError {
  readonly code = "server-saturated";

  constructor(limit: "maxConcurrent" | "maxUnfinishedBodies" | "maxConnections") {
    super(`the server has reached \`${limit}\``);
  }
}

const remedy = "the server's own listeners may not read the body";
const notFound: Answer = { status: 404, headers: {}, body: "" };
const unexpected: Answer = { status: 417, headers: {}, body: "" };

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
  const unfinished = unfinishedBodies(options);
  const ask = receiverAsker(limited, { onFault, now: options.now, unfinished }, remedy);
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
      const asked = urlPath(request.url);
      const other = places.find((place) => asked === place || asked.startsWith(`${place}/`));
      if (other !== undefined) {
        // Nobody reads a body there, so nothing ends it but the connection's end.
        if (announcesBody(request)) response.setHeader("connection", "close");
        others[other]?.(request, response);
      } else if (path === undefined || asked === path) {
        ask(
          request,
          (answer, unread) => sendAnswer(response, answer, unread),
          () => response.destroy(),
        );
      } else sendAnswer(response, ...unasked(request, notFound));
    },
  );
  // Node's own answer keeps the connection, and reads the body for as long as a request may take.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) =>
    sendAnswer(response, ...unasked(request, unexpected)),
  );
  server.maxConnections = limits.maxConnections;
  return {
    server,
    listen: (address) => listen(server, address),
    async check() {
      if (limited.isFull()) throw new ServerSaturated("maxConcurrent");
      if (unfinished.isFull()) throw new ServerSaturated("maxUnfinishedBodies");
      if ((await connections(server)) >= limits.maxConnections) throw new ServerSaturated("maxConnections");
    },
    close: ({ graceMs = 10_000 } = {}) => {
      closing = true;
      return closeServer(server, graceMs);
    },
  };
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** An answer without the receiver, to a request whose body nobody reads. */
function unasked(request: IncomingMessage, answer: Answer): [Answer, IncomingMessage?] {
  if (!announcesBody(request) || !isArriving(request)) return [answer];
  return [{ ...answer, headers: { connection: "close" } }, request];
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

function urlPath(url = "/"): string {
  const query = url.indexOf("?");
  if (query === -1) return url;
  return url.slice(0, query);
}

/** Starts listening and resolves to the port; 0 picks a free one. Rejects if the port is unavailable. */
export function listen(
  server: Server,
  { port, host = "127.0.0.1" }: { readonly port: number; readonly host?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

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

export type { AnsweringReceiver } from "../ports/answer.js";
export { type AbortReason, RequestAborted } from "../ports/request-body.js";
export { AdapterMisconfigured } from "./adapter.js";
export type { ReceiverServerOptions } from "./node-options.js";
