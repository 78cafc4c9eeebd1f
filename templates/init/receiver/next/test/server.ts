import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import type { Config } from "../src/config.ts";
import type { Webhook } from "../src/receiver.ts";

/** Serves the receiver on `/webhook` and its probe without Next.js, for tests. */
export async function startServer(
  { receiver, probe }: Webhook,
  { host, port }: Pick<Config, "host" | "port">,
) {
  const server = createReceiverServer(receiver, { path: "/webhook", others: { "/probe": probe.listener } });
  return { port: await server.listen({ host, port }), close: () => server.close() };
}
