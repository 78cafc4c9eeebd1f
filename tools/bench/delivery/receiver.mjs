// An endpoint as fast as Node allows, in a process of its own: `/ok/…` is answered at once, `/hang/…` never while endpoints hang. Reports counts how long
// ago each event was published, and how many deliveries came twice.
import { createServer } from "node:http";

let answered = 0;
let target = Number.POSITIVE_INFINITY;
let waits = [];
let seen;
let repeated = 0;
let isHanging = true;

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (isHanging && request.url.startsWith("/hang/")) return;
    const published = /"published_(\d+)"/.exec(Buffer.concat(chunks).toString("latin1"))?.[1];
    if (published !== undefined) waits.push(Date.now() - Number(published));
    response.writeHead(204).end();
    const id = request.headers["x-svc-delivery-id"];
    if (seen?.has(id)) repeated += 1;
    seen?.add(id);
    answered += 1;
    if (answered === target) process.send({ kind: "reached", answered });
  });
});
server.keepAliveTimeout = 60_000;
server.requestTimeout = 0;
// Thousands of endpoints are connected to at once.
server.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, () =>
  process.send({ kind: "listening", port: server.address().port }),
);

process.on("message", ({ kind, count, isCounted, hangs }) => {
  if (kind === "hang") {
    isHanging = hangs;
    process.send({ kind: "hanging" });
  }
  if (kind === "expect") {
    answered = 0;
    waits = [];
    target = count;
    repeated = 0;
    seen = isCounted ? new Set() : undefined;
    process.send({ kind: "expecting" });
  }
  if (kind === "waits") process.send({ kind: "waits", waits: waits.sort((a, b) => a - b), answered });
  if (kind === "count") process.send({ kind: "count", answered, repeated });
});
process.on("disconnect", () => process.exit(0));
