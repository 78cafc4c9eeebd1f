import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import {
  type Answering,
  type MockAnswer,
  type MockExchange,
  type MockFinding,
  problemAnswer,
} from "./exchange.js";
import { requestHeaders } from "./request/headers.js";

/** A request that was answered, and what was found. */
export interface ServedAnswer {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** The `operationId`, or method and path; absent if no operation was found. */
  readonly operation: string | undefined;
  /** Of the answer. */
  readonly status: number;
  readonly findings: readonly MockFinding[];
}

/** How the server works. */
export interface MockServerOptions {
  readonly limits: ServerLimits;
  /** Whether pages of other origins may read answers. */
  readonly cors: boolean;
  readonly onAnswered: (answered: ServedAnswer) => void;
  /** Called, after the answer, with what the API sends then. */
  readonly onCallbacks?: (callbacks: NonNullable<MockExchange["callbacks"]>) => void;
  /** Called with what should never happen: an error of the mock server itself. */
  readonly onFault: (error: unknown) => void;
}

/** An HTTP server around what answers. Headers, bodies and connections are bounded in size, number and time. */
export function createMockServer(answer: Answering, options: MockServerOptions): Server {
  return boundedServer(options.limits, (request, response) => {
    exchange(answer, { request, response }, options).catch((error: unknown) =>
      failExchange(response, error, options.onFault),
    );
  });
}

/** A server whose connections are bounded in number, and in the time and size of their heads. */
export function boundedServer(limits: ServerLimits, listener: RequestListener): Server {
  const { headersTimeoutMs, requestTimeoutMs } = limits;
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs === 0 ? 0 : Math.max(requestTimeoutMs, headersTimeoutMs),
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      // How often Node looks for requests that are late.
      connectionsCheckingInterval: Math.min(1_000, requestTimeoutMs || headersTimeoutMs),
    },
    listener,
  );
  server.maxConnections = limits.maxConnections;
  return server;
}

/** Ends an exchange in which this program has failed. */
export function failExchange(
  response: ServerResponse,
  error: unknown,
  onFault: MockServerOptions["onFault"],
): void {
  onFault(error);
  const detail = "the mock server failed; its standard error says why";
  if (response.headersSent) response.destroy();
  else writeAnswer(response, problemAnswer({ status: 500, code: "internal-error", detail }), "GET");
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function exchange(answer: Answering, { request, response }: Incoming, options: MockServerOptions) {
  const { limits, cors, onAnswered } = options;
  const { method = "GET", url: target = "/" } = request;
  const headers = requestHeaders(request);
  if (cors) {
    const answered = preflight(method, headers);
    if (answered !== undefined) return writeAnswer(response, answered, method);
    for (const [name, value] of corsHeaders(headers)) response.setHeader(name, value);
  }
  const body = hasBody(request) ? await readBounded(request, limits.maxBodyBytes) : noBody;
  // The client is gone, or Node has answered for lateness.
  if (body === "aborted") return;
  if (body === "too-large") {
    const detail = `the body is larger than ${limits.maxBodyBytes} bytes; raise the limit with --max-body`;
    response.setHeader("connection", "close");
    writeAnswer(response, problemAnswer({ status: 413, code: "body-too-large", detail }), method);
    return;
  }
  const done = await answer({ method, target, headers, body });
  const { answer: given, operation, findings } = done;
  onAnswered({ method, target, operation, status: given.status, findings });
  writeAnswer(response, given, method);
  if (done.callbacks !== undefined) options.onCallbacks?.(done.callbacks);
}

/** Writes an answer. One to HEAD has the headers of GET. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: MockAnswer,
  method: string,
): void {
  if (response.destroyed) return;
  const hasNoBody = status === 204 || status === 304;
  const lines: string[] = [];
  for (const [name, value] of headers) lines.push(name, value);
  if (!hasNoBody) lines.push("content-length", String(Buffer.byteLength(body)));
  response.writeHead(status, lines);
  response.end(method === "HEAD" || hasNoBody ? undefined : body);
}

const noBody = new Uint8Array();

/** A request that says nothing of a body has none. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

type Headers = Readonly<Record<string, string>>;

/** The answer to a browser that asks before a request of another origin; `undefined` for other requests. */
function preflight(method: string, headers: Headers): MockAnswer | undefined {
  const asked = headers["access-control-request-method"];
  if (method !== "OPTIONS" || headers.origin === undefined || asked === undefined) return undefined;
  const names = headers["access-control-request-headers"];
  return {
    status: 204,
    headers: [
      ...corsHeaders(headers),
      ["access-control-allow-methods", asked],
      ...(names === undefined ? [] : [["access-control-allow-headers", names] as const]),
      ["access-control-max-age", "600"],
    ],
    body: "",
  };
}

/** Headers that let a page of another origin read an answer: one that has no secrets. */
function corsHeaders({ origin }: Headers): MockAnswer["headers"] {
  if (origin === undefined) return [];
  return [
    ["access-control-allow-origin", origin],
    ["access-control-allow-credentials", "true"],
    ["access-control-expose-headers", "*"],
    ["vary", "origin"],
  ];
}

/** How much more of a body that is too large is read, so that its sender sees the answer. */
const mostDiscarded = 4;

/**
 * The whole body of a request; `too-large` as soon as it exceeds the limit, after which some of the rest is discarded;
 * `aborted` if the sender ends the connection. Never rejects.
 */
function readBounded(
  request: IncomingMessage,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large" | "aborted"> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    if (Number(request.headers["content-length"] ?? 0) > most) resolve("too-large");
    request.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= most) {
        pieces.push(piece);
        return;
      }
      pieces.length = 0;
      resolve("too-large");
      if (size > mostDiscarded * most) request.destroy();
    });
    request.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    for (const event of ["error", "close"] as const) request.on(event, () => resolve("aborted"));
  });
}

/** What one client may cost. Times are in milliseconds, sizes in bytes. */
export interface ServerLimits {
  readonly maxHeaderBytes: number;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  /** Of a whole request, its body included; 0 for no limit. */
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
}

/** As much as tests and a laptop's tools need, and no more (guessed). */
export const usualLimits: ServerLimits = {
  maxHeaderBytes: 16 * 1024,
  maxBodyBytes: 8 * 1024 * 1024,
  maxConnections: 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 5_000,
};
