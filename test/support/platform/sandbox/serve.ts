import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Receiver, toNodeListener } from "@oipkit/runtime/webhook";
import { afterThisTest } from "../../clean-up.js";

/** Serves a receiver on the loopback interface until the test ends, and answers with a status of `outage` instead while there is one. */
export async function serve(receiver: Receiver, outage: () => number | undefined): Promise<string> {
  const listener = toNodeListener(receiver);
  const server = createServer((request, response) => {
    const status = outage();
    if (status === undefined) return void listener(request, response);
    request.resume();
    response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterThisTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
}
