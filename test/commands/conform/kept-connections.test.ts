import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { probeAt } from "../../../commands/conform/exchange/probe.js";
import { createHttpSend } from "../../../commands/conform/index.js";
import { callControl, controlBy } from "../../../commands/conform/sender/control.js";

interface Seen {
  readonly connection: number;
  readonly request: string;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that answers each connection's first request with `answer`, keeps it open, and drops it at the second one. */
async function startForgetful(answer: string): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const connection = sockets.size;
    sockets.add(socket);
    let answered = false;
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      seen.push({ connection, request: text.split(" HTTP/1.1")[0] ?? "" });
      text = "";
      if (answered || answer === "") socket.destroy();
      else socket.write(answer);
      answered = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

const json = (value: unknown): string => {
  const body = JSON.stringify(value);
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};
const options = () => ({ send: createHttpSend(() => performance.now()).send, timeoutMs: 10_000 });

describe("a kept connection that the subject has ended", () => {
  it("costs the probe no answer: a GET is repeated on a new connection", async () => {
    const { url, seen } = await startForgetful(json({ records: [] }));
    const probe = probeAt(url, options());
    expect(await probe.inbox("evt_1")).toEqual([]);
    expect(await probe.inbox("evt_2")).toEqual([]);
    expect(seen).toEqual([
      { connection: 0, request: "GET /inbox/evt_1" },
      { connection: 0, request: "GET /inbox/evt_2" },
      { connection: 1, request: "GET /inbox/evt_2" },
    ]);
  });

  it("isn't used for what may not be repeated", async () => {
    const { url, seen } = await startForgetful("HTTP/1.1 204 No Content\r\n\r\n");
    const probe = probeAt(url, options());
    await probe.setFaults({ nonces: true, inbox: false });
    expect(await probe.restart()).toBe(true);
    expect(await probe.restart()).toBe(true);
    expect(seen.map(({ connection }) => connection)).toEqual([0, 1, 2]);
  });

  it("costs a sender's control no answer", async () => {
    const { url, seen } = await startForgetful(json({ now_ms: 1 }));
    const control = controlBy(callControl(url, options()));
    expect([await control.now(), await control.now(), await control.advance(1)]).toEqual([1, 1, 1]);
    expect(seen.map(({ connection, request }) => `${connection} ${request}`)).toEqual([
      "0 GET /clock",
      "0 GET /clock",
      "1 GET /clock",
      "2 POST /clock",
    ]);
  });
});

describe("a new connection that is closed", () => {
  it("is the probe's failure at once", async () => {
    const { url, seen } = await startForgetful("");
    const probe = probeAt(url, options());
    await expect(probe.inbox("evt_1")).rejects.toThrow("doesn't answer");
    expect(seen).toHaveLength(1);
  });
});
