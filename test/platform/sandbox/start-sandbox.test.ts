import { expect, it } from "vitest";
import { allowedStatuses } from "../../../platform/sandbox/platform/commerce/lifecycle.js";
import { type SandboxOptions, startSandbox } from "../../../platform/sandbox/start-sandbox.js";
import { afterThisTest } from "../../support/clean-up.js";
import { connectReceiver, registerApplication } from "../../support/platform/sandbox/receiver.js";

const day = 86_400_000;
const start = Date.UTC(2026, 8, 21, 9);
const frozen = { start, frozen: true };
const subscriptionEvents = Object.keys(allowedStatuses);

async function started(options: SandboxOptions = {}) {
  const failures: unknown[] = [];
  const onFailure = (failure: unknown) => void failures.push(failure);
  const sandbox = await startSandbox({ clock: frozen, seed: "test", onFailure, ...options });
  afterThisTest(() => sandbox.close());
  return Object.assign(sandbox, { failures });
}

type Started = Awaited<ReturnType<typeof started>>;

async function buy({ world, commerce }: Started, plan = "notes-team", organization = "org_lotus") {
  const { session } = await world.run(commerce.startCheckout, {
    application: "app",
    organization,
    product: "notes",
    plan,
  });
  return world.run(commerce.completeCheckout, { session: session.id });
}

it("delivers a year of a subscription to a receiver, in order and without a gap", async () => {
  const sandbox = await started();
  await registerApplication(sandbox, "app");
  const { events, handled } = await connectReceiver(sandbox, {
    application: "app",
    eventTypes: subscriptionEvents,
  });
  const { id } = await buy(sandbox);
  await sandbox.advance(start + 365 * day);
  await handled();
  expect(sandbox.clock.now()).toBe(start + 365 * day);
  const versions = events.filter((event) => event.resource_id === id).map((event) => event.resource_version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
  expect(versions.at(-1)).toBe(sandbox.world.view.get("subscription", id)?.version);
  expect(versions.length).toBeGreaterThan(20);
  const times = events.map((event) => Date.parse(String(event.occurred_at)));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(times[0]).toBe(start);
  const attempts = (await sandbox.deliveries.engine.deliveries.list({ states: ["delivered"] })).deliveries;
  expect(attempts[0]?.createdAt).toBeGreaterThan(start + 300 * day);
  expect(sandbox.failures).toEqual([]);
});

it("retries in the sandbox's time, and loses nothing to an outage", async () => {
  const sandbox = await started();
  await registerApplication(sandbox, "app");
  const receiver = await connectReceiver(sandbox, { application: "app", eventTypes: subscriptionEvents });
  receiver.outage = 503;
  await buy(sandbox);
  await sandbox.settle();
  await receiver.handled();
  expect(receiver.events).toEqual([]);
  receiver.outage = undefined;
  await sandbox.advance(start + day);
  await receiver.handled();
  const emitted = (await sandbox.deliveries.engine.deliveries.list()).deliveries;
  expect(receiver.events).toHaveLength(emitted.length);
  expect(emitted.every(({ state }) => state === "delivered")).toBe(true);
});

it("does the same again from the same seed", async () => {
  const run = async () => {
    const sandbox = await started();
    await registerApplication(sandbox, "app");
    const seen: unknown[] = [];
    sandbox.world.onCommit(({ at, events }) => void seen.push(at, ...events));
    for (const plan of ["notes-team", "notes-free", "notes-business"]) await buy(sandbox, plan);
    await sandbox.advance(start + 100 * day);
    return seen;
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(10);
  expect(await run()).toEqual(first);
});

it("fires timers and delivers by itself while the clock runs", async () => {
  const sandbox = await started({ clock: { start, frozen: false } });
  await registerApplication(sandbox, "app");
  const receiver = await connectReceiver(sandbox, { application: "app", eventTypes: subscriptionEvents });
  const { id } = await buy(sandbox);
  await expect.poll(() => receiver.events.length).toBeGreaterThan(0);
  const before = receiver.events.length;
  const next = sandbox.world.nextTimerAt() ?? 0;
  sandbox.clock.moveTo(next);
  await expect.poll(() => receiver.events.length).toBeGreaterThan(before);
  expect(receiver.events.at(-1)).toMatchObject({ resource_id: id });
});

it("goes on from a snapshot as it was: records, time, endpoint and credentials", async () => {
  const sandbox = await started();
  await registerApplication(sandbox, "app");
  const receiver = await connectReceiver(sandbox, { application: "app", eventTypes: subscriptionEvents });
  await buy(sandbox);
  await sandbox.advance(start + 20 * day);
  const kept = await sandbox.snapshot();
  await receiver.handled();
  const count = receiver.events.length;
  const other = await started({ seed: "other", clock: { start: start + 900 * day } });
  await other.restore(kept);
  expect(other.clock.now()).toBe(start + 20 * day);
  expect(other.clock.mode()).toBe("frozen");
  expect(Buffer.from(await other.snapshot()).toString()).toBe(
    Buffer.from(kept)
      .toString()
      .replaceAll(ownerIn(kept), ownerIn(await other.snapshot())),
  );
  await other.advance(start + 60 * day);
  await receiver.handled();
  expect(receiver.events.length).toBeGreaterThan(count);
  const versions = receiver.events.map((event) => event.resource_version);
  expect(versions).toEqual(versions.map((_, index) => index + 1));
});

function ownerIn(snapshot: Uint8Array): string {
  return /"owner":"(\w+)"/.exec(Buffer.from(snapshot).toString())?.[1] ?? "none";
}

it("tests an endpoint as the document says, with the product or the test product, never in production", async () => {
  const sandbox = await started();
  await registerApplication(sandbox, "app");
  const receiver = await connectReceiver(sandbox, { application: "app", eventTypes: subscriptionEvents });
  const { tests } = sandbox.deliveries.engine;
  // §6.7 leaves one of the subscription events out.
  expect(tests?.types).toHaveLength(subscriptionEvents.length - 1);
  const request = { application: "app", actor: "per_ben", configurationVersion: 1 };
  for (const type of tests?.types ?? []) {
    const outcome = await tests?.run({ ...request, type });
    expect(outcome).toMatchObject({ kind: "queued" });
    await sandbox.settle();
    const result = await tests?.result("app", outcome?.kind === "queued" ? outcome.deliveryId : "");
    expect(result).toMatchObject({ kind: "confirmed", status: 204 });
  }
  await receiver.handled();
  expect(receiver.events).toEqual([]);
  const type = tests?.types[0] ?? "";
  expect(await tests?.problems({ ...request, type, actor: "per_chen" })).toMatchObject([
    { code: "permission-missing" },
  ]);
  await sandbox.world.run((draft) => {
    const application = draft.get("application", "app");
    if (application !== undefined) draft.put("application", { ...application, environment: "production" });
  }, undefined);
  expect(await tests?.problems({ ...request, type })).toMatchObject([{ code: "environment-production" }]);
});

it("delivers only what an enabled permission of an active API product grants", async () => {
  const sandbox = await started();
  await registerApplication(sandbox, "app");
  const receiver = await connectReceiver(sandbox, { application: "app", eventTypes: subscriptionEvents });
  const setStatus = (status: "active" | "deprecated") =>
    sandbox.world.run((draft) => {
      const product = draft.get("apiProduct", "commerce");
      if (product !== undefined) draft.put("apiProduct", { ...product, status });
    }, undefined);
  await setStatus("deprecated");
  await buy(sandbox);
  await sandbox.settle();
  await receiver.handled();
  expect(receiver.events).toEqual([]);
  await setStatus("active");
  await buy(sandbox, "notes-business", "org_acme");
  await sandbox.settle();
  await receiver.handled();
  expect(receiver.events.length).toBeGreaterThan(0);
  expect(new Set(receiver.events.map((event) => event.tenant_id))).toEqual(new Set(["org_acme"]));
});
