import { expect, it } from "vitest";
import { expectSound, openShop } from "../../../support/platform/sandbox/commerce/shop.js";

const types = (shop: ReturnType<typeof openShop>) =>
  shop.platform.events.map(({ event }) => event.event_type);

it("a free plan is active at once, without any evidence of a payment", () => {
  const shop = openShop();
  const { id } = shop.buy("free");
  expect(shop.history(id)).toEqual(["created: active", "activated: active"]);
  expect(types(shop).filter((type) => /payment|billing/.test(type))).toEqual([]);
  const { event } = shop.platform.events[1] ?? {};
  expect(event?.data).not.toHaveProperty("payment_reference");
  expect(event?.data).not.toHaveProperty("order_id");
  expect(event?.data).toMatchObject({
    billing_mode: "free",
    open_platform_application_id: "app_1",
    environment: "sandbox",
  });
  expectSound(shop.platform);
});

it("a paid plan waits for its payment before it is active", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  expect(shop.history(id)).toEqual(["created: pending_payment", "activated: active"]);
  expect(types(shop)).toEqual([
    "oem.subscription.created.v1",
    "payment.order.created.v1",
    "payment.intent.created.v1",
    "payment.succeeded.v1",
    "oem.subscription.activated.v1",
    "oem.product.activated.v1",
  ]);
  expect(shop.now(id)).toMatchObject({ plan: "pro", planVersion: 2, version: 2 });
  expectSound(shop.platform);
});

it.each(["requires_action", "pending", "unknown"] as const)(
  "a payment that ends with %s activates nothing",
  (payment) => {
    const shop = openShop();
    const { id, operation } = shop.buy("pro", { payment });
    expect(shop.history(id)).toEqual(["created: pending_payment"]);
    expect(shop.platform.get("operation", operation)).toMatchObject({
      status: "pending",
      payment: "pending",
    });
    expect(shop.platform.list("productAccess")).toEqual([]);
    shop.operate(id, "payment_succeeds");
    expect(shop.history(id)).toEqual(["created: pending_payment", "activated: active"]);
    expect(shop.platform.get("operation", operation)).toMatchObject({
      status: "succeeded",
      payment: "succeeded",
    });
    expect(shop.platform.list("operation")).toHaveLength(1);
    expectSound(shop.platform);
  },
);

it("a failed payment can be made good until its deadline", () => {
  const shop = openShop();
  const first = shop.buy("pro", { payment: "fails" });
  const second = shop.buy("pro", { payment: "fails" });
  expect(shop.platform.get("operation", first.operation)).toMatchObject({
    status: "failed",
    payment: "failed",
  });
  shop.operate(first.id, "payment_succeeds");
  shop.advance(4);
  expect(shop.history(first.id)).toEqual([
    "created: pending_payment",
    "payment_failed: payment_failed",
    "activated: active",
  ]);
  expect(shop.history(second.id).at(-1)).toBe("expired: expired");
  expectSound(shop.platform);
});

it("an upgrade ends the free subscription once the paid one is active, each with its own versions", () => {
  const shop = openShop();
  const free = shop.buy("free");
  const paid = shop.buy("pro", { payment: "requires_action", upgradeFrom: free.id });
  expect(shop.now(free.id).status).toBe("active");
  shop.operate(paid.id, "payment_succeeds");
  expect(shop.history(free.id).at(-1)).toBe("cancelled: cancelled");
  expect(shop.now(free.id)).toMatchObject({ version: 3, reason: "upgraded" });
  const activated = shop.platform.events.find(
    ({ event }) => event.resource_id === paid.id && event.resource_version === 2,
  );
  expect(activated?.event.data).toMatchObject({ upgrade_from_subscription_id: free.id });
  expect(shop.platform.list("productAccess")).toMatchObject([{ status: "active", version: 1 }]);
  expect(shop.platform.get("entitlement", "org_1/desk")).toMatchObject({ features: ["reports", "export"] });
  expectSound(shop.platform);
});

it.each([
  ["a paid subscription", "pro", "pro"],
  ["a free plan", "free", "free"],
])("refuses to upgrade to or from %s", (_, from, to) => {
  const shop = openShop();
  const { id } = shop.buy(from);
  expect(() => shop.buy(to, { upgradeFrom: id })).toThrow(
    expect.objectContaining({ code: "upgrade-not-possible" }),
  );
});

it("refuses what doesn't exist, with a code of its own, and says what does", () => {
  const { platform, commerce } = openShop();
  const start = (changes: object) => () =>
    platform.run(commerce.startCheckout, {
      application: "app_1",
      organization: "org_1",
      product: "desk",
      plan: "pro",
      ...changes,
    });
  expect(start({ application: "x" })).toThrow(
    expect.objectContaining({ code: "application-unknown", kind: "missing" }),
  );
  expect(start({ organization: "x" })).toThrow(expect.objectContaining({ code: "organization-unknown" }));
  expect(start({ product: "x" })).toThrow(
    expect.objectContaining({ code: "product-not-bound", kind: "conflict" }),
  );
  expect(start({ plan: "x" })).toThrow(
    'The product "desk" has no plan "x". Its plans: free, team, pro, year.',
  );
  expect(start({ upgradeFrom: "x" })).toThrow(expect.objectContaining({ code: "subscription-unknown" }));
  expect(platform.list("operation")).toEqual([]);
});

it("a checkout completes once, and expires if nobody completes it", () => {
  const { platform, commerce, advance } = openShop();
  const input = { application: "app_1", organization: "org_1", product: "desk", plan: "pro" };
  const done = platform.run(commerce.startCheckout, input);
  const left = platform.run(commerce.startCheckout, input);
  expect(done.operation).toMatchObject({ status: "pending", nextStep: "complete_checkout" });
  platform.run(commerce.completeCheckout, { session: done.session.id });
  const again = () => platform.run(commerce.completeCheckout, { session: done.session.id });
  expect(again).toThrow(expect.objectContaining({ code: "checkout-closed" }));
  advance(1);
  expect(platform.get("checkoutSession", done.session.id)).toMatchObject({ status: "completed" });
  expect(platform.get("checkoutSession", left.session.id)).toMatchObject({ status: "expired" });
  expect(platform.get("operation", left.operation.id)).toMatchObject({ status: "failed" });
  expect(platform.list("subscription")).toHaveLength(1);
});
