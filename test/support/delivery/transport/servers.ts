import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from "node:net";
import type { Transport, TransportResult } from "../../../../delivery/ports.js";
import type { TransportOptions } from "../../../../delivery/transport/connector.js";
import { createTransport } from "../../../../delivery/transport/create-transport.js";
import { afterThisTest } from "../../clean-up.js";

export interface Served {
  readonly url: string;
  /** With the port. */
  readonly host: string;
  readonly port: number;
}

/** Listens on a free port of loopback until the test ends, and ends every connection then. */
export async function listen(server: Server, scheme = "http"): Promise<Served> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://127.0.0.1:${port}/hook?a=1`, host: `127.0.0.1:${port}`, port };
}

export const serve = (listener: RequestListener): Promise<Served> => listen(createServer(listener));

/** A server that calls `answer` once a request has come. */
export const serveRaw = (answer: (socket: Socket) => void): Promise<Served> =>
  listen(createRawServer((socket) => socket.on("data", () => answer(socket))));

/** A transport that is closed when the test ends. */
export function transportWith(options: TransportOptions): Transport {
  const made = createTransport(options);
  afterThisTest(() => made.close());
  return made;
}

/** A request without its URL. */
export const request = { headers: {}, body: Buffer.from("{}"), timeoutMs: 20_000, maxAnswerBytes: 4096 };

/** The code of a failure, or the status and the body of an answer. */
export function summary(result: TransportResult): string {
  if (result.kind === "failed") return result.code;
  const text = Buffer.from(result.body).toString();
  return `${result.status} ${text}${result.truncated ? "…" : ""}`;
}
