import fc from "fast-check";
import { expect, it } from "vitest";
import type { EmittedEvent } from "../../../../platform/sandbox/platform/draft.js";
import type { Sandbox } from "../../../../platform/sandbox/start-sandbox.js";
import { registerApplication } from "../../../support/platform/sandbox/receiver.js";
import { frozen } from "../../../support/platform/sandbox/world/snapshot-suite.js";

const day = 86_400_000;
const organization = "org_lotus";

const step = fc.oneof(
  fc.constantFrom("notes-free", "notes-team", "notes-business"),
  fc.integer({ min: 1, max: 60 }),
  fc.constantFrom("payments fail" as const, "cancel" as const),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Does what a customer does, and lets time pass. */
async function live({ world, commerce }: Sandbox, each: Step, pass: (ms: number) => Promise<unknown>) {
  if (typeof each === "number") return pass(each * day);
  if (each.startsWith("notes-")) {
    const bought = { application: "app", organization, product: "notes", plan: each };
    const { session } = await world.run(commerce.startCheckout, bought);
    return world.run(commerce.completeCheckout, { session: session.id });
  }
  for (const { id: subscription } of world.view.list("subscription"))
    if (each === "cancel")
      // A subscription that has ended refuses it.
      await world.run(commerce.cancelSubscription, { subscription, when: "period_end" }).catch(() => {});
    else await world.run(commerce.setPayment, { subscription, payment: "fails" });
}

it("an organization lives the same life by its own clock as by the sandbox's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const lives = [];
      for (const isOwn of [false, true]) {
        const sandbox = await frozen({ seed: "same" });
        await registerApplication(sandbox, "app");
        const { world, clock, organizationClocks } = sandbox;
        const events: EmittedEvent[] = [];
        world.onCommit((committed) => void events.push(...committed.events));
        if (isOwn) await organizationClocks.freeze(organization);
        const pass = (ms: number): Promise<unknown> =>
          isOwn
            ? organizationClocks.advance(organization, organizationClocks.now(organization) + ms)
            : sandbox.advance(clock.now() + ms);
        for (const each of steps) await live(sandbox, each, pass);
        lives.push({
          now: organizationClocks.now(organization),
          events,
          timers: world.timers(isOwn ? organization : undefined),
          subscriptions: world.view.list("subscription"),
          operations: world.view.list("operation"),
          checkouts: world.view.list("checkoutSession"),
          access: world.view.list("productAccess"),
        });
        await sandbox.close();
      }
      expect(lives[1]).toEqual(lives[0]);
    }),
    { numRuns: 10 },
  );
});
