import { expect, it } from "vitest";
import { expectSound, openShop } from "../../../support/platform/sandbox/commerce/shop.js";

const access = (shop: ReturnType<typeof openShop>) =>
  shop.platform.events
    .filter(({ event }) => /access_context|product\.activated/.test(event.event_type))
    .map(({ event }) => `${event.event_type.split(".")[1]} ${String(event.resource_version)}`);
const assigned = (payment: "succeeds" | "fails" = "succeeds", plan = "pro") => {
  const shop = openShop();
  const { id } = shop.buy(plan, { payment });
  shop.platform.run(shop.commerce.assignMember, { membership: "mem_1", product: "desk", roles: ["editor"] });
  return { shop, id };
};
const member = (shop: ReturnType<typeof openShop>, id = "mem_1") =>
  shop.platform.get("memberAccess", `${id}/desk`);

it("a purchase activates the product and enables no member", () => {
  const shop = openShop();
  shop.buy("team");
  expect(access(shop)).toEqual(["product 1"]);
  expect(shop.platform.events.at(-1)?.event.data).toMatchObject({
    status: "trial",
    version: 1,
    product_code: "desk",
  });
  expect(shop.platform.list("memberAccess")).toEqual([]);
  shop.advance(15);
  expect(access(shop)).toEqual(["product 1", "product 2"]);
  expect(shop.platform.events.at(-1)?.event.data).toMatchObject({ status: "active", version: 2 });
  expectSound(shop.platform);
});

it("an explicit assignment gives access, and its event selects one member and customer", () => {
  const { shop } = assigned();
  expect(member(shop)).toMatchObject({
    allowed: true,
    roles: ["editor"],
    entitlements: ["reports", "export"],
    revision: 1,
  });
  const { event } = shop.platform.events.at(-1) ?? {};
  expect(event).toMatchObject({
    event_type: "oem.access_context.changed.v1",
    tenant_id: "org_1",
    resource_id: "mem_1",
    resource_version: 1,
    data: {
      subject_type: "membership",
      product_code: "desk",
      open_platform_application_id: "app_1",
      environment: "sandbox",
    },
  });
  expect(JSON.stringify(event?.data)).not.toMatch(/editor|reports/);
  expect(shop.platform.list("accessEvent")).toEqual([
    { id: event?.event_id, application: "app_1", memberAccess: "mem_1/desk", revision: 1 },
  ]);
  expectSound(shop.platform);
});

it("assigns nobody before the organization has the product, and no revoked or unknown membership", () => {
  const shop = openShop();
  const assign = (membership: string) => () =>
    shop.platform.run(shop.commerce.assignMember, { membership, product: "desk" });
  shop.buy("pro", { payment: "fails" });
  expect(assign("mem_1")).toThrow(expect.objectContaining({ code: "product-access-missing" }));
  expect(assign("mem_9")).toThrow(expect.objectContaining({ code: "membership-unknown" }));
  shop.buy("pro");
  shop.platform.run(
    (draft) =>
      draft.put("membership", { id: "mem_2", organization: "org_1", person: "p", status: "revoked" }),
    undefined,
  );
  expect(assign("mem_2")).toThrow(expect.objectContaining({ code: "membership-revoked" }));
});

it.each(["suspend", "terminate"] as const)("%s ends access at once", (trigger) => {
  const { shop, id } = assigned();
  shop.operate(id, trigger);
  expect(member(shop)).toMatchObject({ allowed: false, entitlements: [], revision: 2 });
  expect(shop.platform.list("productAccess")).toMatchObject([{ status: "ended", version: 2 }]);
  expect(shop.platform.get("entitlement", "org_1/desk")).toMatchObject({ status: "ended", features: [] });
  expect(access(shop)).toEqual(["product 1", "access_context 1", "access_context 2"]);
  expectSound(shop.platform);
});

it("after a suspension the assigned members have access again; after the end they need a new assignment", () => {
  const { shop, id } = assigned();
  shop.operate(id, "suspend");
  shop.operate(id, "reinstate");
  expect(member(shop)).toMatchObject({ allowed: true, revision: 3 });
  expect(shop.platform.list("productAccess")).toMatchObject([{ status: "active", version: 3 }]);
  shop.platform.run(shop.commerce.cancelSubscription, { subscription: id, when: "now" });
  shop.buy("pro");
  expect(shop.platform.list("productAccess")).toMatchObject([{ status: "active", version: 5 }]);
  expect(member(shop)).toMatchObject({ allowed: false, assigned: false, revision: 4 });
  expectSound(shop.platform);
});

it("an expiry ends access, an overdue payment doesn't", () => {
  const { shop, id } = assigned();
  shop.platform.run(shop.commerce.setPayment, { subscription: id, payment: "fails" });
  shop.advance(40);
  expect(shop.now(id).status).toBe("grace_period");
  expect(member(shop)).toMatchObject({ allowed: true, revision: 1 });
  shop.advance(20);
  expect(shop.now(id).status).toBe("expired");
  expect(member(shop)).toMatchObject({ allowed: false, revision: 2 });
});

it("one of two subscriptions keeps the access of the other one", () => {
  const { shop, id } = assigned();
  shop.buy("year");
  shop.operate(id, "terminate");
  expect(member(shop)).toMatchObject({ allowed: true, entitlements: ["reports"], revision: 2 });
  expect(shop.platform.list("productAccess")).toMatchObject([{ status: "active", version: 1 }]);
});

it("an assignment ends, and so does the access of a membership that was revoked", () => {
  const { shop } = assigned();
  shop.platform.run(shop.commerce.assignMember, { membership: "mem_2", product: "desk" });
  const end = () => shop.platform.run(shop.commerce.unassignMember, { membership: "mem_1", product: "desk" });
  expect(end()).toMatchObject({ allowed: false, revision: 2 });
  expect(end).toThrow(expect.objectContaining({ code: "assignment-missing" }));
  shop.platform.run((draft) => {
    draft.put("membership", { id: "mem_2", organization: "org_1", person: "p", status: "revoked" });
    shop.commerce.refreshMembers(draft, { organization: "org_1" });
  }, undefined);
  expect(member(shop, "mem_2")).toMatchObject({ allowed: false, revision: 2 });
  expect(shop.platform.list("accessEvent")).toHaveLength(4);
  expectSound(shop.platform);
});
