import { randomBytes } from "node:crypto";
import { createDeliveryMetrics } from "@oipkit/delivery/operations/metrics";
import { expect, it } from "vitest";
import { lookUpRestMs } from "../../../delivery/engine/access.js";
import {
  createVirtualClock,
  type DeliveryOptions,
  type KeyRingOptions,
  openSqliteStore,
} from "../../../delivery/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import type { Protocol } from "../../../runtime/webhook/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { addEndpoint, deliveryOn } from "../../support/delivery/delivery-on.js";
import { makeEvent, start, type } from "../../support/delivery/engine/subject.js";

const minute = 60_000;
const applications = ["app-1", "app-2", "app-3"];

/** Three endpoints, to each of which something was published, and an engine for them with what is given. */
async function published() {
  const store = await openSqliteStore({ file: ":memory:" });
  afterThisTest(store.close);
  await store.migrate();
  const clock = createVirtualClock(start);
  let isDirectoryAway = false;
  const application = (id: string) => {
    if (isDirectoryAway) throw new Error("the directory is away");
    return {
      id,
      organization: "owner",
      environment: "sandbox",
      active: true,
      grantedEventTypes: [type],
      grantedCallbackTypes: [],
    };
  };
  const create = (options: Partial<DeliveryOptions> = {}) =>
    deliveryOn(store, { clock, directory: { application }, ...options });
  const delivery = create();
  for (const id of applications) {
    await addEndpoint(delivery, store, id);
    await delivery.publish(makeEvent(`evt-${id}`, id), { application: id });
  }
  return {
    store,
    clock,
    create,
    setDirectoryAway(isAway: boolean) {
      isDirectoryAway = isAway;
    },
  };
}

const otherKeys: KeyRingOptions = { keys: [{ id: "other", bytes: randomBytes(32) }] };

/** A contract by which the secrets that were made can't be read. */
const otherProtocol: Protocol = {
  ...protocol,
  signature: { ...protocol.signature, key: { encoding: "hex" } } as Protocol["signature"],
};

it.each(["the directory is away", "the key ring lacks the key", "no secret can be used"])(
  "isn't healthy for long while nothing can be delivered because %s",
  async (fault) => {
    const subject = await published();
    const { clock, create } = subject;
    const isDirectory = fault === "the directory is away";
    subject.setDirectoryAway(isDirectory);
    const failures: unknown[] = [];
    const delivery = create({
      observer: { onFailure: (failure) => void failures.push(failure) },
      ...(fault === "the key ring lacks the key" && { keyRing: otherKeys }),
      ...(fault === "no secret can be used" && { protocol: otherProtocol }),
    });
    const statuses: string[] = [];
    for (let passed = 0; passed < 60; passed++) {
      await delivery.runDue();
      const report = await delivery.health.report();
      expect(report).toMatchObject({ lagMs: passed * minute, blockedEndpoints: applications.length });
      statuses.push(report.status);
      clock.advanceBy(minute);
    }
    // The default is five minutes.
    expect(statuses).toEqual(statuses.map((_, passed) => (passed <= 5 ? "ok" : "unavailable")));
    await expect(delivery.health.checks.lag()).rejects.toThrow("overdue");
    expect(failures.length).toBeGreaterThanOrEqual(60 * applications.length);
    expect(await delivery.deliveries.counts()).toMatchObject({ pending: applications.length, delivered: 0 });
    const { endpoints } = await delivery.deliveries.endpoints();
    expect(endpoints.map(({ circuit }) => circuit)).toEqual(applications.map(() => "closed"));

    subject.setDirectoryAway(false);
    const repaired = isDirectory ? delivery : create();
    await repaired.runDue();
    expect(await repaired.health.report()).toMatchObject({ status: "ok", lagMs: 0, blockedEndpoints: 0 });
    expect(await repaired.deliveries.counts()).toMatchObject({ pending: 0, delivered: applications.length });
    await repaired.stop();
  },
);

it("asks again for an application after the wait of a first retry, and says when that is", async () => {
  const { clock, create, setDirectoryAway } = await published();
  setDirectoryAway(true);
  const delivery = create();
  await delivery.runDue();
  expect(await delivery.nextDueAt()).toBe(start + lookUpRestMs);
  setDirectoryAway(false);
  clock.advanceBy(lookUpRestMs - 1);
  await delivery.runDue();
  expect(await delivery.deliveries.counts()).toMatchObject({ delivered: 0 });
  clock.advanceBy(1);
  await delivery.runDue();
  expect(await delivery.deliveries.counts()).toMatchObject({ delivered: applications.length });
  expect(await delivery.nextDueAt()).toBeUndefined();
  await delivery.stop();
});

it("counts what waits by the reason, and how long the oldest is overdue", async () => {
  const { store, clock, create, setDirectoryAway } = await published();
  setDirectoryAway(true);
  const delivery = create();
  await delivery.runDue();
  const { registry } = createDeliveryMetrics({ reading: delivery.deliveries, health: delivery.health });
  clock.advanceBy(90_000);
  const before = await registry.metrics();
  expect(before).toContain("oipkit_delivery_blocked_endpoints 3");
  expect(before).toContain("oipkit_delivery_lag_seconds 90");
  expect(before).toContain('oipkit_delivery_waiting_records{reason="due"} 3');
  await delivery.endpoints.pause("app-1", "moving", "test");
  const later = clock.now() + minute;
  const lane = (application: string) =>
    store.db.updateTable("lanes").where("endpoint_id", "=", `endpoint-${application}`);
  await lane("app-2").set({ open_until: later }).execute();
  await store.db
    .updateTable("deliveries")
    .set({ due_at: later })
    .where("application", "=", "app-3")
    .execute();
  const after = await registry.metrics();
  for (const line of ["due 0", "later 1", "paused 1", "circuit-open 1"]) {
    const [reason, count] = line.split(" ");
    expect(after).toContain(`oipkit_delivery_waiting_records{reason="${reason}"} ${count}`);
  }
  expect(after).toContain('oipkit_delivery_records{state="failed"} 0');
  await delivery.stop();
});

it("doesn't wait for a store that doesn't answer", async () => {
  const { store, create } = await published();
  const silent = { ...store, check: () => new Promise<never>(() => {}) };
  const delivery = create({ store: silent, health: { maxWaitMs: 50 } });
  expect(await delivery.health.report()).toMatchObject({ status: "unavailable", writable: false });
  await expect(delivery.health.checks.store()).rejects.toMatchObject({ code: "store-unreachable" });
  await delivery.stop();
});
