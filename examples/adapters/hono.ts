/** The receiver in a Hono application, here on Node.js. */
import { serve } from "@hono/node-server";
import { toHonoHandler } from "@oipkit/runtime/adapters/hono";
import { Hono } from "hono";
import { makeReceiver } from "./receiver.js";

const app = new Hono();
app.all("/webhook", toHonoHandler(makeReceiver(process.env)));

const options = { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 8080) };
const server = serve(options, ({ port }) => console.log(`listening on http://127.0.0.1:${port}`));
process.once("SIGTERM", () => server.close());
