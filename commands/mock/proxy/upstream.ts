import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { urlToHttpOptions } from "node:url";

/** The real server behind a proxy. */
export interface Upstream {
  /** For `Host`. */
  readonly host: string;
  /** How long it may take to begin an answer, or to take a piece of a request, in milliseconds. */
  readonly timeoutMs: number;
  /** How long an answer that has begun, and isn't a stream, may pause, in milliseconds; 0 for any time. */
  readonly idleMs: number;
  /** Begins a request. Throws for what can't be sent. */
  readonly open: (head: UpstreamRequest) => ClientRequest;
  /** Ends its idle connections. */
  readonly close: () => void;
}

/** The head of a request to the real server. */
export interface UpstreamRequest {
  readonly method: string;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** Names and values in turn. */
  readonly lines: readonly string[];
  /** Whether it gets a connection of its own: one that was kept may end just now, and not every request can be repeated. */
  readonly fresh: boolean;
}

/** Largest head of an answer, in bytes (guessed). */
const mostHeadBytes = 256 * 1024;

/** The server at a URL, whose path comes before that of each request. Connections are kept. */
export function upstreamAt(
  url: string,
  { timeoutMs, idleMs = 0 }: { readonly timeoutMs: number; readonly idleMs?: number },
): Upstream {
  const base = new URL(url);
  const isSecure = base.protocol === "https:";
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = isSecure ? httpsRequest : httpRequest;
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, "");
  const { protocol, hostname, port } = urlToHttpOptions(base);
  return {
    host: base.host,
    timeoutMs,
    idleMs,
    open: ({ method, path, lines, fresh }) =>
      request({
        protocol,
        hostname,
        port,
        method,
        path: `${prefix}${path}`,
        headers: lines,
        agent: fresh ? false : agent,
        maxHeaderSize: mostHeadBytes,
      }),
    close: () => agent.destroy(),
  };
}
