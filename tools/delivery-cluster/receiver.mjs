// An endpoint for all applications: answers at once, at random with 503, or never; and keeps what came.
import { once } from "node:events";
import { createServer } from "node:http";
import { protocol } from "@oipkit/sdk/events/protocol.js";

const eventIdHeader = protocol.headers.eventId.toLowerCase();

export async function startReceiver({ random, failingShare }) {
  /** When the requests for each event came, in milliseconds since 1970. */
  const arrivals = new Map();
  const accepted = new Set();
  let isHanging = false;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const id = request.headers[eventIdHeader];
      const times = arrivals.get(id);
      if (times === undefined) arrivals.set(id, [Date.now()]);
      else times.push(Date.now());
      if (isHanging && request.url.startsWith("/hang")) return;
      const status = random() < failingShare ? 503 : 204;
      if (status === 204) accepted.add(id);
      response.writeHead(status).end();
    });
    request.on("error", () => {});
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    host: `127.0.0.1:${server.address().port}`,
    arrivals,
    count: () => [...arrivals.values()].reduce((sum, times) => sum + times.length, 0),
    accepted,
    setHanging(value) {
      isHanging = value;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
