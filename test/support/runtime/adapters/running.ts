import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { SignedDelivery } from "../../../../runtime/webhook/index.js";
import { afterThisTest } from "../../clean-up.js";

/** Closes something after the test. */
export const closeLater: (close: () => Promise<unknown>) => void = afterThisTest;

/** A port of localhost on which the listener answers until the test ends. */
export async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => closed(server));
  return serverPort(server);
}

export function serverPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Delivers by `fetch`. */
export function send(port: number, { headers, body }: SignedDelivery, method = "POST"): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/hook`, {
    method,
    headers,
    ...(method === "POST" ? { body: new Uint8Array(body) } : {}),
  });
}

/** Writes bytes to a socket and returns everything received until it closes. */
export function exchange(port: number, ...writes: readonly (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => {
      for (const bytes of writes) socket.write(bytes);
    });
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

/** Writes a head and then bytes without end, until the connection is closed; gives everything that came back. */
export function sendEndlessly(port: number, text: string, piece: string | Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(text);
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", more);
      more();
    });
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    // The server cuts it off.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/** The request line and headers of a delivery as sent; a header may occur twice. */
export function head(
  { headers, body }: SignedDelivery,
  more: readonly (readonly [string, string])[] = [],
): string {
  const lines = Object.entries({ ...headers, host: "receiver.test", "content-length": String(body.length) });
  return `POST /hook HTTP/1.1\r\n${[...lines, ["connection", "close"], ...more]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;
}
