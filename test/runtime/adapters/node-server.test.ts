import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createReceiverServer, type ReceiverServerOptions } from "../../../runtime/adapters/node-server.js";
import type { Receiver } from "../../../runtime/webhook/index.js";
import { closeLater, exchange, head, send, sendEndlessly } from "../../support/runtime/adapters/running.js";
import { describeServer } from "../../support/runtime/adapters/server-contract.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

async function start(receiver: Pick<Receiver, "answer">, options: ReceiverServerOptions = {}) {
  const started = createReceiverServer(receiver, options);
  const port = await started.listen({ port: 0 });
  closeLater(() => started.close({ graceMs: 1 }));
  return { ...started, port };
}

describeServer("the receiver's server", async (receiver) => (await start(receiver, { path: "/hook" })).port);

/** A receiver that doesn't answer until the test releases it. */
function heldReceiver() {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let entered = 0;
  const { receiver, inbox } = acmeReceiver();
  const held: Pick<Receiver, "answer"> = {
    answer: (request) =>
      receiver.answer({
        ...request,
        async readBody(limit) {
          const body = await request.readBody(limit);
          entered++;
          await released;
          return body;
        },
      }),
  };
  return { receiver: held, inbox, release, entered: () => entered };
}

describe("a server under pressure", () => {
  it("answers 503 beyond `maxConcurrent`, and accepts deliveries again afterwards", async () => {
    const { receiver, inbox, release, entered } = heldReceiver();
    let refused = 0;
    const { port } = await start(receiver, { maxConcurrent: 2, onRefused: () => void refused++ });
    const pending = [1, 2].map((rev) =>
      send(port, delivery({ event: { ...event(rev) }, secrets: ["current secret"] })),
    );
    await expect.poll(entered).toBe(2);
    const refusal = await send(port, delivery());
    expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(refused).toBe(1);
    release();
    expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([202, 202]);
    expect((await send(port, delivery({ event: event(3) }))).status).toBe(202);
    expect(await inbox.list()).toHaveLength(3);
  });

  it.each([
    ["the headers", { headersTimeoutMs: 50 }, "POST /hook HTTP/1.1\r\nAcme-"],
    ["the whole request", { headersTimeoutMs: 50, requestTimeoutMs: 50 }, `${head(delivery())}{`],
  ])(
    "answers 408 and closes the connection if it doesn't receive %s in time",
    async (_name, options, text) => {
      const { port } = await start(acmeReceiver().receiver, options);
      expect(await exchange(port, text)).toMatch(/^HTTP\/1\.1 408 /);
    },
  );

  it("closes a connection that stalls in the middle of a body", async () => {
    const { port } = await start(acmeReceiver().receiver, { bodyIdleTimeoutMs: 20 });
    expect(await exchange(port, head(delivery()), "{")).toMatch(/^HTTP\/1\.1 500 /);
  });

  it("refuses headers over the limit", async () => {
    const { port } = await start(acmeReceiver().receiver, { maxHeaderBytes: 2000 });
    const text = head(delivery(), [["x", "y".repeat(3000)]]);
    expect(await exchange(port, text)).toMatch(/^HTTP\/1\.1 431 /);
  });
});

/** Opens connections that send the head of a delivery and the first byte of its body, and keeps them open. */
async function holdBodies(port: number, count: number): Promise<{ readonly answers: string[] }> {
  const answers: string[] = [];
  const text = `${head(delivery())}{`;
  await Promise.all(
    Array.from({ length: count }, () => {
      const socket = connect(port, "127.0.0.1");
      closeLater(async () => void socket.destroy());
      socket.on("error", () => {});
      socket.on("data", (piece) => void answers.push(String(piece)));
      return new Promise((resolve) => socket.write(text, resolve));
    }),
  );
  return { answers };
}

describe("a server under slow senders", () => {
  it("answers good deliveries while they hold more bodies than it has room for, and stays ready", async () => {
    const { receiver, inbox } = acmeReceiver();
    const reasons: string[] = [];
    const { port, check } = await start(receiver, { onBodyAborted: (reason) => void reasons.push(reason) });
    const { answers } = await holdBodies(port, 300);
    await expect.poll(() => reasons.length).toBe(300 - 256);
    for (let rev = 1; rev <= 20; rev++) {
      expect((await send(port, delivery({ event: event(rev) }))).status).toBe(202);
    }
    const together = Array.from({ length: 200 }, (_, index) =>
      send(port, delivery({ event: event(21 + index) })),
    );
    expect((await Promise.all(together)).every(({ status }) => status === 202)).toBe(true);
    expect(await inbox.list({ limit: 1000 })).toHaveLength(220);
    expect(new Set(reasons)).toEqual(new Set(["evicted"]));
    expect(answers.every((text) => text.startsWith("HTTP/1.1 500 "))).toBe(true);
    await expect.poll(() => check().then(() => "ready")).toBe("ready");
  });

  it.each([
    ["late", { bodyTimeoutMs: 40 }],
    ["idle", { bodyIdleTimeoutMs: 40 }],
  ])("gives up a body that is %s", async (reason, options) => {
    const reasons: string[] = [];
    const { port } = await start(acmeReceiver().receiver, {
      ...options,
      onBodyAborted: (given) => void reasons.push(given),
    });
    expect(await exchange(port, head(delivery()), "{")).toMatch(/^HTTP\/1\.1 500 [\s\S]*connection: close/i);
    expect(reasons).toEqual([reason]);
  });

  it("gives up a body below the minimum rate, by its clock", async () => {
    let now = 0;
    const reasons: string[] = [];
    const { port } = await start(acmeReceiver().receiver, {
      now: () => now,
      onBodyAborted: (given) => void reasons.push(given),
    });
    const answer = exchange(port, head(delivery()), "{");
    // The body has begun when a later one can be told from it.
    await expect
      .poll(() => {
        now += 1000;
        return reasons;
      })
      .toHaveLength(1);
    expect(await answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(reasons).toEqual(["slow"]);
  });

  it("isn't ready while it turns deliveries away, and counts no request whose body is incomplete", async () => {
    const { receiver, release, entered } = heldReceiver();
    const { port, check } = await start(receiver, { maxConcurrent: 1 });
    await holdBodies(port, 5);
    await expect(check()).resolves.toBeUndefined();
    const inside = send(port, delivery());
    await expect.poll(entered).toBe(1);
    await expect(check()).rejects.toMatchObject({ code: "server-saturated" });
    expect((await send(port, delivery())).status).toBe(503);
    release();
    expect((await inside).status).toBe(202);
    await expect(check()).resolves.toBeUndefined();
  });

  it("turns away a body that completes while the server is full", async () => {
    const { receiver, release, entered } = heldReceiver();
    const { port } = await start(receiver, { maxConcurrent: 1 });
    const made = delivery({ event: event(2) });
    let answer = "";
    const socket = connect(port, "127.0.0.1");
    socket.on("data", (piece) => {
      answer += piece;
    });
    closeLater(async () => void socket.destroy());
    await new Promise((resolve) => socket.write(head(made), resolve));
    socket.write(made.body.subarray(0, 9));
    const inside = send(port, delivery());
    await expect.poll(entered).toBe(1);
    socket.write(made.body.subarray(9));
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1/i);
    release();
    expect((await inside).status).toBe(202);
  });

  it("isn't ready while its connections are used up", async () => {
    const { port, check } = await start(acmeReceiver().receiver, { maxConnections: 2 });
    await holdBodies(port, 2);
    await expect.poll(() => check().catch(({ message }) => message)).toMatch("`maxConnections`");
  });

  it("cuts off endless bodies on paths without an endpoint", async () => {
    const others: ReceiverServerOptions["others"] = {
      "/healthz": (_request, response) => void response.writeHead(418).end(),
    };
    const { port } = await start(acmeReceiver().receiver, { path: "/hook", others });
    const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
    const text = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await sendEndlessly(port, text("/nowhere"), chunk)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await sendEndlessly(port, text("/healthz"), chunk)).toMatch(/^(HTTP\/1\.1 418 |$)/);
  });

  it("cuts off an endless body behind an unknown expectation", async () => {
    const { port } = await start(acmeReceiver().receiver);
    const text = "POST / HTTP/1.1\r\nHost: a\r\nExpect: what\r\nTransfer-Encoding: chunked\r\n\r\n";
    const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
    const answer = await sendEndlessly(port, text, chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 417 /);
    expect(answer).toContain("connection: close");
    expect((await send(port, delivery())).status).toBe(202);
  });
});

describe("closing", () => {
  it("answers pending requests, then closes all connections, keep-alive ones included", async () => {
    const { receiver, inbox, release, entered } = heldReceiver();
    const { port, close, server } = await start(receiver);
    const pending = send(port, delivery());
    await expect.poll(entered).toBe(1);
    const closed = close();
    expect(server.listening).toBe(false);
    release();
    expect((await pending).status).toBe(202);
    await closed;
    expect(await inbox.list()).toHaveLength(1);
    await expect(send(port, delivery())).rejects.toThrow();
  });

  it("closes the connection of a request that takes longer than `graceMs`", async () => {
    const { receiver, entered } = heldReceiver();
    const { port, close } = await start(receiver);
    const pending = send(port, delivery()).catch(() => "cut off");
    await expect.poll(entered).toBe(1);
    await close({ graceMs: 1 });
    expect(await pending).toBe("cut off");
  });

  it("doesn't wait for idle connections", async () => {
    const { port, close } = await start(acmeReceiver().receiver);
    const socket = connect(port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => {});
    await close({ graceMs: 20 });
    await ended;
  });
});

it("serves its own path and those in `others`", async () => {
  const { port } = await start(acmeReceiver().receiver, {
    path: "/hook",
    others: { "/healthz": (_request, response) => void response.writeHead(418).end() },
  });
  const paths = ["/hook", "/hook?a=b", "/healthz", "/healthz/live?x", "/healthzz", "/", "/hook/x"];
  const statuses = paths.map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status);
  expect(await Promise.all(statuses)).toEqual([405, 405, 418, 418, 404, 404, 404]);
});

it("rejects if the port is taken", async () => {
  const { port } = await start(acmeReceiver().receiver);
  await expect(createReceiverServer(acmeReceiver().receiver).listen({ port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

it.each([
  [{ maxConcurrent: 0 }, "`maxConcurrent` must be a positive integer, not 0"],
  [{ requestTimeoutMs: Number.NaN }, "`requestTimeoutMs` must be a positive integer, not NaN"],
  [{ maxUnfinishedBodies: -1 }, "`maxUnfinishedBodies` must be a positive integer, not -1"],
  [{ minBodyBytesPerSecond: 0.5 }, "`minBodyBytesPerSecond` must be a positive integer, not 0.5"],
  [{ timeout: 1 }, "there is no option `timeout`"],
])("refuses %j", (options, message) => {
  expect(() => createReceiverServer(acmeReceiver().receiver, options as object)).toThrow(message);
});

function event(rev: number) {
  return {
    meta: { id: `evt-${rev}-of-3`, topic: "acme.thing", trace: "trace-1" },
    owner: { org: "org-1", app: "app-7", stage: "live" },
    org: "org-1",
    thing: { id: "thing-1", rev },
  };
}
