import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterThisTest } from "../../../clean-up.js";
import { Shop } from "./shop.js";
import type { ShopFault } from "./shop-rules.js";

/** The shop behind a socket until the test ends; its URL. */
export async function startShop(fault?: ShopFault): Promise<string> {
  const shop = new Shop(fault);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", async () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
      const url = `http://127.0.0.1${request.url ?? "/"}`;
      const method = request.method ?? "GET";
      const answer = await shop.send({ url, method, headers, body: Buffer.concat(pieces), timeoutMs: 1 });
      response.writeHead(answer.status, answer.headers.flat());
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
