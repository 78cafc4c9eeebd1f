import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { toHonoHandler } from "@oipkit/runtime/adapters/hono";
import { Hono } from "hono";
import type { Config } from "./config.ts";
import type { Webhook } from "./receiver.ts";

/** Serves the receiver on `/webhook`, its health on `/healthz` and, if it is on, the probe on `/probe`. */
export async function startServer(
  { receiver, health, probe }: Webhook,
  { host, port }: Pick<Config, "host" | "port">,
) {
  const app = new Hono();
  app.all("/webhook", toHonoHandler(receiver));
  app.get("/healthz", async (context) => {
    const report = await health.ready();
    return context.json(report, report.status === "ok" ? 200 : 503);
  });

  app.all("/probe/*", (context) => {
    const { address } = getConnInfo(context).remote;
    return probe.handle(context.req.raw, { remoteAddress: address });
  });

  const server = serve({ fetch: app.fetch, hostname: host, port });
  if (!server.listening) await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
