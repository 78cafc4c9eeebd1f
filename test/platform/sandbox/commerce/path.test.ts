import { describe, expect, it } from "vitest";
import {
  type PathGoal,
  type PathStep,
  type PathSubject,
  pathsFrom,
  pathTimers,
  pathTo,
  stepCommand,
} from "../../../../platform/sandbox/platform/commerce/index.js";
import {
  allowedStatuses,
  commercialEvents,
} from "../../../../platform/sandbox/platform/commerce/lifecycle.js";
import { subscriptionEvents } from "../../../support/contracts/subscription-events.js";
import { expectSound, openShop, type Shop } from "../../../support/platform/sandbox/commerce/shop.js";

const access = ["oem.product.activated.v1", "oem.access_context.changed.v1"];
const buyer: PathSubject = { application: "app_1", organization: "org_1" };

/** The events of the platform's document; one that is added to the contract needn't have a move. */
const shown = new Set(Object.values(subscriptionEvents).map(([name]) => name));

/** Each of them with each status that it may report, except that a payment method isn't updated after the end. */
const reports = Object.entries(allowedStatuses)
  .filter(([event]) => shown.has(event))
  .flatMap(([event, statuses]) => statuses.map((status) => `${event} ${status}`))
  .filter((report) => !/method_updated\.v1 (?:cancelled|expired|terminated)$/.test(report));

/** What the events of a step say: a subscription's with its status. */
const eventTexts = ({ platform }: { readonly platform: Shop["platform"] }): readonly string[] =>
  platform.events.map(({ event: { event_type, data } }) =>
    event_type.startsWith("oem.subscription.")
      ? `${event_type} ${(data as { status: string }).status}`
      : event_type,
  );

/** The shortest path to whatever an event may say, from nothing; all found in one exploration. */
function shortestPaths(): ReadonlyMap<string, readonly PathStep[]> {
  const { commerce, platform } = openShop();
  const found = new Map<string, readonly PathStep[]>();
  for (const { path, end } of pathsFrom(commerce, { view: platform, now: platform.now(), subject: buyer }))
    for (const says of eventTexts(end)) if (!found.has(says)) found.set(says, path);
  expect(platform.events).toEqual([]);
  return found;
}

const find = (shop: Shop, to: PathGoal["to"], subject = buyer) =>
  pathTo(shop.commerce, { view: shop.platform, now: shop.platform.now(), subject, to });

/** Goes the way for real. */
function walk({ platform, commerce }: Shop, path: readonly PathStep[], subject = buyer): PathSubject {
  return path.reduce((current, step) => {
    if (step.kind !== "advance") return platform.run(stepCommand(commerce, step), current);
    const timer = pathTimers(commerce, platform, current).find(({ name }) => name === step.timer);
    platform.advanceTo(timer?.at ?? 0, commerce.timerCommands);
    return current;
  }, subject);
}

const short = (path: readonly PathStep[] | undefined) =>
  path?.map((step) =>
    Object.values(step)
      .filter((value) => value !== "desk" && typeof value !== "number")
      .join(" "),
  );

describe("from nothing, real moves lead to", () => {
  const paths = shortestPaths();

  it.each([...reports, ...access, ...commercialEvents])("%s", (says) => {
    const shop = openShop();
    walk(shop, paths.get(says) ?? []);
    expect(eventTexts(shop)).toContain(says);
    expectSound(shop.platform);
  });
});

describe("pathTo", () => {
  it("is the shortest one, and changes no more than it must", () => {
    const shop = openShop();
    const { id } = shop.buy("pro");
    const subject = { ...buyer, subscription: id };
    const to = (name: string) => short(find(shop, { event: `oem.subscription.${name}.v1` }, subject));
    expect(to("updated")).toEqual(["operate revise"]);
    expect(to("renewed")).toEqual(["advance renewal"]);
    expect(to("past_due")).toEqual(["payment fails", "advance renewal"]);
    expect(to("paused")).toEqual(["operate pause", "advance pause_start"]);
    expect(to("plan_changed")).toEqual(["change-plan free now"]);
    expect(to("terminated")).toEqual(["operate terminate"]);
    expect(short(find(shop, { event: "oem.access_context.changed.v1" }, subject))).toEqual(["assign mem_1"]);
    expect(shop.history(id)).toHaveLength(2);
  });

  it("leads to a status, or to an event that reports one", () => {
    const shop = openShop();
    const { id } = shop.buy("pro");
    const subject = { ...buyer, subscription: id };
    expect(short(find(shop, { status: "grace_period" }, subject))).toEqual([
      "payment fails",
      "advance renewal",
      "advance past_due_end",
    ]);
    const resumed = { event: "oem.subscription.resumed.v1", status: "cancellation_pending" } as const;
    expect(short(find(shop, resumed, subject))).toEqual([
      "cancel period_end",
      "operate suspend",
      "operate reinstate",
    ]);
  });

  it("leads nowhere after an end, nor back to a beginning", () => {
    const shop = openShop();
    const { id } = shop.buy("pro");
    const subject = { ...buyer, subscription: id };
    expect(find(shop, { event: "oem.subscription.trial_started.v1" }, subject)).toBeUndefined();
    shop.operate(id, "terminate");
    expect(find(shop, { event: "oem.subscription.renewed.v1" }, subject)).toBeUndefined();
  });

  it("goes on from where a subscription is, with its dates", () => {
    const shop = openShop();
    const { id } = shop.buy("team");
    shop.platform.run(shop.commerce.cancelSubscription, { subscription: id, when: "period_end" });
    shop.operate(id, "suspend");
    const subject = { ...buyer, subscription: id };
    const path = find(shop, { event: "oem.subscription.trial_ending.v1" }, subject);
    expect(short(path)).toEqual([
      "operate reinstate",
      "operate request_restoration",
      "advance trial_reminder",
    ]);
    walk(shop, path ?? [], subject);
    expect(shop.history(id).at(-1)).toBe("trial_ending: trial_ending");
    expectSound(shop.platform);
  });
});
