// An integrator's endpoint as fast as Node allows, in a process of its own: it answers the verification and acknowledges each event.
import { createServer } from "node:http";
import { answerMessages } from "../delivery/process.mjs";

const seen = new Set();
let repeated = 0;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const id = request.headers["x-svc-event-id"];
    if (id === undefined) {
      const { challenge } = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ challenge }));
      return;
    }
    if (seen.has(id)) repeated += 1;
    seen.add(id);
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ kind: "listening", port: server.address().port }));

answerMessages({ count: () => ({ events: seen.size, repeated }) });
