import { once } from "node:events";
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import {
  defaultMaxAnswerBytes,
  type Incoming,
  NoAnswer,
  type NoAnswerKind,
  type Send,
  type WireRequest,
} from "./send.js";

/** A sender, and a function that closes its connections. */
export interface HttpSend {
  readonly send: Send;
  readonly close: () => void;
}

/**
 * Sends with `node:http`, since Fetch can't send a header twice, arbitrary bytes in a header or a body in pieces.
 * Connections are kept and reused. `clock` returns milliseconds that never decrease.
 */
export function createHttpSend(clock: () => number): HttpSend {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  return {
    send: (request) => exchange(request, agents, clock),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

function exchange(wire: WireRequest, agents: Agents, clock: () => number): Promise<Incoming> {
  const started = clock();
  return new Promise((resolve, reject) => {
    const request = open(wire, agents);
    const fail = (kind: NoAnswerKind, cause?: unknown): void => {
      clearTimeout(timer);
      reject(new NoAnswer(kind, request.reusedSocket, { cause }));
      request.destroy();
    };
    let answering = false;
    const timer = setTimeout(() => fail(answering ? "unfinished" : "timeout"), wire.timeoutMs);
    request.on("error", (error: NodeJS.ErrnoException) => {
      // A subject that refuses a large body may close while the rest is still being sent.
      if (!answering) fail(failureKind(error), error);
    });
    request.on("response", (response) => {
      answering = true;
      const firstByteMs = clock() - started;
      read(response, wire.maxAnswerBytes ?? defaultMaxAnswerBytes).then(
        (body) => {
          if (body === undefined) return fail((response.statusCode ?? 0) >= 500 ? "error-page" : "too-large");
          clearTimeout(timer);
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs(response.rawHeaders),
            body,
            firstByteMs,
            elapsedMs: clock() - started,
          });
          if (!request.writableFinished) request.destroy();
        },
        (cause) => fail("closed", cause),
      );
    });
    write(request, wire).catch((cause) => fail("closed", cause));
  });
}

/** What this machine lacks if it can't open a connection: files, ports or memory. */
const exhausted: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "EADDRNOTAVAIL", "ENOBUFS", "ENOMEM"]);

/** What came of a request that ended with an error before its answer began. */
function failureKind({ code = "", syscall }: NodeJS.ErrnoException): NoAnswerKind {
  if (code.startsWith("HPE_")) return "malformed";
  if (exhausted.has(code)) return "exhausted";
  if (syscall === "connect" || syscall === "getaddrinfo") return "refused";
  return "closed";
}

function open(
  { url, method, headers, body, chunked, newConnection }: WireRequest,
  agents: Agents,
): ClientRequest {
  const { protocol, host } = new URL(url);
  const length: [string, string][] = hasBody(method)
    ? [chunked !== true ? ["content-length", String(body.length)] : ["transfer-encoding", "chunked"]]
    : [];
  const named = headers.some(([name]) => name.toLowerCase() === "host");
  const all = [...(named ? [] : [["host", host]]), ...headers, ...length].flat();
  const agent = protocol === "https:" ? agents.https : agents.http;
  return (protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method,
    headers: all,
    agent: newConnection === true ? false : agent,
  });
}

async function write(request: ClientRequest, { method, body, pieceBytes }: WireRequest): Promise<void> {
  if (!hasBody(method)) request.end();
  else if (pieceBytes === undefined) request.end(body);
  else {
    await connected(request);
    for (let at = 0; at < body.length && !request.destroyed; at += pieceBytes) {
      request.write(body.subarray(at, at + pieceBytes));
      // One turn of the event loop between two pieces, so that they are sent separately.
      await new Promise((resolve) => setImmediate(resolve));
    }
    request.end();
  }
}

/** Waits for the connection, since pieces written before would be sent together. */
async function connected(request: ClientRequest): Promise<void> {
  const [socket] = request.socket ? [request.socket] : await once(request, "socket");
  if (socket.connecting) await once(socket, "connect");
  request.setNoDelay(true);
}

function hasBody(method: string): boolean {
  return method !== "GET" && method !== "HEAD";
}

/** `undefined` if the body has more than `maxBytes`; a larger `Content-Length` ends it before the first byte. */
async function read(response: IncomingMessage, maxBytes: number): Promise<Uint8Array | undefined> {
  const declared = Number(response.headers["content-length"] ?? 0);
  if (declared > maxBytes) return undefined;
  // One buffer: a list of pieces would cost hundreds of bytes for each piece, and a piece may be one byte.
  let bytes = Buffer.alloc(declared > 0 ? declared : 0);
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    const end = length + chunk.length;
    if (end > maxBytes) return undefined;
    if (end > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, length)], Math.max(end, 2 * bytes.length));
    chunk.copy(bytes, length);
    length = end;
  }
  return bytes.subarray(0, length);
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2] ?? "", raw[at * 2 + 1] ?? ""]);
}
