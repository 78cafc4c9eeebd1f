import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { OutgoingRequest } from "../../../delivery/ports.js";
import { request, serveRaw, summary, transportWith } from "../../support/delivery/transport/servers.js";

const ok = "HTTP/1.1 200 OK\r\n";

async function outcome(answer: (socket: Socket) => void, changes: Partial<OutgoingRequest> = {}) {
  const { url, host } = await serveRaw(answer);
  return transportWith({ allowedHosts: [host] }).post({ ...request, url, ...changes });
}

/** Writes again and again until the other side has had enough. */
function endless(socket: Socket, text: string): void {
  const more = (): void => {
    if (!socket.destroyed && socket.writable) socket.write(text, () => setImmediate(more));
  };
  more();
}

it.each<[string, (socket: Socket) => void, string]>([
  ["that isn't HTTP", (s) => s.end("SSH-2.0-OpenSSH_9.6\r\n"), "answer-malformed"],
  ["with a status that doesn't exist", (s) => s.end("HTTP/1.1 abc\r\n\r\n"), "answer-malformed"],
  [
    "with two lengths",
    (s) => s.end(`${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`),
    "answer-malformed",
  ],
  ["with a bad header name", (s) => s.end(`${ok}a b: c\r\n\r\n`), "answer-malformed"],
  [
    "that switches protocols",
    (s) => s.end("HTTP/1.1 101 X\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
    "answer-malformed",
  ],
  ["with huge headers", (s) => s.write(`${ok}a: ${"x".repeat(100_000)}\r\n`), "answer-malformed"],
  ["with endless headers", (s) => endless(s.write(ok) ? s : s, "a: b\r\n".repeat(100)), "answer-malformed"],
  ["with endless interim answers", (s) => endless(s, "HTTP/1.1 103 Early Hints\r\n\r\n"), "answer-malformed"],
  ["that is a reset", (s) => s.resetAndDestroy(), "connection-reset"],
  ["that is empty", (s) => s.end(), "connection-reset"],
  ["that breaks off in the headers", (s) => s.end(`${ok}content-le`), "connection-reset"],
  ["that breaks off in the body", (s) => s.end(`${ok}content-length: 9\r\n\r\nabc`), "200 abc…"],
  [
    "that is reset in the body",
    (s) => s.write(`${ok}content-length: 9\r\n\r\nabc`, () => setTimeout(() => s.resetAndDestroy(), 20)),
    "200 abc…",
  ],
  ["without a length", (s) => s.end(`${ok}connection: close\r\n\r\nabc`), "200 abc"],
  ["with bad chunks", (s) => s.end(`${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n`), "200 abc…"],
  [
    "with names of JavaScript",
    (s) => s.end(`${ok}constructor: a\r\n__proto__: b\r\ntoString: c\r\ncontent-length: 0\r\n\r\n`),
    "200 ",
  ],
])("survives an answer %s", async (_, answer, expected) => {
  expect(summary(await outcome(answer))).toBe(expected);
});

it.each<[string, (socket: Socket) => void, string]>([
  ["nothing", () => {}, "timed-out"],
  ["headers without an end", (s) => s.write(`${ok}a: b\r\n`), "timed-out"],
  ["a body without an end", (s) => s.write(`${ok}content-length: 9\r\n\r\nabc`), "200 abc…"],
])("waits no longer than it was told to for %s", async (_, answer, expected) => {
  expect(summary(await outcome(answer, { timeoutMs: 200 }))).toBe(expected);
});

it("counts the time of the whole answer, not between its bytes", async () => {
  const slow = (socket: Socket): void => {
    socket.write(`${ok}content-length: 100000\r\n\r\n`);
    const timer = setInterval(() => socket.write("x"), 5);
    socket.on("close", () => clearInterval(timer));
  };
  const result = await outcome(slow, { timeoutMs: 300 });
  expect(summary(result)).toMatch(/^200 x+…$/);
  expect(result.durationMs).toBeGreaterThanOrEqual(290);
});

it("reads no more than it was told to, and gives up the connection", async () => {
  let ended = (): void => {};
  const hasEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const answer = (socket: Socket): void => {
    socket.on("close", () => ended());
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`);
    endless(socket, `4000\r\n${"x".repeat(0x4000)}\r\n`);
  };
  expect(summary(await outcome(answer, { maxAnswerBytes: 10 }))).toBe("200 xxxxxxxxxx…");
  await hasEnded;
});

it("takes a body of exactly the most bytes as whole, and keeps the connection", async () => {
  const result = await outcome((s) => s.write(`${ok}content-length: 3\r\n\r\nabc`), { maxAnswerBytes: 3 });
  expect(summary(result)).toBe("200 abc");
});

it("doesn't unpack what a server has packed", async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const answer = (socket: Socket): void => {
    socket.write(`${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
    socket.write(bomb);
  };
  const result = await outcome(answer);
  expect(result.kind === "answered" && Buffer.from(result.body)).toEqual(bomb.subarray(0, 4096));
});

it("joins many cookies", async () => {
  const cookies = "set-cookie: a=b\r\n".repeat(400);
  const result = await outcome((s) => s.end(`${ok}${cookies}content-length: 0\r\n\r\n`));
  expect(result.kind === "answered" && result.headers["set-cookie"]?.split(", ").length).toBe(400);
});
