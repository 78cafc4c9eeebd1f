/** The receiver as a route of a Fastify application. */

import { toFastifyRoute } from "@oipkit/runtime/adapters/fastify";
import fastify from "fastify";
import { makeReceiver } from "./receiver.js";

const app = fastify();
app.route(toFastifyRoute(makeReceiver(process.env), { url: "/webhook" }));

console.log(
  `listening on ${await app.listen({ port: Number(process.env.PORT ?? 8080), host: "127.0.0.1" })}`,
);
process.once("SIGTERM", () => app.close());
