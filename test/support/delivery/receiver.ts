import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { protocol } from "../../../generated/events/protocol.js";

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A receiver on the loopback interface: it verifies connections and answers everything else as told. */
export interface Receiver {
  readonly url: string;
  readonly host: string;
  readonly requests: ReceivedRequest[];
  respond: (request: ReceivedRequest, response: ServerResponse) => void;
  readonly close: () => void;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks) };
      if (request.headers[protocol.verification.header.toLowerCase()] === undefined) {
        receiver.requests.push(received);
        return receiver.respond(received, response);
      }
      const { challenge } = JSON.parse(received.body.toString()) as { challenge: string };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ challenge }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: Receiver = {
    host,
    url: `http://${host}/hook`,
    requests: [],
    respond: (_, response) => void response.writeHead(204).end(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
