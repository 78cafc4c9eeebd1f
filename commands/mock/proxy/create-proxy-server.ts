import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { boundedServer, failExchange, type ServedAnswer, type ServerLimits } from "../create-server.js";
import type { ContractProxy } from "./create-proxy.js";
import type { Passing } from "./forward.js";
import { headerPairs } from "./header-lines.js";
import { announcesBody } from "./kept-body.js";

/** How the server of a proxy works. */
export interface ProxyServerOptions {
  readonly limits: ServerLimits;
  readonly onAnswered: (served: ServedAnswer) => void;
  /** Called with what should never happen: an error of the proxy itself. */
  readonly onFault: (error: unknown) => void;
}

/** The server of a proxy. */
export interface ProxyServer {
  readonly server: Server;
  /** Ends the connections that speak another protocol by now, which Node's server doesn't count any more. */
  readonly endTunnels: () => void;
}

/** An HTTP server that hands each request to the current proxy. Heads and connections are bounded; bodies aren't, as they only pass. */
export function createProxyServer(current: () => ContractProxy, options: ProxyServerOptions): ProxyServer {
  const { limits, onAnswered, onFault } = options;
  const tunnels = new Set<Duplex>();
  const serve = (passing: Passing): void => {
    const { response } = passing;
    response.on("error", () => {});
    current()
      .serve(passing, onAnswered)
      .catch((error: unknown) => failExchange(response, error, onFault));
  };
  // A whole request may take as long as its sender and the real server are at it.
  const server = boundedServer({ ...limits, requestTimeoutMs: 0 }, (request, response) =>
    serve({ request, response }),
  );
  // Bounded by their size alone: what is beyond a number would be dropped.
  server.maxHeadersCount = 0;
  // The real server says whether it wants the body, and what else it expects.
  for (const event of ["checkContinue", "checkExpectation"] as const)
    server.on(event, (request: IncomingMessage, response: ServerResponse) => serve({ request, response }));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (announcesBody(request)) return readAgain(server, { request, socket, head });
    tunnels.add(socket);
    socket.on("close", () => tunnels.delete(socket));
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Parameters<typeof response.assignSocket>[0]);
    response.on("finish", () => socket.end());
    serve({ request, response, upgrade: { socket, head } });
  });
  return {
    server,
    endTunnels: () => {
      for (const socket of tunnels) socket.destroy();
    },
  };
}

/**
 * Reads a request with a body without its wish for another protocol, which a server may ignore (RFC 9110, section 7.8): Node.js hands over such
 * a connection before the body is read.
 */
function readAgain(
  server: Server,
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
): void {
  const { method, url, rawHeaders } = request;
  const lines = headerPairs(rawHeaders)
    .filter(([name]) => !/^(?:upgrade|connection|http2-settings)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `${method} ${url} HTTP/1.1\r\n${lines.join("")}\r\n`;
  socket.unshift(Buffer.concat([Buffer.from(start, "latin1"), head]));
  server.emit("connection", socket);
}
