import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Received } from "./received.js";

/** What the server knows of a request. */
export type Arrived = Pick<Received, "at" | "query" | "method" | "headers" | "body" | "cut">;

/** Where the answer to a request goes. */
export type EndpointResponse = ServerResponse;

/** Answers a request of one case. */
export type Answering = (arrived: Arrived, response: ServerResponse) => Promise<void>;

/** The judge's server: one address for each case. */
export interface EndpointServer {
  /** The address of a case's URLs, to which a label is added. */
  readonly urlOf: (name: string) => string;
  /** Answers the requests to a case's URLs. Returns how to end that; open requests of the case are then aborted. */
  readonly open: (name: string, answering: Answering) => () => void;
  readonly close: () => Promise<void>;
}

/** Longest request that is read, in bytes. */
const maxBytes = 4 * 1024 ** 2;

/** Starts the server on a free port of this machine. */
export async function startEndpointServer(): Promise<EndpointServer> {
  const cases = new Map<string, Answering>();
  const sockets = new Map<IncomingMessage["socket"], string>();
  const server = createServer((request, response) => {
    const [path = "", query] = (request.url ?? "").split("?", 2);
    const [, name = "", at = ""] = path.split("/");
    sockets.set(request.socket, name);
    const answering = cases.get(name);
    response.on("error", () => {});
    if (answering === undefined) response.writeHead(404, { connection: "close" }).end();
    else
      arrived(request, at, query)
        .then((received) => answering(received, response))
        .catch(() => request.destroy());
  });
  // A sender may send bytes that don't belong to any request; their connection just ends.
  server.on("clientError", (_error, socket) => socket.destroy());
  server.on("connection", (socket) => {
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as { readonly port: number };
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}/`,
    open(name, answering) {
      cases.set(name, answering);
      return () => {
        cases.delete(name);
        for (const [socket, owner] of sockets) if (owner === name) socket.destroy();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function arrived(request: IncomingMessage, at: string, query: string | undefined): Promise<Arrived> {
  const pieces: Buffer[] = [];
  let length = 0;
  let cut = false;
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > maxBytes) throw new RangeError("the request is too long");
      pieces.push(piece);
    }
  } catch {
    cut = true;
  }
  const { rawHeaders, method = "" } = request;
  const headers = Array.from(
    { length: rawHeaders.length / 2 },
    (_, index) => [rawHeaders[index * 2] ?? "", rawHeaders[index * 2 + 1] ?? ""] as const,
  );
  return { at, query, method, headers, body: Buffer.concat(pieces), cut };
}
