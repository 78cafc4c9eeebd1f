/** The receiver and its probe as routes of a Fastify application. */

import { toFastifyRoute } from "@oipkit/runtime/adapters/fastify";
import fastify from "fastify";
import { makeProbedReceiver } from "./receiver.js";

const { receiver, probe } = makeProbedReceiver(process.env);
const app = fastify();
app.route(toFastifyRoute(receiver, { url: "/webhook" }));
app.route({
  method: ["GET", "POST", "PUT"],
  url: "/probe/*",
  // Before Fastify reads the body.
  onRequest: (request, reply) => {
    reply.hijack();
    probe.listener(request.raw, reply.raw);
  },
  handler: () => {},
});

console.log(
  `listening on ${await app.listen({ port: Number(process.env.PORT ?? 8080), host: "127.0.0.1" })}`,
);
process.once("SIGTERM", () => app.close());
