// @needs own-process
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { toExpressHandler } from "../../../runtime/adapters/express.js";
import { toFastifyRoute } from "../../../runtime/adapters/fastify.js";
import { toHonoHandler } from "../../../runtime/adapters/hono.js";
import { toNodeListener } from "../../../runtime/adapters/node.js";
import { createReceiverServer } from "../../../runtime/adapters/node-server.js";
import type { Receiver } from "../../../runtime/webhook/index.js";
import { closed, closeLater, head, serverPort } from "../../support/runtime/adapters/running.js";
import { acmeReceiver, delivery, post } from "../../support/runtime/webhook/acme.js";

const bodyBytes = 256 * 1024;
/** As one buffer for each byte, such a body takes 100 MiB. */
const allowedBytes = 16 * bodyBytes;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function usedMemory(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A delivery whose body is exactly as long as allowed. */
function largest() {
  const event = (length: number) => ({ meta: { id: "evt-1", topic: "acme.news" }, text: "x".repeat(length) });
  const overhead = delivery({ event: event(0) }).body.length;
  const made = delivery({ event: event(bodyBytes - overhead) });
  expect(made.body).toHaveLength(bodyBytes);
  return made;
}

const servers: Readonly<Record<string, (receiver: Receiver) => Server | Promise<Server>>> = {
  "Node's http": (receiver) => createServer(toNodeListener(receiver)),
  "the receiver's server": (receiver) => createReceiverServer(receiver).server,
  Express: (receiver) => createServer(express().all("/hook", toExpressHandler(receiver))),
  async Fastify(receiver) {
    const app = fastify();
    app.route(toFastifyRoute(receiver, { url: "/hook" }));
    await app.ready();
    return app.server;
  },
  Hono: (receiver) =>
    createAdaptorServer({
      fetch: new Hono().all("/hook", toHonoHandler(receiver)).fetch,
      overrideGlobalObjects: false,
    }) as Server,
};

it.each(Object.entries(servers))("%s keeps a body in one-byte chunks in bounded memory", async (_, serve) => {
  const { receiver, inbox } = acmeReceiver({ maxBodyBytes: bodyBytes });
  const server = await serve(receiver);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closeLater(() => closed(server));
  let read = (): number => 0;
  server.on("connection", (socket) => {
    read = () => socket.bytesRead;
  });
  const made = largest();
  const chunks = Buffer.from([...made.body].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join(""));
  const text = head(made).replace(/content-length: \d+/, "transfer-encoding: chunked");
  const before = usedMemory();
  let answer = "";
  const socket = connect(serverPort(server), "127.0.0.1", () => socket.write(text) && socket.write(chunks));
  socket.on("data", (piece) => {
    answer += piece;
  });
  await expect.poll(() => read(), { timeout: 30_000 }).toBe(text.length + chunks.length);
  expect(usedMemory() - before).toBeLessThan(allowedBytes);
  socket.write("0\r\n\r\n");
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 202 /);
  expect(await inbox.list()).toHaveLength(1);
});

it("the Fetch reader keeps a body in one-byte pieces in bounded memory", async () => {
  const { receiver } = acmeReceiver({ maxBodyBytes: bodyBytes });
  const { headers, body } = largest();
  let next = 0;
  let grown = 0;
  const before = usedMemory();
  const pieces = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next === body.length) {
        grown = usedMemory() - before;
        return controller.close();
      }
      controller.enqueue(Uint8Array.of(body[next++] ?? 0));
    },
  });
  const init = { method: "POST", headers, body: pieces, duplex: "half" } as RequestInit;
  expect((await receiver.handle(new Request(post(largest()).url, init))).status).toBe(202);
  expect(grown).toBeLessThan(allowedBytes);
});
