import type { AddressInfo } from "node:net";
import { toFastifyRoute } from "@oipkit/runtime/adapters/fastify";
import { fastify } from "fastify";
import type { Config } from "./config.ts";
import type { Webhook } from "./receiver.ts";

/** Serves the receiver on `/webhook`, its health on `/healthz` and, if it is on, the probe on `/probe`. */
export async function startServer(
  { receiver, health, probe }: Webhook,
  { host, port }: Pick<Config, "host" | "port">,
) {
  const app = fastify();
  app.route(toFastifyRoute(receiver, { url: "/webhook" }));
  app.get("/healthz", async (_request, reply) => {
    const report = await health.ready();
    return reply.code(report.status === "ok" ? 200 : 503).send(report);
  });

  app.all("/probe/*", {
    // Before Fastify parses the body.
    onRequest: async (request, reply) => {
      reply.hijack();
      probe.listener(request.raw, reply.raw);
    },
    handler: async () => {},
  });

  await app.listen({ host, port });
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
}
