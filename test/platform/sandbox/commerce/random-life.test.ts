import fc from "fast-check";
import { expect, it } from "vitest";
import { operatorTriggers } from "../../../../platform/sandbox/platform/commerce/index.js";
import { Refusal } from "../../../../platform/sandbox/platform/draft.js";
import {
  day,
  eventFaults,
  openShop,
  plans,
  type Shop,
} from "../../../support/platform/sandbox/commerce/shop.js";

type Deed =
  | {
      readonly kind: "buy";
      readonly plan: string;
      readonly payment: "succeeds" | "fails" | "requires_action";
      readonly upgrade: boolean;
    }
  | { readonly kind: "operate"; readonly trigger: (typeof operatorTriggers)[number] }
  | { readonly kind: "cancel"; readonly when: "now" | "period_end" }
  | { readonly kind: "plan"; readonly plan: string; readonly when: "now" | "period_end" }
  | { readonly kind: "payment"; readonly payment: "succeeds" | "fails" }
  | { readonly kind: "assign"; readonly membership: string }
  | { readonly kind: "unassign"; readonly membership: string }
  | { readonly kind: "advance"; readonly days: number };

const plan = fc.constantFrom(...new Set(plans.map(({ code }) => code)));
const when = fc.constantFrom("now" as const, "period_end" as const);
const membership = fc.constantFrom("mem_1", "mem_2");
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("operate" as const),
      trigger: fc.constantFrom(...operatorTriggers),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("advance" as const), days: fc.integer({ min: 0, max: 45 }) }),
  },
  fc.record({ kind: fc.constant("cancel" as const), when }),
  fc.record({ kind: fc.constant("plan" as const), plan, when }),
  fc.record({
    kind: fc.constant("payment" as const),
    payment: fc.constantFrom("succeeds" as const, "fails" as const),
  }),
  fc.record({ kind: fc.constant("assign" as const), membership }),
  fc.record({ kind: fc.constant("unassign" as const), membership }),
  fc.record({
    kind: fc.constant("buy" as const),
    plan,
    payment: fc.constantFrom("succeeds" as const, "fails" as const, "requires_action" as const),
    upgrade: fc.boolean(),
  }),
);
/** Each deed concerns one of the subscriptions that exist, by its number. */
const life = fc.array(fc.tuple(deed, fc.nat(3)), { minLength: 1, maxLength: 40, size: "max" });

function live(shop: Shop, deeds: readonly (readonly [Deed, number])[]): void {
  const { platform, commerce } = shop;
  for (const [each, number] of deeds) {
    const all = platform.list("subscription");
    const subscription = all[number % Math.max(1, all.length)]?.id ?? "none";
    try {
      if (each.kind === "buy")
        shop.buy(each.plan, { payment: each.payment, ...(each.upgrade && { upgradeFrom: subscription }) });
      else if (each.kind === "operate") shop.operate(subscription, each.trigger);
      else if (each.kind === "cancel")
        platform.run(commerce.cancelSubscription, { subscription, when: each.when });
      else if (each.kind === "plan")
        platform.run(commerce.changePlan, { subscription, plan: each.plan, when: each.when });
      else if (each.kind === "payment")
        platform.run(commerce.setPayment, { subscription, payment: each.payment });
      else if (each.kind === "assign")
        platform.run(commerce.assignMember, { membership: each.membership, product: "desk" });
      else if (each.kind === "unassign")
        platform.run(commerce.unassignMember, { membership: each.membership, product: "desk" });
      else shop.advance(each.days);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

const lived = (deeds: readonly (readonly [Deed, number])[]): Shop => {
  const shop = openShop();
  shop.buy("team");
  live(shop, deeds);
  return shop;
};

it("whatever happens, in any order: each event is valid, no version is left out, and no amount is told", () => {
  fc.assert(
    fc.property(life, (deeds) => {
      const { platform } = lived(deeds);
      expect(eventFaults(platform.events)).toEqual([]);
      const text = JSON.stringify(platform.events);
      expect(text).not.toMatch(
        /"[a-z_]*(?:amount|currency|old_plan|new_plan|roles?|entitlements?)[a-z_]*":|:null/,
      );
      expect(text).not.toContain("way_back");
    }),
    { numRuns: 60 },
  );
}, 60_000);

it("whatever happens: what an organization and its members may use follows from its subscriptions, and ends with them", () => {
  fc.assert(
    fc.property(life, (deeds) => {
      const { platform } = lived(deeds);
      const usable = platform
        .list("subscription")
        .some(
          ({ status, details }) =>
            !/pending_payment|payment_failed|paused|suspended|cancelled|expired|terminated/.test(status) &&
            details.access,
        );
      const { status } = platform.list("productAccess")[0] ?? {};
      expect(status !== "ended" && status !== undefined).toBe(usable);
      for (const { allowed, assigned } of platform.list("memberAccess"))
        expect(allowed).toBe(assigned === true && usable);
    }),
    { numRuns: 40 },
  );
}, 60_000);

it("whatever happens: who has ended has no timer, and nobody has a timer that is late", () => {
  fc.assert(
    fc.property(life, (deeds) => {
      const { platform, advance } = lived(deeds);
      advance(0);
      for (const { kind, id, at } of platform.timers()) {
        expect(at).toBeGreaterThan(platform.now());
        if (kind === "subscription")
          expect(platform.get("subscription", id)?.status).not.toMatch(/cancelled|expired|terminated/);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

it("the same deeds give the same events", () => {
  fc.assert(
    fc.property(life, (deeds) => {
      expect(lived(deeds).platform.events).toEqual(lived(deeds).platform.events);
    }),
    { numRuns: 10 },
  );
}, 60_000);

it("time in one step or in many gives the same events", () => {
  const once = openShop();
  const often = openShop();
  for (const shop of [once, often]) shop.buy("team");
  once.advance(400);
  for (let hour = 0; hour < 400 * 24; hour++)
    often.platform.advanceTo(often.platform.now() + day / 24, often.commerce.timerCommands);
  expect(once.platform.events.length).toBeGreaterThan(40);
  expect(often.platform.events).toEqual(once.platform.events);
});
