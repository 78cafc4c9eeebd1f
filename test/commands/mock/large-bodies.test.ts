// @needs own-process
import { request as httpRequest, type OutgoingMessage } from "node:http";
import { expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { loadText } from "../../support/commands/mock/pets.js";
import { proxiedListener } from "../../support/commands/mock/proxied.js";

const contracts = await loadText(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /large:
    post:
      requestBody: { content: { application/json: { schema: { type: integer } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: integer } } } } }
`);

const piece = Buffer.alloc(65_536, "1");
const pieces = 8_192;

/** Writes 512 MiB as fast as they are read. */
function writeLarge(message: OutgoingMessage): void {
  let left = pieces;
  const write = (): void => {
    while (left-- > 0) if (!message.write(piece)) return void message.once("drain", write);
    message.end();
  };
  write();
}

it("a proxy passes half a gigabyte each way in bounded memory", async () => {
  const proxied = await proxiedListener(contracts, (request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      writeLarge(response);
    });
  });
  afterThisTest(proxied.close);
  const before = process.memoryUsage().rss;
  let peak = before;
  const size = await new Promise<number>((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = httpRequest({
      port: proxied.port,
      host: "127.0.0.1",
      path: "/large",
      method: "POST",
      headers,
    });
    sent.on("error", reject).on("response", (answer) => {
      let length = 0;
      answer.on("data", ({ length: more }: Buffer) => {
        length += more;
        if (length % (piece.length * 64) < more) peak = Math.max(peak, process.memoryUsage().rss);
      });
      answer.on("end", () => resolve(length)).on("error", reject);
    });
    writeLarge(sent);
  });
  await proxied.idle();
  expect(size).toBe(pieces * piece.length);
  expect(
    proxied.served.flatMap(({ findings }) => findings.map(({ side, code }) => `${side} ${code}`)),
  ).toEqual(["request body-unchecked", "answer body-unchecked"]);
  // Client, proxy and server are one process here.
  expect(peak - before).toBeLessThan(256 * 1024 * 1024);
});
