/** The receiver in an Express application. */
import type { AddressInfo } from "node:net";
import { toExpressHandler } from "@oipkit/runtime/adapters/express";
import express from "express";
import { makeReceiver } from "./receiver.js";

const app = express();
// Before `express.json()`: a signature covers the raw bytes.
app.all("/webhook", toExpressHandler(makeReceiver(process.env)));
app.use(express.json());

const server = app.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => server.close());
