import { createHmac } from "node:crypto";
import { type Sandbox, startSandbox } from "@oipkit/sandbox";
import { type ControlClient, createControlClient } from "@oipkit/sandbox/client";
import { beforeAll, expect, it, vi } from "vitest";
import { afterThisFile } from "../../../support/clean-up.js";
import { type Endpoint, saveEndpoint } from "../../../support/platform/console/browser/endpoint.js";
import { token } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

const created = "oem.subscription.created.v1";
let sandbox: Sandbox;
let control: ControlClient;
let application = "";
let endpoint: Endpoint;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: "health", token });
  afterThisFile(sandbox.close);
  control = createControlClient({ control: sandbox.control.url, token });
  const body = { name: "Notes", owner: "per_ada", organization_id: "org_acme" };
  application = (await control.call("createApplication", { body })).application.application_id;
  endpoint = await saveEndpoint({ control }, { application, eventTypes: [created] });
  afterThisFile(endpoint.close);
});

const path = () => ({ application_id: application });
const health = async () => (await control.call("readWebhookHealth", { path: path() })).health;
const standings = async () => (await control.call("listWebhookStandings", {})).standings;
const trigger = () =>
  control.call("triggerEvent", { body: { event_type: created, application_id: application } });
const deliveries = async (query: object = {}) =>
  (await control.call("listDeliveries", { query: { application_id: application, ...query } })).deliveries;
const patience = { timeout: 20_000, interval: 50 };

it("says that nothing has been sent, then that deliveries work", async () => {
  expect(await health()).toMatchObject({ standing: { status: "idle", failed: 0 }, failing: null });
  await trigger();
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({
      standing: { status: "working", failed: 0, retrying: 0, circuit: "closed", next_attempt_at: null },
      recent: { attempts: 1, failed: 0, complete: true },
      failing: null,
    });
  }, patience);
});

it("says since when, how and after which change all attempts fail, and when the next one is due", async () => {
  await control.call("rotateCredential", {
    path: { application_id: application, kind: "signing-secret" },
    body: { operation_id: "rotation-1" },
  });
  for (let count = 0; count < 7; count += 1) await trigger();
  // Five failures open the circuit; what was sent by then ends.
  await vi.waitFor(async () => expect((await health())?.standing.circuit).toBe("open"), patience);
  const found = await health();
  expect(found?.standing).toMatchObject({ status: "failing", circuit: "open" });
  expect(Date.parse(found?.standing.next_attempt_at ?? "")).toBeGreaterThan(Date.now());
  expect(found?.failing?.attempts).toBeGreaterThanOrEqual(5);
  expect(found?.failing).toMatchObject({
    errors: [{ error: "http-401", status: 401, count: found?.failing?.attempts }],
    changes_before: [{ change: "credential-rotated", credential: "signing-secret", version: 2 }],
  });
  expect(found?.recent.attempts).toBe((found?.recent.failed ?? 0) + 1);
  expect((await standings()).find(({ application_id }) => application_id === application)).toMatchObject({
    status: "failing",
  });
});

it("finds a signature that was made with the secret before the rotation", async () => {
  const failing = await deliveries({ kind: "event" });
  const delivery_id =
    failing.find(({ attempts, status }) => attempts > 0 && status === 401)?.delivery_id ?? "";
  const sent = endpoint.requests.find(({ headers }) => headers["x-svc-delivery-id"] === delivery_id);
  const [timestamp, nonce] = ["timestamp", "nonce"].map((name) => sent?.headers[`x-svc-request-${name}`]);
  const signed = (secret: string) =>
    `sha256=${createHmac("sha256", secret).update(`${timestamp}\n${nonce}\n${sent?.body}`).digest("hex")}`;
  const compare = (signature: string) =>
    control.call("compareSignature", { path: { delivery_id, attempt: 1 }, body: { signature } });
  const { secret: present } = await control.call("revealSigningSecret", { path: path() });
  expect(await compare(signed(present ?? ""))).toMatchObject({ agrees: true });
  const compared = await compare(signed(endpoint.signingSecret));
  expect(compared).toMatchObject({
    parts_at: "secret",
    cause: "previous-secret",
    previous_secret: { version: 1, replaced_by: 2, replaced_at: expect.stringMatching(/Z$/) },
  });
  expect(JSON.stringify(compared)).not.toContain(endpoint.signingSecret);
  expect(await compare(signed("guessed"))).toMatchObject({ parts_at: "digest", cause: null });
});

it("delivers all that failed again, a few at a time, and says what has become of them", async () => {
  const { secret } = await control.call("revealSigningSecret", { path: path() });
  await vi.waitFor(async () => {
    // Each probe opens the circuit anew, until all have failed for good.
    await control.call("advanceClock", { body: { by: "16m" } });
    expect(await deliveries({ state: "failed" })).toHaveLength(7);
  }, patience);
  endpoint.learn(secret ?? "");
  const ask = (limit: number) =>
    control.call("redeliverFailed", { path: path(), body: { operation_id: "again-1", limit } });
  expect(await ask(3)).toEqual({ begun: 3, repeated: 0, refused: 0, complete: false });
  expect(await ask(100)).toEqual({ begun: 4, repeated: 0, refused: 0, complete: true });
  expect(await ask(100)).toEqual({ begun: 0, repeated: 0, refused: 0, complete: true });
  await control.call("advanceClock", { body: { by: "16m" } });
  await vi.waitFor(async () => {
    const states = await control.call("readRedeliveries", { path: { ...path(), redelivery_id: "again-1" } });
    expect(states).toEqual({ waiting: 0, delivered: 7, failed: 0, cancelled: 0 });
  }, patience);
  await vi.waitFor(async () => {
    expect(await health()).toMatchObject({ standing: { status: "working", failed: 0 }, failing: null });
  }, patience);
});

it("names no cause if nothing was changed before the first failure, and says that it is paused", async () => {
  endpoint.answer = 422;
  await trigger();
  await vi.waitFor(async () => expect((await health())?.failing?.attempts).toBe(1), patience);
  expect((await health())?.failing).toMatchObject({ errors: [{ status: 422 }], changes_before: [] });
  await control.call("pauseWebhook", { path: path(), body: { reason: "Maintenance" } });
  expect(await health()).toMatchObject({
    standing: { status: "paused", failed: 1, next_attempt_at: null },
    pause_reason: "Maintenance",
    paused_at: expect.stringMatching(/Z$/),
  });
  await control.call("resumeWebhook", { path: path() });
});

it("finds deliveries by the id of a resource, by words of the event and by any id, and says how far it searched", async () => {
  const [latest] = await deliveries({ limit: 1 });
  const { event } = await control.call("readDelivery", { path: { delivery_id: latest?.delivery_id ?? "" } });
  const { resource_id, data } = event as { resource_id: string; data: { plan_code: string } };
  const search = (text: string, more: object = {}) =>
    control.call("listDeliveries", { query: { application_id: application, search: text, ...more } });
  const found = await search(resource_id);
  expect(found.deliveries.map(({ event_id }) => event_id)).toEqual([latest?.event_id]);
  expect(found.searched).toMatchObject({ deliveries: 9, unreadable: 0 });
  expect(found.next).toBeNull();
  expect((await search(data.plan_code)).deliveries.length).toBeGreaterThan(0);
  expect((await search(`${resource_id} ${data.plan_code}`.toUpperCase())).deliveries).toHaveLength(1);
  expect((await search(`${resource_id} nothing-has-this`)).deliveries).toEqual([]);
  for (const id of [latest?.event_id, latest?.delivery_id])
    expect(await search(id ?? "")).toMatchObject({ deliveries: [{ event_id: latest?.event_id }] });
  expect((await search(resource_id, { state: "delivered" })).deliveries).toEqual([]);
  // A page ends where it has enough, and the next one goes on.
  const first = await search("oem.subscription", { limit: 4 });
  expect(first.deliveries).toHaveLength(4);
  const rest = await search("oem.subscription", { before: first.next });
  expect(rest.deliveries).toHaveLength(5);
  expect(rest.searched?.deliveries).toBe(5);
});
