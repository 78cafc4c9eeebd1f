import { createServer, request as httpRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { type Receiver, toNodeListener } from "../../../runtime/webhook/index.js";
import { acmeReceiver, delivery } from "./acme.js";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(receiver: Pick<Receiver, "answer">): Promise<number> {
  const started = createServer(toNodeListener(receiver));
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return (started.address() as AddressInfo).port;
}

const send = (port: number, { headers, body }: ReturnType<typeof delivery>): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: new Uint8Array(body) });

it("delivers the raw bytes", async () => {
  const { receiver, inbox } = acmeReceiver();
  const port = await listen(receiver);
  const event = { meta: { id: "e", topic: "acme.news" }, ü: "😀\u2028" };
  const response = await send(port, delivery({ event }));
  expect([response.status, await response.text()]).toEqual([202, ""]);
  expect((await inbox.list())[0]?.event).toEqual(event);
});

it("puts a body together that comes one byte at a time", async () => {
  const { receiver, inbox } = acmeReceiver();
  const port = await listen(receiver);
  const { headers, body } = delivery();
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", headers }, (got) => {
      got.resume();
      resolve(got.statusCode);
    });
    sent.on("error", reject);
    for (const byte of body) sent.write(Buffer.of(byte));
    sent.end();
  });
  expect(status).toBe(202);
  expect(await inbox.list()).toHaveLength(1);
});

it("answers 413 to a body over the limit, however it is announced, and closes the connection", async () => {
  const { receiver, inbox } = acmeReceiver({ maxBodyBytes: 1000 });
  const port = await listen(receiver);
  const { headers } = delivery();
  const announced = await send(port, { headers, body: Buffer.alloc(2_000_000) });
  expect([announced.status, announced.headers.get("connection")]).toEqual([413, "close"]);
  const chunked = new ReadableStream({
    start(controller) {
      for (let chunk = 0; chunk < 20; chunk++) controller.enqueue(new Uint8Array(100_000));
      controller.close();
    },
  });
  const init = { method: "POST", headers, body: chunked, duplex: "half" } as RequestInit;
  expect((await fetch(`http://127.0.0.1:${port}/`, init)).status).toBe(413);
  expect(await inbox.list()).toEqual([]);
});

it("refuses a header that comes on two lines", async () => {
  const { receiver, outcomes } = acmeReceiver();
  const port = await listen(receiver);
  const { headers, body } = delivery();
  const lines = Object.entries({
    ...headers,
    host: "receiver.test",
    connection: "close",
    "content-length": body.length,
  });
  const head = [...lines, ["Acme-Delivery", "second"]]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`POST / HTTP/1.1\r\n${head}\r\n`);
      socket.write(body);
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
  expect(answer.split("\r\n")[0]).toBe("HTTP/1.1 400 Bad Request");
  expect(outcomes.map(({ code }) => code)).toEqual(["header-repeated"]);
});

it("outlives a sender that hangs up in the middle", async () => {
  let aborted = (_code: string): void => {};
  const outcome = new Promise<string>((resolve) => {
    aborted = resolve;
  });
  const { receiver, inbox } = acmeReceiver({ onOutcome: ({ code }) => aborted(code) });
  const port = await listen(receiver);
  const socket = connect(port, "127.0.0.1", () => {
    socket.write(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      () => socket.destroy(),
    );
  });
  expect(await outcome).toBe("internal-fault");
  expect((await send(port, delivery())).status).toBe(202);
  expect(await inbox.list()).toHaveLength(1);
});
