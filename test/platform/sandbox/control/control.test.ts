import type { Schemas } from "@oipkit/sandbox/client";
import { expect, it } from "vitest";
import { afterThisTest } from "../../../support/clean-up.js";
import { startReceiver } from "../../../support/delivery/receiver.js";
import { startControlled } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

const body = { name: "My Shop", redirect_uris: ["http://localhost:3000/callback"] };

async function withApplication() {
  const sandbox = await startControlled();
  const { application, client_secret } = await sandbox.control.call("createApplication", { body });
  return { ...sandbox, path: { application_id: application.application_id }, application, client_secret };
}

it("shows what one needs, and no secret", async () => {
  const { control, origin, application, client_secret } = await withApplication();
  const state = await control.call("readState");
  expect(state).toMatchObject({
    origin,
    control_url: `${origin}/_sandbox`,
    issuers: [
      { environment: "sandbox", issuer: `${origin}/identity/sandbox` },
      { environment: "production", issuer: `${origin}/identity/production` },
    ],
    applications: [{ application_id: application.application_id, slug: "my-shop", owner: "per_ada" }],
  });
  expect(client_secret).toMatch(/^cs_/);
  expect(JSON.stringify(state)).not.toContain(client_secret);
});

it("gives a secret only when it is made or rotated", async () => {
  const { control, path, application, client_secret } = await withApplication();
  const rotated = await control.call("rotateClientSecret", { path });
  expect(rotated).toMatchObject({ secret_version: 2, client_id: application.clients[0]?.client_id });
  expect(rotated.client_secret).not.toBe(client_secret);
  const shown = JSON.stringify(await control.call("readApplication", { path }));
  expect(shown).not.toContain(rotated.client_secret);
});

it("makes a client for each identity, and enables one again", async () => {
  const { control, path } = await withApplication();
  const user = { ...path, identity: "user" } as const;
  const disabled = await control.call("changeIdentity", { path: user, body: { status: "disabled" } });
  expect(disabled.clients.map(({ status }) => status)).toEqual(["active", "disabled"]);
  const redirect_uris = ["http://127.0.0.1:4000/back"];
  const { application } = await control.call("enableIdentity", { path: user, body: { redirect_uris } });
  expect(application.clients[1]).toMatchObject({ status: "active", redirect_uris });
});

it("hands out access to API products, and takes it away", async () => {
  const { control, path } = await withApplication();
  const asked = { product_code: "commerce", identity: "application" } as const;
  const permission = await control.call("requestAccess", { path, body: asked });
  expect(permission).toMatchObject({
    state: "enabled",
    binding: "bound",
    requested_at: "2026-01-05T09:30:00.000Z",
  });
  const one = { ...path, ...asked };
  const change = (body: Schemas["PermissionChange"]) => control.call("changePermission", { path: one, body });
  expect(await change({ binding: "drifted" })).toMatchObject({ state: "enabled", binding: "drifted" });
  expect(await change({ state: "suspended" })).toMatchObject({ state: "suspended" });
  await expect(change({ state: "enabled" })).rejects.toMatchObject({
    code: "permission-move-refused",
    status: 409,
  });
  expect((await control.call("listPermissions", { path })).permissions).toHaveLength(1);
});

it("switches facts on and off", async () => {
  const { control, path, sandbox } = await withApplication();
  const { view } = sandbox.world;
  const id = `${path.application_id}/org_acme`;
  const set = (kind: "approval" | "membership", fact: string, on: boolean) =>
    control.call("setFact", { body: { kind, id: fact, on } });
  expect(await set("approval", id, false)).toEqual({ kind: "approval", id, on: false });
  expect(view.get("approval", id)).toBeUndefined();
  await set("approval", id, true);
  expect(view.get("approval", id)).toMatchObject({ status: "active", organization: "org_acme" });
  await set("approval", id, false);
  expect(view.get("approval", id)).toMatchObject({ status: "revoked" });
  await set("membership", "mem_ada_acme", false);
  const { facts } = await control.call("listFacts", { query: { kind: "membership" } });
  expect(facts.filter(({ on }) => !on)).toEqual([{ kind: "membership", id: "mem_ada_acme", on: false }]);
  await expect(set("membership", "nobody", true)).rejects.toMatchObject({ status: 404 });
  await expect(set("approval", "only-one-part", true)).rejects.toMatchObject({ code: "fact-id-invalid" });
});

it("adds people and organizations, page by page", async () => {
  const { control } = await startControlled();
  const { organization_id } = await control.call("createOrganization", {
    body: { name: { en: "New", zh: "新" } },
  });
  const { person_id } = await control.call("createPerson", {
    body: { name: "Dee", email: "dee@example.com" },
  });
  const made = await control.call("createMembership", { body: { organization_id, person_id } });
  expect(await control.call("createMembership", { body: { organization_id, person_id } })).toEqual(made);
  const first = await control.call("listPeople", { query: { limit: 5 } });
  expect(first.people).toHaveLength(5);
  const rest = await control.call("listPeople", { query: { after: first.next ?? "" } });
  expect(rest).toMatchObject({ people: [{ person_id, name: "Dee" }], next: null });
});

const eventType = "oem.subscription.created.v1";

it("moves the clock", async () => {
  const { control } = await startControlled();
  const at = async (body: { by?: string; until?: string }) =>
    (await control.call("advanceClock", { body })).now;
  expect(await at({ by: "45d" })).toBe("2026-02-19T09:30:00.000Z");
  expect(await at({ by: "P1M" })).toBe("2026-03-19T09:30:00.000Z");
  expect(await at({ until: "2026-04-01T00:00:00+02:00" })).toBe("2026-03-31T22:00:00.000Z");
  await expect(at({ until: "2026-01-01T00:00:00Z" })).rejects.toMatchObject({ code: "clock-back" });
  await expect(at({ by: "soon" })).rejects.toMatchObject({ code: "duration-invalid", status: 422 });
  await expect(at({})).rejects.toMatchObject({ code: "clock-advance" });
  expect(await control.call("resumeClock")).toMatchObject({ mode: "running" });
  expect(await control.call("freezeClock")).toMatchObject({ mode: "frozen" });
});

it("verifies, saves and pauses an endpoint, delivers to it, and shows every delivery", async () => {
  const { control, path, sandbox } = await withApplication();
  const { log } = sandbox;
  await control.call("requestAccess", { path, body: { product_code: "commerce", identity: "application" } });
  const receiver = await startReceiver();
  afterThisTest(() => receiver.close());
  const test = await control.call("testConnection", { path, body: { url: receiver.url } });
  expect(test).toMatchObject({ verified: true, revision: 0 });
  const save = { url: receiver.url, event_types: [eventType], revision: 0, operation_id: "save-1" };
  const saved = await control.call("saveWebhook", { path, body: { ...save, proof: test.proof ?? "" } });
  expect(saved).toMatchObject({ created: true, endpoint: { state: "active", revision: 1 } });
  const { secret } = await control.call("revealSigningSecret", { path });
  const rotate = { ...path, kind: "signing-secret" } as const;
  const rotated = await control.call("rotateCredential", {
    path: rotate,
    body: { operation_id: "rotate-1" },
  });
  expect(rotated).toMatchObject({ version: 2, state: "active" });
  expect(rotated.secret).not.toBe(secret);
  const again = await control.call("rotateCredential", { path: rotate, body: { operation_id: "rotate-1" } });
  expect(again).toMatchObject({ version: 2, secret: null });
  expect(await control.call("pauseWebhook", { path, body: { reason: "rest" } })).toMatchObject({
    state: "paused",
  });
  expect(await control.call("resumeWebhook", { path })).toMatchObject({ state: "active" });
  expect(await control.call("readWebhook", { path })).toMatchObject({
    revision: 1,
    granted_event_types: expect.arrayContaining([eventType]),
  });
  await expect(
    control.call("saveWebhook", { path, body: { ...save, operation_id: "save-2" } }),
  ).rejects.toMatchObject({ code: "revision-conflict", status: 409, refusal: { details: { revision: 1 } } });
  const { deliveries } = await control.call("listDeliveries", {});
  expect(deliveries).toEqual([]);
  await expect(control.call("readDelivery", { path: { delivery_id: "none" } })).rejects.toMatchObject({
    status: 404,
  });
  expect(JSON.stringify([log.after(0, 100), await sandbox.deliveries.engine.audit()])).not.toContain(
    rotated.secret,
  );
});

it("streams the log, from an entry on, until the reader goes", async () => {
  const { control, sandbox } = await startControlled();
  const { log } = sandbox;
  log.write({ kind: "control", message: "before" });
  const ending = new AbortController();
  const seen: string[] = [];
  for await (const entry of control.follow({ after: 0, signal: ending.signal })) {
    seen.push(entry.message);
    if (entry.message === "before") log.write({ kind: "control", message: "after", data: { id: "1" } });
    else ending.abort();
  }
  expect(seen).toEqual(["before", "after"]);
  const page = await control.call("listLogEntries", { query: { after: 1 } });
  expect(page).toMatchObject({ entries: [{ number: 2, message: "after", data: { id: "1" } }], next: 2 });
});

it("gives and takes snapshots as files", async () => {
  const { control } = await startControlled();
  const file = await control.call("takeSnapshot");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const before = await control.call("readState");
  await control.call("createApplication", { body });
  await control.call("advanceClock", { body: { by: "1d" } });
  await control.call("restoreSnapshot", { body: bytes });
  expect({ ...(await control.call("readState")), clock: 0, latest_log_entry: 0 }).toEqual({
    ...before,
    clock: 0,
  });
  const nothing = new TextEncoder().encode("nothing");
  await expect(control.call("restoreSnapshot", { body: nothing })).rejects.toMatchObject({
    code: "snapshot-invalid",
    status: 422,
  });
});

it("sets faults of the API", async () => {
  const { control, origin } = await startControlled();
  const fault = { target: "api", kind: "status", status: 500 } as const;
  expect(await control.call("setFaults", { body: { faults: [fault] } })).toEqual({ faults: [fault] });
  expect((await fetch(`${origin}/nothing`)).status).toBe(500);
  await control.call("setFaults", { body: { faults: [] } });
  expect((await fetch(`${origin}/nothing`)).status).toBe(404);
});

it("triggers an event through real moves, which is delivered", async () => {
  const { control, path } = await withApplication();
  const receiver = await startReceiver();
  afterThisTest(() => receiver.close());
  await control.call("requestAccess", { path, body: { product_code: "commerce", identity: "application" } });
  const { granted_event_types } = await control.call("readWebhook", { path });
  const test = await control.call("testConnection", { path, body: { url: receiver.url } });
  const save = { url: receiver.url, event_types: granted_event_types, revision: 0, operation_id: "save-1" };
  await control.call("saveWebhook", { path, body: { ...save, proof: test.proof ?? "" } });
  const event_type = "oem.subscription.past_due.v1";
  const triggered = await control.call("triggerEvent", { body: { event_type } });
  expect(triggered.steps.length).toBeGreaterThan(1);
  expect(triggered.events.at(-1)).toMatchObject({ event_type });
  const versions = triggered.events.flatMap(({ version }) => version ?? []);
  expect(versions).toEqual(versions.map((_, at) => at + 1));
  const subscription_id = triggered.subscription_id ?? "";
  const shown = await control.call("readSubscription", { path: { subscription_id } });
  expect(shown).toMatchObject({ status: "past_due", version: versions.length });
  const moved = await control.call("moveSubscription", {
    path: { subscription_id },
    body: { move: "terminate" },
  });
  expect(moved).toMatchObject({ status: "terminated", timers: [] });
  const { deliveries } = await control.call("listDeliveries", { query: { event_type } });
  expect(deliveries).toMatchObject([{ state: "delivered", attempts: 1, status: 204 }]);
  const nowhere = { body: { event_type: "oem.subscription.activated.v1", subscription_id } };
  await expect(control.call("triggerEvent", nowhere)).rejects.toMatchObject({ code: "event-unreachable" });
  const unknown = { body: { event_type: "oem.subscription.create.v1" } };
  await expect(control.call("triggerEvent", unknown)).rejects.toMatchObject({
    code: "event-unknown",
    message: expect.stringContaining("did you mean `oem.subscription.created.v1`"),
  });
});

it("completes a checkout as the customer does", async () => {
  const { control, path } = await withApplication();
  const { products } = await control.call("listCatalog", {});
  const paid = products.flatMap((product) =>
    product.plans
      .filter(({ billing, trial_days }) => billing === "paid" && trial_days === 0)
      .map(({ plan_code }) => ({ product_code: product.product_code, plan_code })),
  )[0];
  if (paid === undefined) throw new Error("the seed has no paid plan without a trial");
  const order = { ...path, organization_id: "org_acme", ...paid };
  const { checkout_id, status } = await control.call("startCheckout", { body: order });
  expect(status).toBe("open");
  const done = await control.call("completeCheckout", { path: { checkout_id }, body: { payment: "fails" } });
  expect(done).toMatchObject({ status: "completed", operation: { payment: "failed" } });
  const { subscriptions } = await control.call("listSubscriptions", {
    query: { organization_id: "org_acme" },
  });
  expect(subscriptions).toMatchObject([{ status: "payment_failed", plan_code: paid.plan_code }]);
});
