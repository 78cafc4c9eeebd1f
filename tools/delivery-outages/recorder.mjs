// A proxy between engine and receiver that keeps what makes requests the same or different. The engine never notices it.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { Agent, createServer, request as send } from "node:http";
import { protocol } from "@oipkit/sdk/events/protocol.js";

const names = Object.fromEntries(
  Object.entries(protocol.headers).map(([field, header]) => [field, header.toLowerCase()]),
);

export async function startRecorder(receiverPort) {
  const agent = new Agent({ keepAlive: true });
  /** By event id. */
  const seen = new Map();
  const counts = { requests: 0, statuses: {} };
  const nonces = new Set();
  const count = (what) => {
    counts.statuses[what] = (counts.statuses[what] ?? 0) + 1;
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      if (request.headers[names.eventId] !== undefined) record(request.headers, body);
      const { host, connection, ...headers } = request.headers;
      const forwarded = send({
        host: "127.0.0.1",
        port: receiverPort(),
        agent,
        method: "POST",
        path: "/",
        headers,
      });
      forwarded.on("response", (answer) => {
        count(answer.statusCode);
        response.writeHead(answer.statusCode, answer.headers);
        answer.on("error", () => response.destroy());
        answer.pipe(response);
      });
      forwarded.on("error", () => {
        count("broken");
        request.socket.destroy();
      });
      forwarded.end(body);
    });
  });
  const record = (headers, body) => {
    counts.requests++;
    const eventId = headers[names.eventId];
    const entry = seen.get(eventId) ?? { requests: 0, variants: new Set(), repeatedNonces: 0 };
    seen.set(eventId, entry);
    entry.requests++;
    const { correlation_id: correlation } = JSON.parse(body.toString());
    const hash = createHash("sha256").update(body).digest("hex");
    entry.variants.add([headers[names.deliveryId], correlation, headers[names.eventType], hash].join(" "));
    const nonce = headers[names.nonce];
    if (nonces.has(nonce)) entry.repeatedNonces++;
    nonces.add(nonce);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    counts,
    seen,
    host: `127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
