import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "@oipkit/runtime/adapters/node-server";

/** A server that forwards. */
export interface Forwarder {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const maxBytes = 8 * 1024 * 1024;

/** Headers of one connection, and those that describe a body that `fetch` has decoded. */
const own = [
  "connection",
  "keep-alive",
  "host",
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "expect",
];

/** Starts a server on a free port of this machine that forwards each request as it is, and answers as the receiver does. */
export async function startForwarder(to: string, signal: AbortSignal): Promise<Forwarder> {
  const server = createServer((request, response) => {
    forward(request, response, { to, signal }).catch(() => {
      if (!response.headersSent) response.writeHead(502, { connection: "close" });
      response.end();
    });
  });
  const port = await listen(server, { port: 0 });
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { to, signal }: { readonly to: string; readonly signal: AbortSignal },
): Promise<void> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > maxBytes) throw new RangeError("the body is too large");
    pieces.push(piece);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (!own.includes(name) && value !== undefined) headers.set(name, String(value));
  const method = request.method ?? "POST";
  const body = method === "GET" || method === "HEAD" ? null : new Uint8Array(Buffer.concat(pieces));
  const answer = await fetch(to, { method, headers, body, redirect: "manual", signal });
  for (const [name, value] of answer.headers) if (!own.includes(name)) response.setHeader(name, value);
  response.writeHead(answer.status);
  response.end(new Uint8Array(await answer.arrayBuffer()));
}
