/** A standalone server, with limits against slow senders and too many requests. */
import { createReceiverServer } from "@oipkit/runtime/adapters/node-server";
import { makeReceiver } from "./receiver.js";

const { listen, close } = createReceiverServer(makeReceiver(process.env), { path: "/webhook" });
const port = await listen({ port: Number(process.env.PORT ?? 8080) });
console.log(`listening on http://127.0.0.1:${port}`);
process.once("SIGTERM", () => close());
