import { connect } from "node:net";
import { listen } from "@oipkit/runtime/adapters/node-server";
import { describe, expect, it } from "vitest";
import { createMock, createMockServer, usualLimits } from "../../../commands/mock/index.js";
import { afterThisFile } from "../../support/clean-up.js";
import { loadText, pets } from "../../support/commands/mock/pets.js";

const mock = createMock(await loadText(pets), { seed: "1", dynamic: false, strict: false });
const limits = { ...usualLimits, maxBodyBytes: 10_000, headersTimeoutMs: 300, requestTimeoutMs: 300 };
const faults: unknown[] = [];
const server = createMockServer(mock.answer, {
  limits,
  cors: true,
  onAnswered: () => {},
  onFault: (error) => faults.push(error),
});
const port = await listen(server, { port: 0 });
const url = `http://127.0.0.1:${port}`;
afterThisFile(() => {
  server.close();
  server.closeAllConnections();
});

/** What the server writes to a connection until it ends it. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let got = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (piece) => {
      got += piece.toString();
    });
    socket.on("close", () => resolve(got));
    socket.on("error", reject);
  });
}

describe("the server", () => {
  it("answers over HTTP, HEAD without a body", async () => {
    const answer = await fetch(`${url}/pets`);
    expect([answer.status, answer.headers.get("x-total")]).toEqual([200, "7"]);
    const length = String((await answer.text()).length);
    const head = await fetch(`${url}/pets`, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, length, ""]);
  });

  it("lets pages of other origins ask and read", async () => {
    const asking = await fetch(`${url}/pets`, {
      method: "OPTIONS",
      headers: {
        origin: "http://app.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "api_key",
      },
    });
    expect(asking.status).toBe(204);
    expect(asking.headers.get("access-control-allow-headers")).toBe("api_key");
    const answer = await fetch(`${url}/pets`, { headers: { origin: "http://app.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("http://app.example");
  });

  it.each(["announced", "in pieces"])("answers 413 to a body that is too large, %s", async (how) => {
    const body = "x".repeat(20_000);
    const answer = await fetch(`${url}/pets`, {
      method: "POST",
      headers: { api_key: "k", "content-type": "application/json" },
      body: how === "announced" ? body : new Blob([body]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "body-too-large" });
  });

  it.each([
    ["a body that stops", "POST /pets HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{", /408/],
    ["headers that stop", "GET /pets HTTP/1.1\r\nhost", /408/],
    [
      "headers that are too large",
      `GET /pets HTTP/1.1\r\nhost: x\r\na: ${"x".repeat(20_000)}\r\n\r\n`,
      /431/,
    ],
    ["no HTTP", "nonsense\r\n\r\n", /400/],
    ["an odd target", "GET //\\..%00?[[[=%&&;# HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", /404/],
    ["a NUL in a parameter", "GET /pets/%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", /422/],
    [
      "a header named like a prototype",
      'GET /pets HTTP/1.1\r\nhost: x\r\n__proto__: x\r\nprefer: ,,;="\r\naccept: ;;q=,\r\nconnection: close\r\n\r\n',
      /406|200/,
    ],
  ])("withstands %s", async (_, text, wanted) => {
    expect(await raw(text)).toMatch(wanted);
    expect(faults).toEqual([]);
    expect((await fetch(`${url}/pets`)).status).toBe(200);
  });
});
