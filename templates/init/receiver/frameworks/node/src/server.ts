import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import type { Config } from "./config.ts";
import type { Webhook } from "./receiver.ts";

/** Serves the receiver on `/webhook`, its health on `/healthz` and, if it is on, the probe on `/probe`. */
export async function startServer(
  { receiver, health, probe }: Webhook,
  { host, port }: Pick<Config, "host" | "port">,
) {
  const server = createReceiverServer(receiver, {
    path: "/webhook",
    others: { "/healthz": health.listener, "/probe": probe.listener },
  });
  return { port: await server.listen({ host, port }), close: () => server.close() };
}
