import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox } from "@oipkit/sandbox";
import { connectWebhook, createControlClient, setUpApplication } from "@oipkit/sandbox/client";
import { expect, it } from "vitest";
import { createProduct } from "../../../examples/integration/product.js";
import { createPages } from "../../../examples/integration/web.js";
import { toNodeListener } from "../../../runtime/webhook/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { createBrowser } from "../../support/platform/sandbox/identity/browser.js";

const organization = "org_acme";
const plan = { product: "notes", plan: "notes-business" };
const order = { organization, ...plan };

/** The example, with its settings as the sandbox's control hands them out, and an endpoint that is verified and saved. */
async function start() {
  const sandbox = await startSandbox({ seed: "integration" });
  afterThisTest(sandbox.close);
  const control = createControlClient({ control: sandbox.control.url, token: sandbox.control.token });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const application = await setUpApplication(control, { redirectUris: [`${publicUrl}/callback`] });
  const { clientId, clientSecret, userClientId, verificationToken } = application;
  const settings = {
    environment: "sandbox",
    issuer: sandbox.issuers.sandbox,
    apiBase: sandbox.apiUrls.sandbox,
    publicUrl,
    application: application.id,
    clientId,
    clientSecret,
    userClientId,
    verificationToken,
    signingSecrets: [application.signingSecret],
  } as const;
  const product = createProduct(settings);
  afterThisTest(() => product.receiver.close());
  const pages = createPages(settings, product);
  const receive = toNodeListener(product.receiver);
  server.on("request", (request, response) => {
    const name = (request.url ?? "").split("?")[0] ?? "";
    if (name === "/webhook") return receive(request, response);
    void pages[name]?.(request, response);
  });
  await connectWebhook(control, { application: application.id, url: `${publicUrl}/webhook` });
  const arrived = async (): Promise<void> => {
    await sandbox.settle();
    await product.receiver.drain();
  };
  return { sandbox, control, product, publicUrl, arrived };
}

it("signs a member in on the issuer's pages alone, and keeps its tokens from the browser", async () => {
  const { sandbox, publicUrl } = await start();
  const browser = createBrowser();
  await browser.go(`${publicUrl}/sign-in`, { person: "per_ben", space: "mem_ben_acme" });
  const forms = browser.visits.filter(({ text }) => text.includes("<form"));
  expect(forms.length).toBeGreaterThan(0);
  for (const { url } of forms) expect(url.startsWith(`${sandbox.issuers.sandbox}/`)).toBe(true);
  const home = await browser.open(`${publicUrl}/`);
  // The issuer's own cookies aside, the browser has the id of a session.
  const own = [...browser.cookies].filter(([name]) => !name.startsWith("sandbox_"));
  expect(own).toMatchObject([["session", { value: expect.stringMatching(/^[0-9a-f-]{36}$/) }]]);
  expect(Object.keys((await home.json()) as object)).toEqual([
    ...["person", "organization", "mayUse", "entitlements", "subscriptions"],
  ]);
});

it("buys, follows the subscription in order, and lets a member in only after the assignment", async () => {
  const { sandbox, control, product, publicUrl, arrived } = await start();
  const operation = await product.buy(order);
  expect(operation).toMatch(/^op_/);
  await arrived();
  // An accepted checkout proves no payment, so nothing is known of a subscription yet.
  expect(product.projection().subscriptions.size).toBe(0);
  const { checkouts } = await control.call("listCheckouts", {});
  const checkout_id = checkouts[0]?.checkout_id ?? "";
  await control.call("completeCheckout", { path: { checkout_id }, body: { payment: "succeeds" } });
  await arrived();
  const [subscription] = [...product.projection().subscriptions.values()];
  expect(subscription).toMatchObject({ ...order, status: "active", plan: plan.plan });
  expect(subscription?.history).toEqual(["oem.subscription.created.v1", "oem.subscription.activated.v1"]);
  expect(await product.readSubscription(subscription?.id ?? "")).toMatchObject({ status: "active" });

  const browser = createBrowser();
  const home = async (): Promise<{ mayUse: boolean; entitlements: string[] }> => {
    const response = await browser.open(`${publicUrl}/`);
    expect(response.status).toBe(200);
    return (await response.json()) as { mayUse: boolean; entitlements: string[] };
  };
  await browser.go(`${publicUrl}/sign-in`, { person: "per_ben", space: "mem_ben_acme" });
  // The organization has bought and activated the product; this enables no member.
  expect(await home()).toMatchObject({ organization, mayUse: false, entitlements: [] });
  // An organization that the browser names counts for nothing.
  const named = await browser.open(`${publicUrl}/?organization_id=org_lotus`);
  expect(await named.json()).toMatchObject({ organization });
  const member = { membership_id: "mem_ben_acme", product_code: "notes" };
  await control.call("setMemberAccess", { body: { ...member, assigned: true, roles: ["editor"] } });
  await arrived();
  expect(await home()).toMatchObject({ mayUse: true, entitlements: expect.arrayContaining(["notes.audit"]) });

  // A year later it was renewed; the product copied that and inferred nothing.
  await sandbox.advance(sandbox.clock.now() + 366 * 86_400_000);
  await arrived();
  const renewed = product.projection().subscriptions.get(subscription?.id ?? "");
  expect(renewed?.history).toContain("oem.subscription.renewed.v1");
  expect(Date.parse(renewed?.periodEnd ?? "")).toBeGreaterThan(sandbox.clock.now());
  expect(renewed?.history.length).toBe(renewed?.version);

  await control.call("moveSubscription", {
    path: { subscription_id: subscription?.id ?? "" },
    body: { move: "terminate" },
  });
  await arrived();
  expect(await home()).toMatchObject({ mayUse: false });
  expect(product.projection().subscriptions.get(subscription?.id ?? "")).toMatchObject({
    status: "terminated",
    endedAt: expect.any(String),
    history: expect.arrayContaining(["oem.subscription.created.v1", "oem.subscription.terminated.v1"]),
  });
}, 60_000);
