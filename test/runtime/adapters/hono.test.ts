import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { toHonoHandler } from "../../../runtime/adapters/hono.js";
import { closed, closeLater } from "../../support/runtime/adapters/running.js";
import { describeServer } from "../../support/runtime/adapters/server-contract.js";
import { acmeReceiver, delivery, post } from "../../support/runtime/webhook/acme.js";

describeServer("Hono", async (receiver) => {
  const app = new Hono();
  app.all("/hook", toHonoHandler(receiver));
  return new Promise((resolve) => {
    const options = { fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false };
    const server = serve(options, ({ port }) => resolve(port));
    closeLater(() => closed(server as Parameters<typeof closed>[0]));
  });
});

it("refuses a body that middleware has read", async () => {
  const { receiver, inbox } = acmeReceiver();
  const faults: Error[] = [];
  const app = new Hono();
  app.use(async (context, next) => {
    await context.req.json();
    await next();
  });
  app.all("/hook", toHonoHandler(receiver, { onFault: (fault) => faults.push(fault) }));
  expect((await app.request(post(delivery()))).status).toBe(500);
  expect(faults).toMatchObject([{ code: "body-already-parsed" }]);
  expect(await inbox.list()).toEqual([]);
});

it("runs handlers in waitUntil, and only after a delivery was accepted", async () => {
  const { receiver } = acmeReceiver();
  let drained = 0;
  const app = new Hono();
  const draining = { ...receiver, drain: async () => void drained++ };
  app.all("/hook", toHonoHandler(draining));
  const waited: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => void waited.push(work),
    passThroughOnException: () => {},
    props: {},
  };
  expect((await app.request(post(delivery({ secrets: ["other"] })), undefined, {}, context)).status).toBe(
    403,
  );
  expect(waited).toEqual([]);
  expect((await app.request(post(delivery()), undefined, {}, context)).status).toBe(202);
  await Promise.all(waited);
  expect([waited.length, drained]).toEqual([1, 1]);
});
