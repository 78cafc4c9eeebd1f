import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../../delivery/index.js";
import { createSandboxClock } from "../../../platform/sandbox/clock/sandbox-clock.js";
import { startSandbox } from "../../../platform/sandbox/start-sandbox.js";
import { sandboxTables } from "../../../platform/sandbox/world/tables.js";
import { afterThisFile } from "../../support/clean-up.js";
import { registerApplication } from "../../support/platform/sandbox/receiver.js";

const day = 86_400_000;
const start = Date.UTC(2026, 8, 21, 9);
const folder = mkdtempSync(join(tmpdir(), "oipkit-sandbox-restart-"));
afterThisFile(() => rmSync(folder, { recursive: true }));

it("never restores a deprecated or revoked API product by a restart, nor what else was changed of the seed", async () => {
  const file = join(folder, "products.db");
  await using first = await startSandbox({ file });
  await first.world.run((draft) => {
    for (const [code, status] of [
      ["commerce", "revoked"],
      ["open-platform", "deprecated"],
    ] as const) {
      const product = draft.get("apiProduct", code);
      if (product !== undefined) draft.put("apiProduct", { ...product, status });
    }
    draft.remove("person", "per_eli");
  }, undefined);
  await first.close();
  await using again = await startSandbox({ file });
  const states = again.world.view.list("apiProduct").map(({ code, status }) => [code, status]);
  expect(Object.fromEntries(states)).toMatchObject({ commerce: "revoked", "open-platform": "deprecated" });
  expect(again.world.view.get("person", "per_eli")).toBeUndefined();
});

it("fires what was due while it was stopped, each at its own time", async () => {
  const file = join(folder, "timers.db");
  await using first = await startSandbox({ file, clock: { start, frozen: true } });
  await registerApplication(first, "app");
  const { world, commerce } = first;
  const { session } = await world.run(commerce.startCheckout, {
    application: "app",
    organization: "org_lotus",
    product: "notes",
    plan: "notes-team",
  });
  const { id } = await world.run(commerce.completeCheckout, { session: session.id });
  await first.close();
  // Time goes on while nobody keeps it.
  const store = await openSqliteStore({ file });
  const later = start + 60 * day;
  const clock = JSON.stringify({ segments: [{ real: Date.now(), time: later, runs: false }], latest: later });
  await sandboxTables(store.db).updateTable("sandbox_meta").set({ clock }).execute();
  await store.close();
  await using again = await startSandbox({ file });
  const subscription = again.world.view.get("subscription", id);
  expect(subscription?.version).toBeGreaterThan(3);
  expect(subscription?.updatedAt).toBeLessThan(start + 60 * day);
  expect(again.world.nextTimerAt()).toBeGreaterThan(start + 60 * day);
});

it("keeps the time that it was moved to, and whether it stands still", async () => {
  const file = join(folder, "clock.db");
  await using first = await startSandbox({ file });
  const { to } = await first.advance(Date.now() + 45 * day);
  await first.freeze();
  const frozenAt = first.clock.now();
  expect(frozenAt).toBeGreaterThanOrEqual(to);
  await first.close();
  await using again = await startSandbox({ file, clock: { start: 0 } });
  expect(again.clock.mode()).toBe("frozen");
  expect(again.clock.now()).toBe(frozenAt);
  expect(createSandboxClock({ saved: again.clock.state() }).now()).toBe(frozenAt);
});

it("keeps the clock of an organization, and goes on with what is due by it", async () => {
  const file = join(folder, "organization-clock.db");
  await using first = await startSandbox({ file });
  await registerApplication(first, "app");
  const { world, commerce, organizationClocks } = first;
  const ids: string[] = [];
  for (const organization of ["org_acme", "org_lotus"]) {
    const bought = { application: "app", organization, product: "notes", plan: "notes-team" };
    const { session } = await world.run(commerce.startCheckout, bought);
    ids.push((await world.run(commerce.completeCheckout, { session: session.id })).id);
  }
  const until = Date.now() + 400 * day;
  await organizationClocks.advance("org_acme", until);
  const [own, other] = ids.map((id) => world.view.get("subscription", id));
  const timers = world.timers("org_acme");
  expect(timers.length).toBeGreaterThan(0);
  await first.close();
  await using again = await startSandbox({ file });
  expect(again.organizationClocks.now("org_acme")).toBe(until);
  expect(again.organizationClocks.now("org_lotus")).toBeLessThan(until);
  expect(again.world.timers("org_acme")).toEqual(timers);
  expect(ids.map((id) => again.world.view.get("subscription", id))).toEqual([own, other]);
  await again.organizationClocks.advance("org_acme", until + 40 * day);
  const [later, still] = ids.map((id) => again.world.view.get("subscription", id));
  expect(later?.version).toBeGreaterThan(own?.version ?? 0);
  expect(later?.updatedAt).toBeGreaterThan(until);
  expect(still).toEqual(other);
});

it("fires at once what is set for the present time of an organization, though its clock stands still", async () => {
  await using sandbox = await startSandbox();
  await registerApplication(sandbox, "app");
  const { world, commerce, organizationClocks } = sandbox;
  const until = Date.now() + 400 * day;
  await organizationClocks.advance("org_acme", until);
  const bought = { application: "app", organization: "org_acme", product: "notes", plan: "notes-team" };
  const { session } = await world.run(commerce.startCheckout, bought);
  await world.run(
    (draft) =>
      draft.schedule({ name: "checkout_expiry", kind: "checkoutSession", id: session.id, at: until }),
    undefined,
  );
  await expect.poll(() => world.view.get("checkoutSession", session.id)?.status).toBe("expired");
  expect(world.view.get("operation", session.operation)?.updatedAt).toBe(until);
});

it("restores nothing into a sandbox that another process has taken over", async () => {
  const file = join(folder, "taken-over.db");
  await using first = await startSandbox({ file });
  const kept = await first.snapshot();
  await using second = await startSandbox({ file });
  await registerApplication(second, "app");
  await expect(first.restore(kept)).rejects.toMatchObject({ code: "sandbox-elsewhere" });
  await registerApplication(second, "other");
  expect(second.world.view.list("application").map(({ id }) => id)).toEqual(["app", "other"]);
});
