// @needs own-process
import { createServer, request as httpRequest, type OutgoingMessage } from "node:http";
import { join } from "node:path";
import { closeServer, listen } from "@oipkit/runtime/adapters/node-server";
import { expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { startedCommand } from "../../support/cli/started-command.js";
import { loadText } from "../../support/commands/mock/pets.js";
import { proxiedListener } from "../../support/commands/mock/proxied.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

const contract = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /large:
    post:
      requestBody: { content: { application/json: { schema: { type: integer } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: integer } } } } }
`;
const contracts = await loadText(contract);

const piece = Buffer.alloc(65_536, "1");
const pieces = 8_192;

/** Writes 512 MiB, or another number of pieces, as fast as they are read. */
function writeLarge(message: OutgoingMessage, count = pieces): void {
  let left = count;
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

/** Says at its end by how many bytes the process has grown since a signal. */
const measuring = `
let first = 0, peak = 0;
const measure = () => { peak = Math.max(peak, process.memoryUsage.rss()); };
process.on("SIGUSR2", () => {
  first = peak = process.memoryUsage.rss();
  setInterval(measure, 5).unref();
  process.stderr.write("measuring\\n");
});
process.on("exit", () => process.stderr.write("grew by " + (peak - first) + " bytes\\n"));
`;

it("the command passes a gigabyte in 50 MB of memory", async () => {
  const real = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" });
      writeLarge(response, request.headers["x-large"] === undefined ? 1 : 2 * pieces);
    });
  });
  const port = await listen(real, { port: 0 });
  afterThisTest(() => closeServer(real, 0));
  const cwd = await contractFolder({ "api.yaml": contract, "measure.mjs": measuring });
  const command = startedCommand(
    { cwd, preload: join(cwd, "measure.mjs") },
    ...["mock", "api.yaml", "--port", "0", "--proxy", `http://127.0.0.1:${port}`],
  );
  const [, url = ""] = await command.until(/listening on (http:\/\/[\d.:]+):/);
  const read = (headers: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(`${url}/large`, {
        method: "POST",
        headers: { ...headers, "content-length": 0 },
      });
      sent.on("error", reject).on("response", (answer) => {
        let length = 0;
        answer.on("data", (more: Buffer) => (length += more.length));
        answer.on("end", () => resolve(length)).on("error", reject);
      });
      sent.end();
    });
  // What the first request loads isn't of its body.
  await read({});
  command.kill("SIGUSR2");
  await command.until(/measuring/);
  expect(await read({ "x-large": "1" })).toBe(2 * pieces * piece.length);
  command.kill("SIGTERM");
  await command.ended;
  const [, grown] = /grew by (\d+) bytes/.exec(command.err()) ?? [];
  expect(Number(grown)).toBeLessThan(50_000_000);
});
