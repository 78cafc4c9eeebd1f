/** The receiver and its probe in an Express application. */
import type { AddressInfo } from "node:net";
import { toExpressHandler } from "@oipkit/runtime/adapters/express";
import express from "express";
import { makeProbedReceiver } from "./receiver.js";

const { receiver, probe } = makeProbedReceiver(process.env);
const app = express();
app.all("/webhook", toExpressHandler(receiver));
app.use("/probe", probe.listener);
app.use(express.json());

const server = app.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once("SIGTERM", () => server.close());
