import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { numbersProxy } from "../../support/commands/mock/numbers-proxy.js";

const json = { "content-type": "application/json" };

describe("an end of a connection", () => {
  it("of the client reaches the server", async () => {
    let hasEnded = false;
    const { ask, findings } = await numbersProxy((_, response) => {
      response.on("close", () => {
        hasEnded = true;
      });
      response.writeHead(200, json).write("1");
    });
    const answer = await ask();
    answer.once("data", () => answer.destroy());
    await expect.poll(() => hasEnded).toBe(true);
    expect(await findings()).toEqual(["answer body body-unchecked"]);
  });

  it.each([false, true])(
    "of the server reaches the client, and is a finding (errors: %s)",
    async (errors) => {
      const { ask, findings } = await numbersProxy(
        (_, response) => {
          response.writeHead(200, { ...json, "content-length": 100 });
          response.write("1", () => response.destroy());
        },
        { errors },
      );
      const answer = await ask();
      if (errors) expect(answer.statusCode).toBe(502);
      else await expect(buffer(answer)).rejects.toThrow("aborted");
      expect(await findings()).toEqual(["answer body upstream-aborted"]);
    },
  );

  it.each([
    [false, 200],
    [true, 504],
  ])(
    "comes if the server sends nothing more of its answer, and is a finding (errors: %s)",
    async (errors, status) => {
      const { ask, findings } = await numbersProxy(
        (_, response) => void response.writeHead(200, json).write("1"),
        { errors, idleMs: 50 },
      );
      const answer = await ask();
      expect(answer.statusCode).toBe(status);
      if (!errors) await expect(buffer(answer)).rejects.toThrow("aborted");
      expect(await findings()).toEqual(["answer body upstream-stalled"]);
    },
  );

  it("doesn't come to a stream that pauses", async () => {
    let stream: ServerResponse | undefined;
    const { ask, findings } = await numbersProxy(
      ({ url }, response) => {
        if (url === "/number") return void response.writeHead(200, json).write("1");
        stream = response.writeHead(200, { "content-type": "text/event-stream" });
        stream.write("data: 1\n\n");
      },
      { idleMs: 50 },
    );
    const streamed = await ask({ path: "/events" });
    // Since its last event, another answer has been given up.
    await expect(buffer(await ask())).rejects.toThrow("aborted");
    stream?.end("data: 2\n\n");
    expect(String(await buffer(streamed))).toBe("data: 1\n\ndata: 2\n\n");
    expect(await findings()).toContain("answer body upstream-stalled");
  });

  it("that was kept, by the server, doesn't fail the next request", async () => {
    let connections = 0;
    const real = createServer(({ socket }, response) => {
      // The end of the connection meets the next request.
      response.writeHead(200, json).end("1", () => setImmediate(() => socket.destroy()));
    });
    real.on("connection", () => connections++);
    const { ask } = await numbersProxy(real);
    for (let round = 0; round < 50; round++) expect((await ask()).statusCode).toBe(200);
    expect(connections).toBe(50);
  });
});

describe("another protocol", () => {
  const shout: RequestListener = (_, response) =>
    void response.writeHead(426, { upgrade: "shout" }).end("no");

  it("goes through as a tunnel, both ways, and its end too", async () => {
    const real = createServer(shout);
    real.on("upgrade", (request: IncomingMessage, socket, head: Buffer) => {
      const answer = `x-Path: ${request.url}\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\nhello `;
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${answer}`);
      socket.on("data", (piece: Buffer) => socket.write(String(piece).toUpperCase()));
      socket.on("end", () => socket.end());
      if (head.length > 0) socket.write(String(head).toUpperCase());
    });
    const { port, served, close } = await numbersProxy(real);
    const socket = connect(port, "127.0.0.1");
    let got = "";
    socket.on("data", (piece) => {
      got += String(piece);
    });
    const head = "GET /number HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: shout\r\n\r\n";
    socket.write(`${head}early `);
    await expect.poll(() => got).toContain("EARLY");
    socket.write("late");
    await expect.poll(() => got).toContain("LATE");
    expect(got).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\nx-Path: \/number\r\n/);
    expect(served.map(({ status, findings }) => [status, ...findings.map(({ code }) => code)])).toEqual([
      [101, "body-unchecked"],
    ]);
    await close();
    await expect.poll(() => socket.destroyed || socket.readableEnded).toBe(true);
  });

  it.each([
    ["Content-Length: 200000", "1".repeat(200_000)],
    ["Transfer-Encoding: chunked", `3\r\n123\r\n${"30d40\r\n"}${"1".repeat(200_000)}\r\n0\r\n\r\n`],
  ])("that comes with a body is ignored, and the body passes: %s", async (framing, body) => {
    const { port, findings } = await numbersProxy(async (request, response) => {
      const { length } = await buffer(request);
      response.writeHead(200, json).end(`${request.headers.upgrade === undefined ? length : -1}`);
    });
    const socket = connect(port, "127.0.0.1");
    let got = "";
    socket.on("data", (piece) => {
      got += String(piece);
    });
    const head = `POST /number HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n${framing}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\n\r\n${body.slice(0, 1_000)}`);
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(1_000);
    socket.write(body.slice(1_000));
    await expect.poll(() => got).toMatch(/\r\n\r\n(?:6\r\n)?20000[03]/);
    socket.write("GET /number HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => got.split("HTTP/1.1 200").length).toBe(3);
    socket.destroy();
    expect((await findings()).filter((found) => found.includes("body-unchecked"))).toEqual([]);
  });

  it("that the server doesn't speak is answered as it answers", async () => {
    const { ask, findings } = await numbersProxy(shout);
    const answer = await ask({ headers: { connection: "Upgrade", upgrade: "shout" } });
    expect([answer.statusCode, answer.headers.upgrade, String(await buffer(answer))]).toEqual([
      426,
      undefined,
      "no",
    ]);
    expect(await findings()).toEqual(["answer status status-undeclared"]);
  });
});
