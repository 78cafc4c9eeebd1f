import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterThisTest } from "../../../clean-up.js";

/** What a receiver got, in the order in which it came. */
export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that takes its time. */
export interface SlowReceiver {
  readonly port: number;
  /** What it got since this was called last. */
  readonly take: () => readonly ReceivedRequest[];
}

/** What it answers deliveries with. */
interface SlowAnswers {
  /** Milliseconds until an answer. */
  readonly delayMs: () => number;
  readonly status: (attempt: ReceivedRequest, earlier: number) => number;
}

/** Starts a receiver on a free port, until the test ends. */
export async function startSlowReceiver({ delayMs, status }: SlowAnswers): Promise<SlowReceiver> {
  let received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { headers } = request;
    const id = headers["x-svc-delivery-id"];
    const earlier = received.filter((each) => id !== undefined && each.headers["x-svc-delivery-id"] === id);
    received.push({ headers, body });
    await sleep(delayMs());
    response.sendDate = false;
    response.setHeader("content-type", "application/json");
    if (id === undefined) response.end(JSON.stringify({ challenge: JSON.parse(body).challenge }));
    else response.writeHead(status({ headers, body }, earlier.length)).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterThisTest(() => {
    server.close();
    server.closeAllConnections();
  });
  const take = (): readonly ReceivedRequest[] => {
    const taken = received;
    received = [];
    return taken;
  };
  return { port: (server.address() as AddressInfo).port, take };
}
