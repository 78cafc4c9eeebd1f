import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Sandbox, SandboxOptions } from "../../../../../platform/sandbox/start-sandbox.js";
import { startSandbox } from "../../../../../platform/sandbox/start-sandbox.js";
import { afterThisTest } from "../../../clean-up.js";
import { registerApplication } from "../receiver.js";

const start = Date.UTC(2026, 8, 21, 9);
const day = 86_400_000;

/** What is in a snapshot, apart from the process that made it. */
export function snapshotContent(snapshot: Uint8Array): string {
  return Buffer.from(snapshot)
    .toString()
    .replace(/"owner":"\w+"/, "");
}

export async function frozen(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ clock: { start, frozen: true }, ...options });
  afterThisTest(() => sandbox.close());
  return sandbox;
}

const step = fc.oneof(
  fc
    .constantFrom("notes-free", "notes-team", "notes-business")
    .map((plan) => ({ kind: "buy" as const, plan })),
  fc.integer({ min: 1, max: 40 }).map((days) => ({ kind: "advance" as const, days })),
  fc.integer({ min: 0, max: 40 }).map((days) => ({ kind: "advance one" as const, days })),
  fc.constant({ kind: "follow" as const }),
  fc.constant({ kind: "fail" as const }),
  fc.constant({ kind: "cancel" as const }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function play(sandbox: Sandbox, each: Step): Promise<void> {
  const { world, commerce, advance, clock, organizationClocks } = sandbox;
  const subscriptions = world.view.list("subscription");
  if (each.kind === "buy") {
    const { session } = await world.run(commerce.startCheckout, {
      application: "app",
      organization: "org_lotus",
      product: "notes",
      plan: each.plan,
    });
    await world.run(commerce.completeCheckout, { session: session.id });
  } else if (each.kind === "advance") await advance(clock.now() + each.days * day);
  else if (each.kind === "advance one")
    await organizationClocks.advance("org_lotus", organizationClocks.now("org_lotus") + each.days * day);
  // A clock that is ahead refuses it.
  else if (each.kind === "follow") await organizationClocks.resume("org_lotus").catch(() => {});
  for (const { id: subscription } of subscriptions)
    if (each.kind === "fail") await world.run(commerce.setPayment, { subscription, payment: "fails" });
    else if (each.kind === "cancel")
      // A subscription that has ended refuses it.
      await world.run(commerce.cancelSubscription, { subscription, when: "period_end" }).catch(() => {});
}

/** What snapshots of every store do. */
export function snapshotSuite(name: string, place: () => SandboxOptions): void {
  describe(`a snapshot of a sandbox on ${name}`, () => {
    it("is the whole state: what is restored elsewhere goes on in the same way", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), step, async (before, after) => {
          const first = await frozen({ seed: "first", ...place() });
          await registerApplication(first, "app");
          for (const each of before) await play(first, each);
          const kept = await first.snapshot();
          const second = await frozen({ seed: "second" });
          await second.restore(kept);
          expect(snapshotContent(await second.snapshot())).toBe(snapshotContent(kept));
          for (const kind of [
            "subscription",
            "operation",
            "application",
            "apiProduct",
            "memberAccess",
            "organizationClock",
          ] as const)
            expect(second.world.view.list(kind)).toEqual(first.world.view.list(kind));
          for (const clock of [undefined, "org_lotus"])
            expect(second.world.timers(clock)).toEqual(first.world.timers(clock));
          for (const sandbox of [first, second]) await play(sandbox, after);
          const [left, right] = await Promise.all([first.snapshot(), second.snapshot()]);
          expect(snapshotContent(right).replace(/"clock":.*/, "")).toBe(
            snapshotContent(left).replace(/"clock":.*/, ""),
          );
          await first.close();
          await second.close();
        }),
        { numRuns: 4 },
      );
    });

    it("comes back after changes, also to an earlier time, and what is written then has new numbers", async () => {
      const sandbox = await frozen({ seed: "first", ...place() });
      await registerApplication(sandbox, "app");
      const kept = await sandbox.snapshot();
      await play(sandbox, { kind: "buy", plan: "notes-team" });
      await sandbox.deliveries.engine.credentials.ensure("app", { actor: "test" });
      await sandbox.advance(start + 30 * day);
      await sandbox.restore(kept);
      expect(sandbox.clock.now()).toBe(start);
      expect(snapshotContent(await sandbox.snapshot())).toBe(snapshotContent(kept));
      expect(sandbox.world.view.list("subscription")).toEqual([]);
      await sandbox.deliveries.engine.credentials.ensure("app", { actor: "test" });
      await play(sandbox, { kind: "buy", plan: "notes-team" });
      expect(sandbox.world.view.list("subscription")).toHaveLength(1);
    });
  });
}
