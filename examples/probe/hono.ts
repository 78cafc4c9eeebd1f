/** The receiver and its probe in a Hono application, here on Node.js. */
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { toHonoHandler } from "@oipkit/runtime/adapters/hono";
import { Hono } from "hono";
import { makeProbedReceiver } from "./receiver.js";

const { receiver, probe } = makeProbedReceiver(process.env);
const app = new Hono();
app.all("/webhook", toHonoHandler(receiver));
app.all("/probe/*", (context) => {
  const { address: remoteAddress } = getConnInfo(context).remote;
  return probe.handle(context.req.raw, { remoteAddress });
});

const options = { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env.PORT ?? 8080) };
const server = serve(options, ({ port }) => console.log(`listening on http://127.0.0.1:${port}`));
process.once("SIGTERM", () => server.close());
