import { expect, it } from "vitest";
import { expectSound, opening, openShop } from "../../../support/platform/sandbox/commerce/shop.js";

it("a trial is reminded of, ends with a payment, and renews each month until the payment fails", () => {
  const shop = openShop();
  const { id } = shop.buy("team");
  shop.advance(60);
  expect(shop.history(id)).toEqual([
    "created: trialing",
    "trial_started: trialing",
    "trial_ending: trial_ending",
    "activated: active",
    "renewal_upcoming: renewal_pending",
    "renewed: active",
  ]);
  shop.platform.run(shop.commerce.setPayment, { subscription: id, payment: "fails" });
  shop.advance(60);
  expect(shop.history(id).slice(6)).toEqual([
    "renewal_upcoming: renewal_pending",
    "payment_failed: payment_failed",
    "past_due: past_due",
    "payment_failed: past_due",
    "payment_failed: past_due",
    "past_due: grace_period",
    "payment_failed: grace_period",
    "payment_failed: grace_period",
    "payment_failed: grace_period",
    "payment_failed: grace_period",
    "payment_failed: grace_period",
    "expired: expired",
  ]);
  expect(shop.platform.timers()).toEqual([]);
  expectSound(shop.platform);
});

it("times come from the subscription and never from amounts: trial, period, grace and end are in the events", () => {
  const shop = openShop();
  const { id } = shop.buy("team");
  const data = (version: number) =>
    shop.platform.events.find(({ event }) => event.resource_id === id && event.resource_version === version)
      ?.event.data;
  expect(data(2)).toMatchObject({
    current_period_start: "2026-01-31T09:00:00.000Z",
    current_period_end: "2026-02-14T09:00:00.000Z",
    trial_ending_at: "2026-02-11T09:00:00.000Z",
    trial_end: "2026-02-14T09:00:00.000Z",
    status_effective_at: "2026-01-31T09:00:00.000Z",
  });
  expect(data(2)).not.toHaveProperty("renewal_window_start");
  shop.advance(20);
  expect(data(4)).toMatchObject({
    current_period_end: "2026-03-14T09:00:00.000Z",
    renewal_window_start: "2026-03-07T09:00:00.000Z",
  });
  expect(data(4)).not.toHaveProperty("trial_end");
});

it("months begin on the same day, also after a shorter one", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  const ends: string[] = [];
  for (let month = 0; month < 4; month++) {
    ends.push(new Date(shop.now(id).periodEnd).toISOString().slice(0, 10));
    shop.advance(30.6);
  }
  expect(ends).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
});

it("a payment that recovers in the grace period renews from the end of the old period", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  shop.platform.run(shop.commerce.setPayment, { subscription: id, payment: "fails" });
  shop.advance(40);
  const { periodEnd, status } = shop.now(id);
  expect(status).toBe("grace_period");
  const renewed = shop.operate(id, "payment_succeeds");
  expect(renewed).toMatchObject({ status: "active", periodStart: periodEnd });
  expect(shop.history(id).at(-1)).toBe("renewed: active");
  expectSound(shop.platform);
});

it("a pause moves the dates ahead by as long as it lasted", () => {
  const shop = openShop();
  const { id, periodEnd } = shop.buy("pro");
  shop.operate(id, "pause");
  shop.advance(2);
  expect(shop.history(id).slice(2)).toEqual(["pause_scheduled: pause_pending", "paused: paused"]);
  const paused = shop.platform.events.at(-1)?.event.data;
  expect(paused).toMatchObject({ resume_status: "active", pause_end: "2026-03-03T09:00:00.000Z" });
  shop.advance(30);
  const resumed = shop.now(id);
  expect(shop.history(id).at(-1)).toBe("resumed: active");
  expect(resumed.periodEnd - periodEnd).toBe(resumed.statusSince - Date.UTC(2026, 1, 1, 9));
  expect(resumed.details).not.toHaveProperty("pause_end");
  expectSound(shop.platform);
});

it("a pause takes the dates of its caller, but none that are past", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  expect(() => shop.operate(id, "pause", { starts_at: opening - 1 })).toThrow(
    expect.objectContaining({ code: "date-in-the-past", kind: "invalid" }),
  );
  shop.operate(id, "pause", { starts_at: opening, ends_at: opening + 5 });
  shop.advance(1);
  expect(shop.history(id).slice(2)).toEqual([
    "pause_scheduled: pause_pending",
    "paused: paused",
    "resumed: active",
  ]);
});

it("a suspension leads back to where it began, through a pause and a scheduled cancellation", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  shop.platform.run(shop.commerce.cancelSubscription, { subscription: id, when: "period_end" });
  shop.operate(id, "pause");
  shop.advance(2);
  shop.operate(id, "suspend");
  shop.operate(id, "reinstate");
  shop.operate(id, "resume");
  shop.operate(id, "request_restoration");
  expect(shop.history(id).slice(2)).toEqual([
    "updated: active",
    "cancellation_scheduled: cancellation_pending",
    "pause_scheduled: pause_pending",
    "paused: paused",
    "suspended: suspended",
    "resumed: paused",
    "resumed: cancellation_pending",
    "updated: active",
  ]);
  expectSound(shop.platform);
});

it("a scheduled cancellation takes effect at the end of the period, and names when it ended", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  const { operation } = shop.platform.run(shop.commerce.cancelSubscription, {
    subscription: id,
    when: "period_end",
  });
  expect(operation).toMatchObject({ kind: "cancel", status: "succeeded", subscription: id });
  shop.advance(40);
  const { event } =
    shop.platform.events.filter(({ event: { resource_id } }) => resource_id === id).at(-1) ?? {};
  expect(event).toMatchObject({
    event_type: "oem.subscription.cancelled.v1",
    data: {
      cancel_at_period_end: true,
      cancel_at: "2026-02-28T09:00:00.000Z",
      ended_at: "2026-02-28T09:00:00.000Z",
    },
  });
  expectSound(shop.platform);
});

it("a cancellation now ends the subscription and refunds nothing by itself", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  shop.platform.run(shop.commerce.cancelSubscription, { subscription: id, when: "now" });
  expect(shop.history(id).slice(2)).toEqual(["updated: active", "cancelled: cancelled"]);
  const events = () => shop.platform.events.map(({ event }) => event.event_type);
  expect(events().filter((type) => type.includes("refund"))).toEqual([]);
  shop.operate(id, "request_refund");
  shop.operate(id, "refund_succeeds");
  expect(events().slice(-2)).toEqual(["payment.refund.pending.v1", "payment.refund.succeeded.v1"]);
  expect(shop.now(id).version).toBe(4);
  expectSound(shop.platform);
});

it("a scheduled change of plan keeps the current plan until it takes effect", () => {
  const shop = openShop();
  const { id } = shop.buy("pro");
  shop.platform.run(shop.commerce.changePlan, { subscription: id, plan: "year", when: "period_end" });
  const last = () => shop.platform.events.filter(({ event }) => event.resource_id === id).at(-1)?.event;
  expect(last()?.data).toMatchObject({
    status: "plan_change_pending",
    plan_code: "pro",
    plan_version: 2,
    pending_plan_code: "year",
    pending_plan_version: 1,
    pending_plan_effective_at: "2026-02-28T09:00:00.000Z",
  });
  expect(shop.platform.get("entitlement", "org_1/desk")?.features).toEqual(["reports", "export"]);
  shop.advance(30);
  expect(last()).toMatchObject({
    event_type: "oem.subscription.plan_changed.v1",
    data: {
      plan_code: "year",
      price_version_ref: "price_year_v1",
      current_period_end: "2027-02-28T09:00:00.000Z",
    },
  });
  expect(last()?.data).not.toHaveProperty("pending_plan_code");
  expect(shop.platform.get("entitlement", "org_1/desk")?.features).toEqual(["reports"]);
  expectSound(shop.platform);
});

it("a change of plan now keeps a trial; a free plan becomes a paid one by a checkout only", () => {
  const shop = openShop();
  const { id } = shop.buy("team");
  shop.platform.run(shop.commerce.changePlan, { subscription: id, plan: "pro", when: "now" });
  expect(shop.history(id).at(-1)).toBe("plan_changed: trialing");
  const free = shop.buy("free");
  const change = (plan: string) => () =>
    shop.platform.run(shop.commerce.changePlan, { subscription: free.id, plan, when: "now" });
  expect(change("pro")).toThrow(expect.objectContaining({ code: "upgrade-needs-checkout" }));
  expect(change("free")).toThrow(expect.objectContaining({ code: "plan-unchanged" }));
  expectSound(shop.platform);
});

it("refuses a move that the lifecycle doesn't have, says what is possible, and changes nothing", () => {
  const shop = openShop();
  const { id } = shop.buy("free");
  shop.operate(id, "terminate");
  expect(() => shop.operate(id, "resume")).toThrow(
    '"resume" isn\'t possible in the status "terminated". Possible now: nothing.',
  );
  expect(shop.now(id).version).toBe(3);
  expect(shop.platform.timers()).toEqual([]);
});
