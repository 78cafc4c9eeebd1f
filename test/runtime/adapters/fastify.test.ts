import type { AddressInfo } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { expect, it } from "vitest";
import { toFastifyRoute } from "../../../runtime/adapters/fastify.js";
import type { Receiver } from "../../../runtime/webhook/index.js";
import { closeLater, send } from "../../support/runtime/adapters/running.js";
import { describeServer } from "../../support/runtime/adapters/server-contract.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

async function serve(receiver: Receiver, prepare: (app: FastifyInstance) => void = () => {}) {
  const app = fastify();
  prepare(app);
  app.route(toFastifyRoute(receiver, { url: "/hook", onFault: () => {} }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  closeLater(() => app.close());
  return (app.server.address() as AddressInfo).port;
}

describeServer("Fastify", (receiver) => serve(receiver));

it("works despite the application's parsers and body limit, and runs its response hooks", async () => {
  const { receiver, inbox } = acmeReceiver();
  const seen: number[] = [];
  const port = await serve(receiver, (app) => {
    app.addContentTypeParser("application/json", { bodyLimit: 1 }, async () => {
      throw new Error("parsed");
    });
    app.addHook("onResponse", async (_request, reply) => void seen.push(reply.statusCode));
  });
  expect((await send(port, delivery())).status).toBe(202);
  expect(await inbox.list()).toHaveLength(1);
  await expect.poll(() => seen).toEqual([202]);
});

it("refuses a body that a hook has consumed", async () => {
  const { receiver, outcomes } = acmeReceiver();
  const port = await serve(receiver, (app) => {
    app.addHook("onRequest", async ({ raw }) => {
      for await (const _chunk of raw);
    });
  });
  expect((await send(port, delivery())).status).toBe(500);
  expect(outcomes).toMatchObject([{ refusal: { cause: { code: "body-already-parsed" } } }]);
});
