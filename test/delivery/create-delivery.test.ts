import { createHmac } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type ApplicationRecord,
  createDelivery,
  createVirtualClock,
  type Delivery,
  type DeliveryOptions,
  deliveryDefaults,
  drive,
  openSqliteStore,
  type Store,
  type VirtualClock,
} from "../../delivery/index.js";
import { protocol } from "../../generated/events/protocol.js";
import { validateEvent } from "../../generated/validators/events.js";
import { makeEvent, start, type } from "../support/delivery/engine/subject.js";
import { openParts, renewed } from "../support/delivery/event-tests/subject.js";
import { type ReceivedRequest, type Receiver, startReceiver } from "../support/delivery/receiver.js";

const application = "app-1";
const callback = protocol.callbacks.eventTypes[0];
const hour = 3_600_000;
/** What a test of the event `renewed`, which isn't granted, is asked for with. */
const renewedTest = { application, actor: "ada", type: renewed, configurationVersion: 1 };
const callbackTest = { ...renewedTest, type: callback };
let record: ApplicationRecord;
let receiver: Receiver;
let store: Store;
let clock: VirtualClock;
let delivery: Delivery;

const create = (more: Partial<DeliveryOptions> = {}): Delivery =>
  createDelivery({
    protocol,
    validate: validateEvent,
    eventTypes: [type, renewed],
    store,
    clock,
    keyRing: { keys: [{ id: "one", bytes: Buffer.alloc(32, 7) }] },
    directory: { application: (id) => (id === application ? record : undefined) },
    allowedHosts: [receiver.host],
    tests: openParts,
    ...more,
  });

beforeEach(async () => {
  record = {
    id: application,
    organization: "org-1",
    environment: "sandbox",
    active: true,
    grantedEventTypes: [type],
    grantedCallbackTypes: [callback],
  };
  receiver = await startReceiver();
  store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  clock = createVirtualClock(start);
  delivery = create();
});
afterEach(async () => {
  await delivery.stop();
  await store.close();
  receiver.close();
});

/** Tests the receiver, saves it, and has its credentials handed over. */
async function saveEndpoint(): Promise<{ readonly secret: string; readonly token: string }> {
  const test = await delivery.endpoints.test(application, receiver.url);
  if (!test.verified) throw new Error(test.reason);
  const { proof, revision } = test;
  await delivery.endpoints.save({
    application,
    url: receiver.url,
    eventTypes: [type],
    callbackTypes: [callback],
    proof,
    revision,
    operationId: "save-1",
    actor: "ada",
  });
  const { secret } = await delivery.credentials.reveal(application, { actor: "ada" });
  let token = "";
  await delivery.credentials.rotate(application, "verification-token", {
    operationId: "rotate-1",
    actor: "ada",
    deliver: async (version) => {
      token = version.secret;
    },
  });
  return { secret, token };
}

/** The content of a request whose signature and token are right. */
function verifiedContent({ headers, body }: ReceivedRequest, keys: { secret: string; token: string }) {
  const [time, nonce] = [headers["x-svc-request-timestamp"], headers["x-svc-request-nonce"]];
  const mac = createHmac("sha256", keys.secret).update(`${time}\n${nonce}\n`).update(body).digest("hex");
  expect(headers["x-svc-signature"]).toBe(`sha256=${mac}`);
  const { verification_token: token, ...content } = JSON.parse(body.toString()) as Record<string, unknown>;
  expect(token).toBe(keys.token);
  return content;
}

it("verifies and saves an endpoint, publishes to it, retries, and redelivers", async () => {
  const keys = await saveEndpoint();
  receiver.respond = (_, response) => void response.writeHead(503).end("not now");
  const published = await delivery.publish(makeEvent("evt-1"), { application });
  await drive(delivery, clock, start + 100 * hour);
  expect(receiver.requests).toHaveLength(8);
  const deliveryId = "deliveryId" in published ? published.deliveryId : "";
  const failed = await delivery.deliveries.show(deliveryId);
  expect(failed).toMatchObject({ state: "failed", status: 503, error: "http-503", kind: "event" });
  expect(failed?.log.map(({ answer }) => answer)).toEqual(Array(8).fill("not now"));

  receiver.respond = (_, response) => void response.writeHead(204).end();
  const request = { application, eventId: "evt-1", operationId: "again-1", actor: "ada" };
  expect(await delivery.redeliver(request)).toEqual({ kind: "pending", deliveryId });
  await drive(delivery, clock, clock.now() + hour);
  expect(receiver.requests).toHaveLength(9);
  for (const each of receiver.requests) {
    expect(verifiedContent(each, keys)).toEqual(makeEvent("evt-1"));
    expect(each.headers["x-svc-delivery-id"]).toBe(deliveryId);
  }
  expect(await delivery.deliveries.counts()).toMatchObject({ delivered: 1, failed: 0, pending: 0 });
  const { entries } = await delivery.audit({ application });
  expect(entries.map(({ action }) => action)).toContain("redelivery");
  expect(entries.find(({ operationId }) => operationId === "save-1")).toBeDefined();
});

it("tests an endpoint for an event that isn't granted, and says what came back", async () => {
  const keys = await saveEndpoint();
  delivery.start();
  const queued = await delivery.tests?.run(renewedTest);
  if (queued?.kind !== "queued") throw new Error(JSON.stringify(queued));
  const result = () => delivery.tests?.result(application, queued.deliveryId);
  await expect.poll(result).toMatchObject({ kind: "confirmed", status: 204 });
  const [sent] = receiver.requests;
  expect(sent?.headers["x-svc-test-delivery"]).toBe("true");
  expect(verifiedContent(sent as ReceivedRequest, keys)).toMatchObject({ event_id: queued.eventId });
});

it("invokes a callback, and tests one", async () => {
  const keys = await saveEndpoint();
  const json = { "content-type": "application/json" };
  receiver.respond = (_, response) => void response.writeHead(200, json).end('{"result":1}');
  const event = { event_id: "evt-cb", event_type: callback, correlation_id: "cor-cb" };
  const invoked = await delivery.callbacks.invoke({ application, type: callback, event });
  expect(invoked.result).toEqual({ kind: "answered", status: 200, body: { result: 1 } });
  expect(verifiedContent(receiver.requests[0] as ReceivedRequest, keys)).toEqual(event);
  expect(await delivery.callbacks.problems(callbackTest)).toEqual([]);
});

it("redelivers events only: what came of a callback may be unknown", async () => {
  await saveEndpoint();
  receiver.respond = (_, response) => void response.destroy();
  const event = { event_id: "evt-cb", event_type: callback };
  const { result } = await delivery.callbacks.invoke({ application, type: callback, event });
  expect(result.kind).toBe("unknown");
  const again = delivery.redeliver({ application, eventId: "evt-cb", operationId: "op-1", actor: "ada" });
  await expect(again).rejects.toMatchObject({ code: "delivery-state", details: { kind: "callback" } });
  await delivery.runDue();
  expect(receiver.requests).toHaveLength(1);
});

it("lets a test pass an open circuit and an endless backlog, and leaves both as they are", async () => {
  await saveEndpoint();
  receiver.respond = (_, response) => void response.writeHead(503).end();
  const ids = Array.from({ length: 100 }, (_, index) => `evt-${index}`);
  await delivery.publishAll(ids.map((id) => ({ event: makeEvent(id), application })));
  await delivery.runDue();
  const before = await store.db.selectFrom("lanes").selectAll().executeTakeFirstOrThrow();
  expect(before.open_until).toBeGreaterThan(start);
  const sent = receiver.requests.length;
  receiver.respond = (_, response) => void response.writeHead(204).end();
  const queued = await delivery.tests?.run(renewedTest);
  if (queued?.kind !== "queued") throw new Error(JSON.stringify(queued));
  expect(await delivery.nextDueAt()).toBe(start);
  await delivery.runDue();
  expect(receiver.requests).toHaveLength(sent + 1);
  expect(await delivery.tests?.result(application, queued.deliveryId)).toMatchObject({ kind: "confirmed" });
  const { failures, open_until, lost, lease_owner } = before;
  const after = await store.db.selectFrom("lanes").selectAll().executeTakeFirstOrThrow();
  expect(after).toMatchObject({ failures, open_until, lost, lease_owner });
});

it("leaves an endpoint alone whose application can't be looked up, also if a test waits", async () => {
  await saveEndpoint();
  let calls = 0;
  const failures: unknown[] = [];
  const lookUp = (): ApplicationRecord => {
    calls += 1;
    if (calls > 1) throw new Error("the directory is away");
    return record;
  };
  const onFailure = (failure: unknown) => void failures.push(failure);
  const other = create({ directory: { application: lookUp }, observer: { onFailure } });
  expect(await other.tests?.run(renewedTest)).toMatchObject({ kind: "queued" });
  await other.runDue();
  expect(calls).toBe(2);
  expect(failures).toHaveLength(1);
  expect(receiver.requests).toEqual([]);
  await other.stop();
  // Another engine can look it up.
  await delivery.runDue();
  expect(receiver.requests).toHaveLength(1);
});

it("asks again for an application that was never answered for", async () => {
  await saveEndpoint();
  await delivery.publish(makeEvent("evt-1"), { application });
  let calls = 0;
  const failures: unknown[] = [];
  const lookUp = () => {
    calls += 1;
    return calls === 1 ? new Promise<never>(() => {}) : record;
  };
  const onFailure = (failure: unknown) => void failures.push(failure);
  const other = create({ directory: { application: lookUp }, observer: { onFailure } });
  const first = other.runDue();
  await expect.poll(() => calls).toBe(1);
  clock.advanceBy(deliveryDefaults.timeoutMs);
  await first;
  expect(failures.map(String)).toEqual(["Error: looking up app-1 took longer than 10000 ms"]);
  expect(receiver.requests).toEqual([]);
  await drive(other, clock, clock.now() + hour);
  expect(receiver.requests).toHaveLength(1);
  await other.stop();
});

it("carries the trace of a publication to its attempts, whatever the observer throws", async () => {
  const traces: (string | undefined)[] = [];
  let trace = (): string => `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  const traced = create({
    observer: { traceparent: () => trace(), onAttempt: (report) => void traces.push(report.trace) },
  });
  await saveEndpoint();
  const expected = trace();
  await traced.publish(makeEvent("evt-1"), { application });
  const event = { event_id: "evt-cb", event_type: callback };
  await traced.callbacks.invoke({ application, type: callback, event });
  await traced.tests?.run(renewedTest);
  trace = () => {
    throw new Error("the tracer is away");
  };
  await traced.publish(makeEvent("evt-2"), { application });
  await traced.runDue();
  expect(traces).toEqual([expected, expected, expected, undefined]);
  await traced.stop();
});

it("keeps no secret of a callback that comes back", async () => {
  const { token } = await saveEndpoint();
  receiver.respond = (_, response) => void response.writeHead(422).end(`wrong token ${token}`);
  const event = { event_id: "evt-cb", event_type: callback };
  const { deliveryId } = await delivery.callbacks.invoke({ application, type: callback, event });
  const [attempt] = (await delivery.deliveries.show(deliveryId))?.log ?? [];
  expect(attempt?.answer).toBe("wrong token [redacted]");
});

it("reaches no private address without `allowedHosts`", async () => {
  const strict = create({ allowedHosts: [] });
  expect(await strict.endpoints.test(application, receiver.url)).toMatchObject({
    verified: false,
    code: "url-refused",
  });
  await strict.stop();
});

it("has no tests unless it is told which", async () => {
  const without = create({ tests: undefined });
  expect(without.tests).toBeUndefined();
  await expect(without.callbacks.test(callbackTest)).rejects.toMatchObject({ code: "delivery-options" });
  await without.stop();
});

it("is healthy while it passes over the store, and not once that fails", async () => {
  await saveEndpoint();
  expect(await delivery.health.report()).toMatchObject({ status: "ok", reachable: true, lagMs: 0 });
  delivery.start();
  await delivery.runDue();
  expect(await delivery.health.report()).toMatchObject({ status: "ok", passAgeMs: 0 });
  // Its clock goes on, but no timer wakes it; a pass that has begun may end after the first jump.
  let now = start;
  const later = (): void => {
    now += 61_000;
    clock.jumpTo(now);
  };
  const statusLater = async () => {
    later();
    return (await delivery.health.report()).status;
  };
  await expect.poll(statusLater).toBe("unavailable");
  later();
  await expect(delivery.health.checks.pass()).rejects.toThrow(/^the last pass was \d+ ms ago$/);
  clock.advanceBy(0);
  await expect.poll(async () => (await delivery.health.report()).status).toBe("ok");
});
