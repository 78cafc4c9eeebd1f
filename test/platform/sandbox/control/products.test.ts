import { routes } from "@oipkit/console/control/routes.js";
import { type Sandbox, startSandbox } from "@oipkit/sandbox";
import { type ControlClient, createControlClient } from "@oipkit/sandbox/client";
import { beforeAll, expect, it } from "vitest";
import { routes as platformRoutes } from "../../../../platform/sandbox/generated/platform/routes.js";
import { publishProduct } from "../../../../platform/sandbox/platform/access/index.js";
import { afterThisFile } from "../../../support/clean-up.js";
import { token } from "../../../support/platform/sandbox/control/controlled-sandbox.js";

let sandbox: Sandbox;
let control: ControlClient;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: "products", token });
  afterThisFile(sandbox.close);
  control = createControlClient({ control: sandbox.control.url, token });
});

let names = 0;
async function newApplication() {
  names += 1;
  const body = { name: `Shop ${names}`, redirect_uris: ["http://127.0.0.1:3000/callback"] };
  const { application } = await control.call("createApplication", { body });
  const path = { application_id: application.application_id };
  const ask = (product_code: string, identity: "application" | "user" = "application", admit = false) =>
    control.call("requestAccess", { path, body: { product_code, identity, admit } });
  return { path, application, ask };
}

it("an API product comes with its base URL, audience, scopes, schemas, quota and support", async () => {
  const { api_products } = await control.call("listApiProducts", {});
  expect(api_products[0]).toMatchObject({
    product_code: "commerce",
    base_urls: sandbox.apiUrls,
    audience: "urn:oipkit:sandbox:commerce",
    scopes: expect.arrayContaining(["commerce.catalog.read"]),
    operations: expect.arrayContaining(["POST /open-platform/v1/subscriptions/{id}:change-plan"]),
    quota: { requests: 600, seconds: 60, bindings: null },
    support: expect.stringContaining("@"),
  });
});

it("identifiers are the same in every language", async () => {
  const { origin } = sandbox;
  const read = async (language: string) => {
    const headers = { authorization: `Bearer ${token}`, "accept-language": language };
    const products = await fetch(`${origin}/_sandbox/api-products`, { headers });
    const found = await fetch(`${origin}/identity/sandbox/.well-known/openid-configuration`, { headers });
    return [await products.text(), await found.text()];
  };
  expect(await read("zh-CN")).toEqual(await read("en"));
  const { api_products } = await control.call("listApiProducts", {});
  for (const { scopes, audience, operations } of api_products)
    expect([...scopes, audience, ...operations].join("")).toMatch(/^[\x20-\x7e]+$/);
});

it("nobody but the platform creates or publishes an API product", async () => {
  const writes = [...routes, ...platformRoutes].filter(
    ({ method, path }) => method !== "GET" && path.includes("api-products"),
  );
  expect(writes.map(({ id }) => id)).toEqual(["changeApiProduct"]);
  const body = { status: "active", scopes: ["commerce.everything"] };
  const wrong = { path: { product_code: "commerce" }, body: body as { status: "active" } };
  await expect(control.call("changeApiProduct", wrong)).rejects.toMatchObject({ status: 400 });
  const unknown = { path: { product_code: "mine" }, body: { status: "active" as const } };
  await expect(control.call("changeApiProduct", unknown)).rejects.toMatchObject({ status: 404 });
});

it("the snapshot's product isn't open to a standard application, only to one that is admitted", async () => {
  const { ask } = await newApplication();
  await expect(ask("open-platform")).rejects.toMatchObject({ code: "product-not-open", status: 409 });
  expect(await ask("open-platform", "application", true)).toMatchObject({ state: "enabled" });
});

it("quotas are checked when a permission is bound", async () => {
  const { view } = sandbox.world;
  const commerce = view.get("apiProduct", "commerce");
  if (commerce === undefined) throw new Error("the seed has no commerce");
  const { ask } = await newApplication();
  const other = await newApplication();
  const bound = view.list("permission", { product: "commerce", state: "enabled" }).length;
  const quota = { ...commerce.quota, bindings: bound + 1 };
  await sandbox.world.run(publishProduct, { ...commerce, quota });
  await ask("commerce");
  await expect(ask("commerce", "user")).rejects.toMatchObject({ code: "quota-exhausted", status: 409 });
  await expect(other.ask("commerce")).rejects.toMatchObject({ code: "quota-exhausted" });
  expect(await ask("commerce")).toMatchObject({ state: "enabled", binding: "bound" });
  await sandbox.world.run(publishProduct, commerce);
  expect(await other.ask("commerce")).toMatchObject({ binding: "bound" });
});

it("shows a customer its own applications and those that are approved for it", async () => {
  const { application, path } = await newApplication();
  const seen = async (organization_id: string) => {
    const { applications } = await control.call("listApplications", { query: { organization_id } });
    return applications.some(({ application_id }) => application_id === path.application_id);
  };
  expect(application.organization_id).toBe("org_acme");
  expect([await seen("org_acme"), await seen("org_lotus")]).toEqual([true, false]);
  const fact = { kind: "approval", id: `${path.application_id}/org_lotus` } as const;
  await control.call("setFact", { body: { ...fact, on: true } });
  expect(await seen("org_lotus")).toBe(true);
  await control.call("setFact", { body: { ...fact, on: false } });
  expect(await seen("org_lotus")).toBe(false);
  await control.call("changeApplication", { path, body: { status: "revoked" } });
  expect(await seen("org_acme")).toBe(false);
});

it("a callback has no real producer: nothing but its test sends one", async () => {
  const { path, ask } = await newApplication();
  await ask("commerce");
  const { granted_callback_types } = await control.call("readWebhook", { path });
  expect(granted_callback_types).toEqual(["token.agent.action.v1"]);
  const body = { ...path, event_type: "token.agent.action.v1" };
  await expect(control.call("triggerEvent", { body })).rejects.toMatchObject({ code: "event-unreachable" });
});
