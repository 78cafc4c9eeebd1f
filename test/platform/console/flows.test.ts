import { createHash, createHmac, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowedStatuses } from "../../../platform/sandbox/platform/commerce/lifecycle.js";
import { type Receiver, startReceiver } from "../../support/delivery/receiver.js";
import { actionsByName, type Page } from "../../support/platform/console/page.js";
import { startConsole, type TestConsole } from "../../support/platform/console/start-console.js";

let its: TestConsole;
let page: Page;
let receiver: Receiver;
let id: string;
let at: string;
const created = "oem.subscription.created.v1";
const callback = "token.agent.action.v1";

beforeAll(async () => {
  [its, receiver] = await Promise.all([startConsole(), startReceiver()]);
  page = await its.signedIn("per_ada");
  const organization_id = "org_acme";
  const body = { name: "Shop", environment: "sandbox", organization_id, identities: ["application"] };
  const made = await page.send("POST", "/applications", { body });
  id = made.body.application.application.application_id;
  at = `/applications/${id}`;
  const access = { product_code: "commerce", identity: "application" };
  await page.send("POST", `${at}/permissions`, { body: access });
});
afterAll(async () => {
  receiver.close();
  await its[Symbol.asyncDispose]();
});

describe("the webhook", () => {
  const save = (body: object, operationId: string = randomUUID()) =>
    page.send("PUT", `${at}/webhook`, { body, operationId });

  it("offers what is granted, with the contract's texts", async () => {
    const { body } = await page.get(`${at}/webhook`);
    const found = body.event_types.find((each: { event_type: string }) => each.event_type === created);
    expect(found).toMatchObject({ granted: true, chosen: false, testable: true, family: "subscription" });
    expect(found).toMatchObject({
      clause: "§6.5",
      title: { en: "Subscription created", zh: "订阅已创建" },
    });
    expect(body.callback_types).toMatchObject([{ event_type: callback }]);
    expect(actionsByName({ body })).toMatchObject({
      pause: { offered: false, reason: "endpoint-missing" },
      "reveal-secret": { offered: false, reason: "credential-missing" },
    });
    const tests = await page.get(`${at}/event-tests`);
    expect(tests.body.event_tests[0]).toMatchObject({
      ready: false,
      problems: [{ code: "endpoint-missing" }],
    });
  });

  it("is saved with a proof, once, and recovered if the answer is lost", async () => {
    await page.send("POST", `${at}/webhook/credentials`);
    const test = await page.send("POST", `${at}/webhook/connection-tests`, { body: { url: receiver.url } });
    expect(test.body).toMatchObject({ verified: true, expires_at: expect.any(String) });
    const { proof, revision } = test.body;
    const wanted = { url: receiver.url, event_types: [created], proof, revision };
    const operationId = randomUUID();
    // The control saves, and its answer gets lost.
    its.breakControl = async (request, answer) => {
      const result = await answer();
      if (request.method === "PUT") throw new Error("lost");
      return result;
    };
    const lost = await save(wanted, operationId);
    expect(lost).toMatchObject({ status: 502, body: { code: "dependency-failed", outcome_unknown: true } });
    its.breakControl = undefined;
    const recovered = await page.get(`/operations/${operationId}?application_id=${id}`);
    const result = { created: true, webhook: { webhook: { endpoint: { url: receiver.url } } } };
    expect(recovered.body).toMatchObject({ state: "succeeded", operation: "saveWebhook", result });
    // Asked again unchanged, it saves nothing more; changed, it is refused.
    expect(await save(wanted, operationId)).toMatchObject({ status: 200, body: { created: true } });
    const other = await save(
      { ...wanted, event_types: [created, "oem.subscription.updated.v1"] },
      operationId,
    );
    expect(other).toMatchObject({ status: 409, body: { code: "operation-conflict" } });
    const { body } = await page.get(`${at}/webhook`);
    expect(body.webhook).toMatchObject({ revision: 1, endpoint: { event_types: [created] } });
  });

  it("says of a save that wasn't done that nothing was", async () => {
    const operationId = randomUUID();
    its.breakControl = (request, answer) =>
      request.method === "PUT" ? Promise.reject(new Error("down")) : answer();
    expect((await save({ revision: 1, encrypted: true }, operationId)).body.outcome_unknown).toBe(true);
    its.breakControl = undefined;
    expect((await page.get(`/operations/${operationId}?application_id=${id}`)).body).toMatchObject({
      state: "unknown",
    });
    expect((await page.get(`/operations/${randomUUID()}?application_id=${id}`)).body.state).toBe("unknown");
    expect((await page.get(`${at}/webhook`)).body.webhook.endpoint.encrypted).toBe(false);
  });

  it("refuses a save that didn't see the present state", async () => {
    const stale = await save({ revision: 0, encrypted: true });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: "revision-conflict", remedy: expect.stringContaining("Read") },
    });
    const revoke = await page.send("POST", `${at}/webhook/revocation`, { body: { revision: 9 } });
    expect(revoke).toMatchObject({ status: 409, body: { code: "revision-conflict" } });
  });

  it("is paused and resumed", async () => {
    const paused = await page.send("POST", `${at}/webhook/pause`, { body: { reason: "work" } });
    expect(paused.body.webhook.endpoint).toMatchObject({ state: "paused", pause_reason: "work" });
    expect(actionsByName(paused)).toMatchObject({ resume: { offered: true }, pause: { offered: false } });
    const resumed = await page.send("POST", `${at}/webhook/resume`);
    expect(resumed.body.webhook.endpoint.state).toBe("active");
  });

  it("gives a secret that was made once, even if the same command comes again", async () => {
    const operationId = randomUUID();
    const path = `${at}/webhook/credentials/verification-token/rotation`;
    const first = await page.send("POST", path, { operationId });
    expect(first.body.secret).toEqual(expect.any(String));
    const again = await page.send("POST", path, { operationId });
    expect(again).toMatchObject({ status: 409, body: { code: "secret-withheld", clause: "§6.9" } });
    const { body } = await page.get(`/operations/${operationId}`);
    expect(body).toMatchObject({ state: "succeeded", secret_withheld: true, result: { secret: null } });
    expect(JSON.stringify(body)).not.toContain(first.body.secret);
  });
});

describe("a test event", () => {
  let delivery: string;
  let secret: string;

  it("is queued, and its outcome comes from the log", async () => {
    secret = (await page.send("POST", `${at}/webhook/credentials/reveal`)).body.secret;
    const ready = await page.get(`${at}/event-tests`);
    expect(ready.body.event_tests).toHaveLength(Object.keys(allowedStatuses).length - 1);
    expect(ready.body.event_tests[0]).toMatchObject({ ready: true, problems: [] });
    const body = { event_type: created, revision: ready.body.revision };
    const queued = await page.send("POST", `${at}/event-tests`, { body });
    expect(queued.body).toMatchObject({ queued: true });
    delivery = queued.body.delivery_id;
    await its.sandbox.settle();
    expect((await page.get(`${at}/event-tests/${delivery}`)).body).toMatchObject({
      result: "confirmed",
      status: 204,
    });
    expect((await page.get(`${at}/event-tests`)).body.recent).toMatchObject([{ delivery_id: delivery }]);
  });

  it("is shown as sent, with its secrets masked and its signature explained", async () => {
    const { body } = await page.get(`${at}/deliveries/${delivery}`);
    expect(body).toMatchObject({ endpoint_url: receiver.url, delivery: { kind: "test", attempts: 1 } });
    const [{ sent, signature, meaning }] = body.attempts;
    expect(meaning).toMatch(/committed/);
    expect(sent.masked).toEqual(["verification_token"]);
    expect(JSON.parse(sent.body).verification_token).toBe("********");
    const got = receiver.requests.at(-1);
    const token = JSON.parse(String(got?.body)).verification_token;
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify(body)).not.toContain(secret);
    // The explanation is right: whoever follows it gets the digest.
    expect(signature.body_sha256).toBe(
      createHash("sha256")
        .update(got?.body ?? "")
        .digest("hex"),
    );
    const digest = createHmac("sha256", secret)
      .update(signature.signed_prefix)
      .update(got?.body ?? "")
      .digest("hex");
    expect(signature).toMatchObject({ digest, header: { value: `sha256=${digest}` }, secret_version: 1 });
    expect(signature.steps.find(({ step }: { step: string }) => step === "secret").value).toBeNull();
    expect(actionsByName({ body }).redeliver).toMatchObject({ offered: false, reason: "not-an-event" });
  });
});

it("sends a test callback apart from events", async () => {
  receiver.respond = (_, response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"result":"ok"}');
  const { body } = await page.get(`${at}/webhook`);
  const { revision } = body.webhook;
  await page.send("PUT", `${at}/webhook`, { body: { revision, callback_types: [callback] } });
  const answer = await page.send("POST", `${at}/callback-tests`, { body: { event_type: callback } });
  expect(answer.body).toMatchObject({ sent: true, result: "answered", status: 200 });
  receiver.respond = (_, response) => void response.writeHead(204).end();
});

describe("customers and their subscriptions", () => {
  let subscription: string;

  it("are counted over all pages of a long list", async () => {
    const counts = async () => (await page.get("/sandbox/customers")).body.organizations;
    const before = await counts();
    expect(before.map(({ members }: { members: number }) => members)).toContain(2);
    // A list of the control whose pages have one row each.
    its.breakControl = async (request, answer) => {
      const found = await answer();
      if (request.method !== "GET" || !new URL(request.url).pathname.endsWith("/memberships")) return found;
      const { memberships } = await its.control.call("listMemberships", { query: {} });
      const at = Number(new URL(request.url).searchParams.get("after") ?? 0);
      const next = at + 1 < memberships.length ? String(at + 1) : null;
      return Response.json({ memberships: memberships.slice(at, at + 1), next });
    };
    expect(await counts()).toEqual(before);
    its.breakControl = undefined;
  });

  it("buy, and their events are delivered", async () => {
    const { body: customer } = await page.get("/sandbox/customers/org_lotus");
    expect(customer.members).toMatchObject([
      { person: { person_id: "per_chen" } },
      { person: { person_id: "per_ada" } },
    ]);
    const [{ product_code, plans }] = customer.catalog;
    const plan_code = plans.find(({ billing }: { billing: string }) => billing === "paid").plan_code;
    const body = { application_id: id, organization_id: "org_lotus", product_code, plan_code };
    const checkout = await page.send("POST", "/sandbox/checkouts", { body });
    const path = `/sandbox/checkouts/${checkout.body.checkout_id}/completion`;
    const done = await page.send("POST", path, { body: {} });
    subscription = done.body.operation.subscription_id;
    await its.sandbox.settle();
    const { body: view } = await page.get(`/sandbox/subscriptions/${subscription}`);
    const first = view.events.at(-1);
    expect(first).toMatchObject({ event_type: created, version: 1, delivery: { state: "delivered" } });
    const named = view.lifecycle.statuses.map(({ status }: { status: string }) => status);
    expect(named).toContain(view.subscription.status);
    expect(view.moves.find(({ action }: { action: string }) => action === "terminate")).toMatchObject({
      offered: true,
    });
    expect(
      (await page.get("/sandbox/subscriptions?organization_id=org_lotus")).body.subscriptions,
    ).toHaveLength(1);
  });

  it("have the delivery of every event, however long ago it was in the log", async () => {
    // A log of which the first page has the deliveries of other events alone.
    its.breakControl = async (request, answer) => {
      const url = new URL(request.url);
      const isLog = request.method === "GET" && url.pathname.endsWith("/deliveries");
      if (!isLog || url.searchParams.has("event_id")) return answer();
      return Response.json({ deliveries: [], next: 1 });
    };
    const { body } = await page.get(`/sandbox/subscriptions/${subscription}`);
    its.breakControl = undefined;
    expect(body.events.at(-1)).toMatchObject({ event_type: created, delivery: { state: "delivered" } });
    // Of types that the endpoint hasn't chosen there are none.
    expect(body.events.map((event: { delivery: unknown }) => event.delivery)).toContain(null);
  });

  it("move, and the clock with them", async () => {
    const path = `/sandbox/subscriptions/${subscription}/moves`;
    const paused = await page.send("POST", path, { body: { move: "suspend" } });
    expect(paused.body.subscription.status).toBe("suspended");
    const refused = paused.body.moves.find(({ action }: { action: string }) => action === "suspend");
    expect(refused).toMatchObject({ offered: false, reason: "not-in-this-status" });
    const clock = await page.send("POST", "/sandbox/clock/advance", { body: { by: "91d" } });
    expect(clock.body.mode).toBe("frozen");
    const { body } = await page.get(`/sandbox/subscriptions/${subscription}`);
    expect(body.subscription.status).toBe("terminated");
  });

  it("are seen in the deliveries, by filter and page by page", async () => {
    const all = await page.get(`${at}/deliveries?kind=event`);
    expect(all.body.deliveries.length).toBeGreaterThan(0);
    const [one] = all.body.deliveries;
    for (const wanted of [one.delivery_id, one.event_id])
      expect((await page.get(`${at}/deliveries?search=${wanted}`)).body.deliveries).toEqual([one]);
    expect((await page.get(`${at}/deliveries?search=nothing`)).body.deliveries).toEqual([]);
    expect((await page.get(`${at}/deliveries?until=2000-01-01T00:00:00Z`)).body.deliveries).toEqual([]);
    const first = await page.get(`${at}/deliveries?limit=1`);
    const second = await page.get(`${at}/deliveries?limit=1&before=${first.body.next}`);
    expect(second.body.deliveries[0].sequence).toBeLessThan(first.body.deliveries[0].sequence);
    const { body } = await page.get(`${at}/deliveries/${one.delivery_id}`);
    expect(actionsByName({ body }).redeliver).toMatchObject({ offered: false, reason: "not-failed" });
  });
});

it("delivers a failed event again, as it was", async () => {
  receiver.respond = (_, response) => void response.writeHead(422).end("no");
  await page.send("POST", "/sandbox/triggers", { body: { event_type: created, application_id: id } });
  await its.sandbox.settle();
  const failed = (await page.get(`${at}/deliveries?state=failed&event_type=${created}`)).body.deliveries[0];
  const path = `${at}/deliveries/${failed.delivery_id}`;
  const before = await page.get(path);
  expect(before.body.attempts).toMatchObject([
    { status: 422, answer: "no", meaning: expect.stringContaining("schema") },
  ]);
  expect(actionsByName(before).redeliver).toMatchObject({ offered: true });
  receiver.respond = (_, response) => void response.writeHead(204).end();
  const operationId = randomUUID();
  const again = await page.send("POST", `${path}/redelivery`, { operationId });
  expect(again).toMatchObject({ status: 200, body: { outcome: "pending" } });
  expect((await page.send("POST", `${path}/redelivery`, { operationId })).body).toEqual(again.body);
  await its.sandbox.settle();
  const after = await page.get(path);
  expect(after.body.delivery).toMatchObject({ event_id: failed.event_id, state: "delivered" });
  expect(after.body.attempts.map(({ status }: { status: number }) => status)).toEqual([422, 204]);
});
