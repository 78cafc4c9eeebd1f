import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { afterThisTest } from "../../support/clean-up.js";
import { numbersProxy } from "../../support/commands/mock/numbers-proxy.js";

/** A proxy before a server that echoes messages, and ends with 4000 on `end`. */
async function echoed() {
  const real = createServer((_, response) => void response.writeHead(426).end());
  const sockets = new WebSocketServer({ server: real, perMessageDeflate: { threshold: 0 } });
  sockets.on("connection", (socket) => {
    socket.on("message", (data, isBinary) => {
      if (String(data) === "end") socket.close(4000, "as asked");
      else socket.send(data, { binary: isBinary });
    });
  });
  const proxied = await numbersProxy(real);
  const open = async (protocols: readonly string[] = []) => {
    const socket = new WebSocket(`ws://127.0.0.1:${proxied.port}/number`, [...protocols]);
    afterThisTest(() => socket.terminate());
    const failed = once(socket, "error").then(([error]) => Promise.reject(error as Error));
    failed.catch(() => {});
    await Promise.race([once(socket, "open"), failed]);
    return socket;
  };
  const echo = async (socket: WebSocket, data: string | Buffer): Promise<string> => {
    const answer = once(socket, "message");
    socket.send(data);
    return String((await answer)[0]);
  };
  return { ...proxied, open, echo, sockets };
}

describe("a WebSocket through a proxy", () => {
  it("passes messages of any size both ways, compressed too, and its extensions and protocol", async () => {
    const { open, echo, served } = await echoed();
    const socket = await open(["chat"]);
    expect([socket.protocol, socket.extensions]).toEqual([
      "chat",
      expect.stringContaining("permessage-deflate"),
    ]);
    expect(await echo(socket, "hello")).toBe("hello");
    const large = "0123456789".repeat(300_000);
    expect(await echo(socket, large)).toBe(large);
    expect(await echo(socket, Buffer.alloc(100_000, "x"))).toBe("x".repeat(100_000));
    const pong = once(socket, "pong");
    socket.ping("still there?");
    expect(String((await pong)[0])).toBe("still there?");
    expect(served.flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual(["body-unchecked"]);
  });

  it("ends with the code of the server, and of the client", async () => {
    const { open, sockets } = await echoed();
    const asked = await open();
    const closed = once(asked, "close");
    asked.send("end");
    expect((await closed).map(String)).toEqual(["4000", "as asked"]);
    const left = await open();
    const [far] = [...sockets.clients].filter((each) => each.readyState === WebSocket.OPEN);
    const told = far === undefined ? Promise.resolve([]) : once(far, "close");
    left.close(4001, "bye");
    expect((await told).map(String)).toEqual(["4001", "bye"]);
  });

  it("of many connections leaves none behind when the proxy ends", async () => {
    const { open, echo, sockets, close } = await echoed();
    const all = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(await Promise.all(all.map((socket, at) => echo(socket, String(at))))).toEqual(
      all.map((_, at) => String(at)),
    );
    const closed = Promise.all(all.map((socket) => once(socket, "close")));
    await close();
    await closed;
    await expect.poll(() => sockets.clients.size).toBe(0);
  });
});
