import { createServer } from "node:http";
import { createServer as createRawServer, type Socket } from "node:net";
import { expect, it, vi } from "vitest";
import {
  listen,
  request,
  serve,
  serveRaw,
  summary,
  transportWith,
} from "../../support/delivery/transport/servers.js";

it("keeps a connection for the next request to the same origin", async () => {
  const ports: unknown[] = [];
  const { url, host } = await serve((asked, answer) => {
    ports.push(asked.socket.remotePort);
    asked.resume().on("end", () => answer.end("fine"));
  });
  const transport = transportWith({ allowedHosts: [host] });
  for (let index = 0; index < 5; index++) {
    await transport.post({ ...request, url });
    // A connection is free one turn of the event loop after its answer, when nothing has followed it.
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(ports).toHaveLength(5);
  expect(new Set(ports).size).toBe(1);
});

it("opens no more connections to one origin than it may, and one request at a time on each", async () => {
  let [open, most] = [0, 0];
  const waiting: (() => void)[] = [];
  const { url, host } = await serve((asked, answer) => {
    most = Math.max(most, ++open);
    asked.resume();
    waiting.push(() => {
      open--;
      answer.end();
    });
    if (waiting.length === 3) for (const go of waiting.splice(0)) go();
  });
  const transport = transportWith({ allowedHosts: [host], maxConnectionsPerOrigin: 3 });
  const results = await Promise.all(Array.from({ length: 9 }, () => transport.post({ ...request, url })));
  expect(results.map(summary)).toEqual(Array(9).fill("200 "));
  expect(most).toBe(3);
});

it("doesn't let one origin that hangs hold up another", async () => {
  const [slow, quick] = [await serve(() => {}), await serve((_, answer) => answer.end("quick"))];
  const transport = transportWith({ allowedHosts: [slow.host, quick.host], maxConnectionsPerOrigin: 2 });
  const hanging = Array.from({ length: 20 }, () =>
    transport.post({ ...request, url: slow.url, timeoutMs: 1000 }),
  );
  expect(summary(await transport.post({ ...request, url: quick.url }))).toBe("200 quick");
  expect(new Set((await Promise.all(hanging)).map(summary))).toEqual(new Set(["timed-out"]));
});

it("sends a request once, also if a kept connection ends at that moment", async () => {
  let requests = 0;
  const { url, host } = await serveRaw((socket: Socket) => {
    if (++requests === 2) socket.resetAndDestroy();
    else socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const transport = transportWith({ allowedHosts: [host] });
  const outcomes = [];
  for (let index = 0; index < 3; index++) outcomes.push(summary(await transport.post({ ...request, url })));
  expect(outcomes).toEqual(["204 ", "connection-reset", "204 "]);
  expect(requests).toBe(3);
});

it("uses a new connection after an answer that it didn't read to the end", async () => {
  const ports = new Set<unknown>();
  const { url, host } = await serve((asked, answer) => {
    ports.add(asked.socket.remotePort);
    asked.resume();
    answer.end("x".repeat(100));
  });
  const transport = transportWith({ allowedHosts: [host] });
  for (let index = 0; index < 3; index++)
    expect(summary(await transport.post({ ...request, url, maxAnswerBytes: 5 }))).toBe("200 xxxxx…");
  expect(ports.size).toBe(3);
});

it("never takes what a server sends on an idle connection as an answer", async () => {
  let connections = 0;
  const server = createRawServer((socket) => {
    const own = ++connections;
    socket.on("data", () => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na");
      if (own === 1) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged");
    });
  });
  const { url, host } = await listen(server);
  const transport = transportWith({ allowedHosts: [host] });
  expect(summary(await transport.post({ ...request, url }))).toBe("200 a");
  expect(summary(await transport.post({ ...request, url }))).toBe("200 a");
});

it("reports a port where nobody listens", async () => {
  const { url, host } = await listen(createServer());
  const free = createServer();
  const { url: gone, host: goneHost } = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  const transport = transportWith({ allowedHosts: [host, goneHost] });
  expect(summary(await transport.post({ ...request, url: gone }))).toBe("connection-refused");
  expect(summary(await transport.post({ ...request, url, timeoutMs: 100 }))).toBe("timed-out");
});

it("keeps idle connections of so many origins only, and none for long", async () => {
  const sockets = new Set<Socket>();
  const server = createServer((asked, answer) => asked.resume().on("end", () => answer.end()));
  server.on("connection", (socket: Socket) =>
    sockets.add(socket.once("close", () => sockets.delete(socket))),
  );
  const { port } = await listen(server);
  const hosts = Array.from({ length: 60 }, (_, index) => `h${index}.example:${port}`);
  const transport = transportWith({
    allowedHosts: hosts,
    lookup: async () => ["127.0.0.1"],
    maxIdleOrigins: 5,
    idleMs: 1500,
  });
  for (const host of hosts)
    expect(summary(await transport.post({ ...request, url: `http://${host}/` }))).toBe("200 ");
  await vi.waitFor(() => expect(sockets.size).toBeLessThanOrEqual(5), { timeout: 30_000 });
  await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 30_000 });
});
