import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Answering, Exchange, MockAnswer, MockRequest } from "../exchange.js";
import { problemAnswer } from "../problem.js";
import { corsHeaders, preflight } from "./cors.js";
import type { ServerLimits } from "./limits.js";
import { readBounded } from "./read-bounded.js";

/** A request that was answered. */
export interface Answered {
  readonly request: Pick<MockRequest, "method" | "target">;
  readonly exchange: Exchange;
}

/** How the server works. */
export interface ServerOptions {
  readonly limits: ServerLimits;
  /** Whether pages of other origins may read answers. */
  readonly cors: boolean;
  readonly onAnswered: (answered: Answered) => void;
  /** Called with what should never happen: an error of the mock server itself. */
  readonly onFault: (error: unknown) => void;
}

/** An HTTP server around what answers. Headers, bodies and connections are bounded in size, number and time. */
export function createMockServer(answer: Answering, options: ServerOptions): Server {
  const { limits, onFault } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: Math.max(limits.requestTimeoutMs, limits.headersTimeoutMs),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: Math.min(1_000, limits.requestTimeoutMs),
    },
    (request, response) => {
      exchange(answer, { request, response }, options).catch((error: unknown) => {
        onFault(error);
        const detail = "the mock server failed; its standard error says why";
        if (response.headersSent) response.destroy();
        else send(response, problemAnswer({ status: 500, code: "internal-error", detail }), "GET");
      });
    },
  );
  server.maxConnections = limits.maxConnections;
  return server;
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function exchange(answer: Answering, { request, response }: Incoming, options: ServerOptions) {
  const { limits, cors, onAnswered } = options;
  const { method = "GET", url: target = "/" } = request;
  const headers = headersOf(request);
  if (cors) {
    const answered = preflight(method, headers);
    if (answered !== undefined) return send(response, answered, method);
    for (const [name, value] of corsHeaders(headers)) response.setHeader(name, value);
  }
  const body = await readBounded(request, limits.maxBodyBytes);
  // The client is gone, or Node has answered for lateness.
  if (body === "aborted") return;
  if (body === "too-large") {
    const detail = `the body is larger than ${limits.maxBodyBytes} bytes; raise the limit with --max-body`;
    response.setHeader("connection", "close");
    send(response, problemAnswer({ status: 413, code: "body-too-large", detail }), method);
    return;
  }
  const done = await answer({ method, target, headers, body });
  onAnswered({ request: { method, target }, exchange: done });
  send(response, done.answer, method);
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

/** Writes an answer. One to HEAD has the headers of GET. */
function send(response: ServerResponse, { status, headers, body }: MockAnswer, method: string): void {
  if (response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  const hasNoBody = status === 204 || status === 304;
  if (!hasNoBody) response.setHeader("content-length", Buffer.byteLength(body));
  response.end(method === "HEAD" || hasNoBody ? undefined : body);
}
