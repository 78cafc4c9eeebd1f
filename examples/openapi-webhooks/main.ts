// npx oipkit generate --only webhooks && npx tsc … && SECRET=… node main.js
import { createShopServer } from "./server.js";

const server = createShopServer({
  secret: process.env.SECRET ?? "",
  place: (id, pieces) => console.log(`${id}: ${pieces} pieces`),
  cancel: (id, reason) => console.log(`${id}: cancelled (${reason})`),
});
console.log(`listening on port ${await server.listen({ port: Number(process.env.PORT ?? 8080) })}`);
