// Sends signed deliveries over persistent connections, each as soon as the previous one is answered, and reports the
// time to its parent. All deliveries are signed before the first one is sent.
import { connect } from "node:net";
import { deliveryOf } from "./deliveries.mjs";

const [port, count, connections, prefix] = process.argv.slice(2);
const requests = Array.from({ length: Number(count) }, (_, index) => {
  const { headers, body } = deliveryOf(`${prefix}_${index}`);
  const lines = Object.entries({ ...headers, host: "127.0.0.1", "content-length": String(body.length) });
  const head = `POST / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body]);
});

/** Resolves when all requests up to `end` are answered; returns the time of each in milliseconds. */
function send(sockets, from, end) {
  let next = from;
  const times = [];
  return Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve, reject) => {
          let text = "";
          let started = 0;
          const step = () => {
            if (next >= end) return resolve();
            started = performance.now();
            socket.write(requests[next++]);
          };
          socket.removeAllListeners("data");
          socket.once("error", reject);
          socket.on("data", (chunk) => {
            text += chunk.latin1Slice();
            if (!text.endsWith("\r\n\r\n")) return;
            if (!text.startsWith("HTTP/1.1 204")) return reject(new Error(text));
            text = "";
            times.push(performance.now() - started);
            step();
          });
          step();
        }),
    ),
  ).then(() => times);
}

const sockets = await Promise.all(
  Array.from(
    { length: Number(connections) },
    () =>
      new Promise((resolve, reject) => {
        const socket = connect(Number(port), "127.0.0.1", () => resolve(socket)).setNoDelay(true);
        socket.once("error", reject);
      }),
  ),
);
const warm = Math.floor(requests.length / 4);
await send(sockets, 0, warm);
process.send({ kind: "warm" });
await new Promise((resolve) => process.once("message", resolve));
const started = performance.now();
const times = (await send(sockets, warm, requests.length)).sort((a, b) => a - b);
const seconds = (performance.now() - started) / 1000;
const at = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
process.send({
  kind: "done",
  rate: times.length / seconds,
  p50: at(0.5),
  p99: at(0.99),
  requests: times.length,
});
for (const socket of sockets) socket.destroy();
process.disconnect();
