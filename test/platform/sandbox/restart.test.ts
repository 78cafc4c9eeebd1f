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
