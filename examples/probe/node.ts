/** A standalone server with a receiver and its probe. */
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { makeProbedReceiver } from "./receiver.js";

const { receiver, probe } = makeProbedReceiver(process.env);
const { listen, close } = createReceiverServer(receiver, {
  path: "/webhook",
  others: { "/probe": probe.listener },
});
const port = await listen({ port: Number(process.env.PORT ?? 8080), host: "127.0.0.1" });
console.log(`listening on http://127.0.0.1:${port}`);
process.once("SIGTERM", () => close());
