/*
 * A small product against the platform: pages with sign-in, a receiver, and a worker with its own identity. Its settings are environment
 * variables, which `oipkit sandbox` prints.
 */
import { createServer } from "node:http";
import { toNodeListener } from "@oipkit/runtime/webhook";
import { createProduct } from "./product.js";
import { readSettings } from "./settings.js";
import { createPages } from "./web.js";

const settings = readSettings(process.env);
const product = createProduct(settings);
const pages = createPages(settings, product);
const receive = toNodeListener(product.receiver);

const server = createServer((request, response) => {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (path === "/webhook") return receive(request, response);
  const page = pages[path];
  if (page === undefined) return response.writeHead(404).end();
  page(request, response).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    if (!response.headersSent) response.writeHead(502).end("It didn't work. Try again.");
  });
});
server.listen(Number(new URL(settings.publicUrl).port || 3000), "127.0.0.1", () => {
  console.log(`listening on ${settings.publicUrl}`);
});
process.once("SIGTERM", () => {
  server.close();
  void product.receiver.close();
});
