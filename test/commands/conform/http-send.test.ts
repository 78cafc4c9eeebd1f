import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { defaultMaxAnswerBytes } from "../../../commands/conform/exchange/send.js";
import { createHttpSend, NoAnswer, type WireRequest } from "../../../commands/conform/index.js";
import { startEndlessServer } from "../../support/runtime/http/endless-server.js";

const open: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server of raw bytes: it records what it receives, and answers once the received text ends with `until`. */
async function startRaw(
  answer: string,
  until = "\r\n\r\n",
): Promise<{ url: string; received: () => Buffer[] }> {
  const received: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      received.push(bytes);
      text += bytes.toString("latin1");
      if (!text.endsWith(until)) return;
      text = "";
      if (answer === "") socket.destroy();
      else socket.write(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ server, sockets });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`,
    received: () => received,
  };
}

const ok = "HTTP/1.1 204 No Content\r\nX-Seen: yes\r\nX-Seen: twice\r\n\r\n";
const clock = (): number => performance.now();
const { send } = createHttpSend(clock);
const post = (url: string, fields: Partial<WireRequest> = {}): WireRequest => ({
  url,
  method: "POST",
  headers: [["X-One", "1"]],
  body: Buffer.from("body"),
  timeoutMs: 10_000,
  ...fields,
});

describe("a request", () => {
  it("contains only the path, the headers in order, the length and the body", async () => {
    const raw = await startRaw(ok, "body");
    const answer = await send(
      post(raw.url, {
        headers: [
          ["X-One", "1"],
          ["x-one", "\u00c3\u00a9"],
        ],
      }),
    );
    const text = Buffer.concat(raw.received()).toString("latin1");
    const host = new URL(raw.url).host;
    expect(text.split("\r\n").filter((line) => !line.startsWith("Connection"))).toEqual([
      "POST /hook?a=1 HTTP/1.1",
      `host: ${host}`,
      "X-One: 1",
      "x-one: \u00c3\u00a9",
      "content-length: 4",
      "",
      "body",
    ]);
    expect(answer).toMatchObject({ status: 204, body: Buffer.alloc(0) });
    expect(answer.headers).toEqual([
      ["X-Seen", "yes"],
      ["X-Seen", "twice"],
    ]);
    expect(answer.firstByteMs).toBeLessThanOrEqual(answer.elapsedMs);
  });

  it("is sent with one chunk per piece on request", async () => {
    const raw = await startRaw(ok, "0\r\n\r\n");
    await send(post(raw.url, { pieceBytes: 1, chunked: true }));
    const text = Buffer.concat(raw.received()).toString("latin1");
    expect(text).toContain("transfer-encoding: chunked");
    expect(text.slice(text.indexOf("\r\n\r\n") + 4)).toBe(
      "1\r\nb\r\n1\r\no\r\n1\r\nd\r\n1\r\ny\r\n0\r\n\r\n",
    );
  });

  it("sent in pieces has its Content-Length and all bytes", async () => {
    const raw = await startRaw(ok, "body");
    await send(post(raw.url, { pieceBytes: 1 }));
    expect(Buffer.concat(raw.received()).toString()).toMatch(/content-length: 4\r\n[\s\S]*\r\n\r\nbody$/);
  });
});

describe("a redirect", () => {
  it("isn't followed: a redirect is the answer", async () => {
    const other = await startRaw(ok, "body");
    const raw = await startRaw(
      `HTTP/1.1 307 Temporary Redirect\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`,
      "body",
    );
    expect(await send(post(raw.url))).toMatchObject({ status: 307 });
    expect(other.received()).toEqual([]);
  });
});

describe("an answer's body", () => {
  const piece = Buffer.alloc(64 * 1024, " ");
  const tooLarge = { code: "no-answer", kind: "too-large" };
  /** What the two ends of a connection may hold beside the limit. */
  const inFlight = 16 * 1024 ** 2;

  it("without end is read up to 128 KiB, and its connection is closed", async () => {
    await using server = await startEndlessServer({ piece });
    await expect(send(post(server.origin))).rejects.toMatchObject(tooLarge);
    expect(await server.closed).toBe("early");
    expect(server.written()).toBeLessThan(defaultMaxAnswerBytes + inFlight);
  });

  it("of an error is told from that of another answer if it is longer", async () => {
    const raw = await startRaw(
      `HTTP/1.1 500 Internal Server Error\r\nContent-Length: ${defaultMaxAnswerBytes + 1}\r\n\r\n`,
      "body",
    );
    await expect(send(post(raw.url))).rejects.toMatchObject({ kind: "error-page" });
  });

  it("is refused before its first byte if its length is above the limit", async () => {
    const raw = await startRaw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "body");
    await expect(send(post(raw.url, { maxAnswerBytes: 4 }))).rejects.toMatchObject(tooLarge);
  });

  it("of exactly the limit is returned, in pieces of one byte too", async () => {
    const raw = await startRaw(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(5000)}0\r\n\r\n`,
      "body",
    );
    const { body } = await send(post(raw.url, { maxAnswerBytes: 5000 }));
    expect(Buffer.from(body).toString()).toBe("x".repeat(5000));
    await expect(send(post(raw.url, { maxAnswerBytes: 4999 }))).rejects.toMatchObject(tooLarge);
  });
});

describe("a missing answer", () => {
  it.each([
    ["closed", "", 10_000],
    ["malformed", "SSH-2.0-server\r\n", 10_000],
    ["timeout", "HTTP/1.1 200 OK\r\n", 100],
  ] as const)("is reported as %s", async (kind, answer, timeoutMs) => {
    const raw = await startRaw(answer, "body");
    const error = await send(post(raw.url, { timeoutMs, newConnection: true })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({ kind, reused: false });
  });

  it("on a reused connection is reported as such", async () => {
    const raw = await startRaw(ok, "body");
    await send(post(raw.url));
    for (const { sockets } of open) for (const socket of sockets) socket.end();
    const next = await send(post(raw.url)).catch((thrown) => thrown);
    // A race: the client notices the closed connection either before or after it sends the request.
    expect(next instanceof NoAnswer ? next.reused : next.status).toEqual(
      next instanceof NoAnswer ? true : 204,
    );
  });
});
