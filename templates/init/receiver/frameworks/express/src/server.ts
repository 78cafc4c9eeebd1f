import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { toExpressHandler } from "@oipkit/runtime/adapters/express";
import express from "express";
import type { Config } from "./config.ts";
import type { Webhook } from "./receiver.ts";

/** Serves the receiver on `/webhook`, its health on `/healthz` and, if it is on, the probe on `/probe`. */
export async function startServer(
  { receiver, health, probe }: Webhook,
  { host, port }: Pick<Config, "host" | "port">,
) {
  const app = express();
  app.disable("x-powered-by");
  // Before any body parser: the signature covers the raw bytes.
  app.all("/webhook", toExpressHandler(receiver));
  app.get(["/healthz", "/healthz/live", "/healthz/ready"], health.listener);
  app.use("/probe", probe.listener);

  const server = app.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
