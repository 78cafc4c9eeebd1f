import type { ControlClient } from "@oipkit/sandbox/client";
import { describe, expect, it } from "vitest";
import { start, startControlled } from "../../../support/platform/sandbox/control/controlled-sandbox.js";
import {
  addOrganization,
  buyNotes,
  setUpTwo,
} from "../../../support/platform/sandbox/control/two-organizations.js";

const day = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();
const pathTo = (organization_id: string) => ({ path: { organization_id } });

const advance = (control: ControlClient, organization: string, body: { by?: string; until?: string }) =>
  control.call("advanceOrganizationClock", { ...pathTo(organization), body });

async function withTwo() {
  const { control, sandbox } = await startControlled();
  const two = await setUpTwo(control);
  await sandbox.settle();
  const read = (index: 0 | 1) =>
    control.call("readSubscription", { path: { subscription_id: two.subscriptions[index] } });
  return { ...two, control, sandbox, read };
}

describe("the clock of an organization", () => {
  it("brings about what becomes due for that organization, at its time, and nothing for another one", async () => {
    const { control, organizations, read, take } = await withTwo();
    const [one, other] = organizations;
    for (const organization of organizations) expect(take(organization).length).toBeGreaterThan(0);
    const [before, otherBefore] = [await read(0), await read(1)];
    const clock = await advance(control, one, { by: "45d" });
    expect(clock).toMatchObject({
      organization_id: one,
      mode: "frozen",
      now: iso(start + 45 * day),
      sandbox_now: iso(start),
      next_delivery: null,
    });
    expect(Date.parse(clock.next_timer ?? "")).toBeGreaterThan(start + 45 * day);
    const events = take(one);
    expect(events.map(({ event_type }) => event_type)).toContain("oem.subscription.renewed.v1");
    for (const { occurred_at } of events) {
      expect(Date.parse(occurred_at)).toBeGreaterThan(start);
      expect(Date.parse(occurred_at)).toBeLessThanOrEqual(start + 45 * day);
    }
    const after = await read(0);
    const own = events.filter(({ event_type }) => event_type.startsWith("oem.subscription."));
    expect(after.version).toBe(before.version + own.length);
    expect(after.updated_at).toBe(own.at(-1)?.occurred_at);
    expect([before.organization_time, after.organization_time]).toEqual([null, clock.now]);
    expect(take(other)).toEqual([]);
    expect(await read(1)).toEqual(otherBefore);
    expect(await control.call("readClock")).toMatchObject({ now: iso(start), organization_clocks: 1 });
    expect(await control.call("readOrganizationClock", pathTo(other))).toMatchObject({
      mode: "following",
      now: iso(start),
      next_timer: otherBefore.timers[0]?.at,
    });
  });

  it("stands still while the sandbox's is advanced, which brings about what is due for the others", async () => {
    const { control, organizations, read, take } = await withTwo();
    const [one, other] = organizations;
    organizations.forEach(take);
    await control.call("freezeOrganizationClock", pathTo(one));
    const before = await read(0);
    await control.call("advanceClock", { body: { by: "45d" } });
    expect(take(one)).toEqual([]);
    expect(await read(0)).toEqual(before);
    expect(take(other).map(({ event_type }) => event_type)).toContain("oem.subscription.renewed.v1");
    expect(await control.call("readOrganizationClock", pathTo(one))).toMatchObject({
      mode: "frozen",
      now: iso(start),
      sandbox_now: iso(start + 45 * day),
    });
  });

  it("gives what is done for the organization its time, and what is due at once happens at once", async () => {
    const { control, sandbox, application, organizations, take } = await withTwo();
    const [one, other] = organizations;
    await advance(control, one, { until: "2030-02-01T00:00:00Z" });
    organizations.forEach(take);
    const bought = await buyNotes(control, { application, organization: one });
    const subscription = await control.call("readSubscription", { path: { subscription_id: bought } });
    expect(subscription.period_start).toBe("2030-02-01T00:00:00.000Z");
    await buyNotes(control, { application, organization: other });
    await sandbox.settle();
    expect(new Set(take(one).map(({ occurred_at }) => occurred_at))).toEqual(
      new Set(["2030-02-01T00:00:00.000Z"]),
    );
    expect(new Set(take(other).map(({ occurred_at }) => occurred_at))).toEqual(new Set([iso(start)]));
  });

  it("is advanced beside others and beside what happens to the organization at the same moment", async () => {
    const { control, sandbox, application, organizations, take } = await withTwo();
    const [one, other] = organizations;
    organizations.forEach(take);
    const plan = { product_code: "notes", plan_code: "notes-team" };
    const checkout = { application_id: application, organization_id: one, ...plan };
    const [first, second, begun] = await Promise.all([
      advance(control, one, { by: "45d" }),
      advance(control, other, { by: "90d" }),
      control.call("startCheckout", { body: checkout }),
    ]);
    expect([first.now, second.now]).toEqual([iso(start + 45 * day), iso(start + 90 * day)]);
    await sandbox.settle();
    const latest = (organization: string) =>
      Math.max(...take(organization).map(({ occurred_at }) => Date.parse(occurred_at)));
    expect(latest(one)).toBeLessThanOrEqual(start + 45 * day);
    expect(latest(other)).toBeGreaterThan(start + 45 * day);
    expect(Date.parse(begun.expires_at)).toBeGreaterThan(start);
    expect(Date.parse(begun.expires_at)).toBeLessThan(start + 46 * day);
    expect(sandbox.world.nextTimerAt(one)).toBeGreaterThan(start + 45 * day);
    expect(sandbox.clock.now()).toBe(start);
  });

  it("leaves retries to the sandbox's clock, and says when they are due", async () => {
    const { control, organizations, receiver, take } = await withTwo();
    const [one] = organizations;
    take(one);
    receiver.respond = (_, response) => void response.writeHead(503).end();
    const clock = await advance(control, one, { by: "45d" });
    const attempts = take(one).length;
    expect(attempts).toBeGreaterThan(0);
    const retryAt = Date.parse(clock.next_delivery ?? "");
    expect(retryAt).toBeGreaterThan(start);
    expect(retryAt).toBeLessThan(start + day);
    receiver.respond = (_, response) => void response.writeHead(204).end();
    await advance(control, one, { by: "1d" });
    expect(take(one)).toEqual([]);
    await control.call("advanceClock", { body: { by: "1d" } });
    expect(take(one).length).toBeGreaterThanOrEqual(attempts);
    expect(await control.call("readOrganizationClock", pathTo(one))).toMatchObject({
      now: iso(start + 46 * day),
      next_delivery: null,
    });
  });

  it("goes by the sandbox's again, after all that became due meanwhile", async () => {
    const { control, organizations, read, take } = await withTwo();
    const [one, other] = organizations;
    await advance(control, one, { by: "10d" });
    const ahead = control.call("resumeOrganizationClock", pathTo(one));
    await expect(ahead).rejects.toMatchObject({ status: 409, code: "clock-ahead" });
    expect((await control.call("listOrganizationClocks")).clocks).toHaveLength(1);
    await control.call("advanceClock", { body: { by: "50d" } });
    organizations.forEach(take);
    expect(await control.call("resumeOrganizationClock", pathTo(one))).toMatchObject({
      mode: "following",
      now: iso(start + 50 * day),
    });
    expect(take(one).map(({ event_type }) => event_type)).toContain("oem.subscription.renewed.v1");
    expect(take(other)).toEqual([]);
    expect((await control.call("listOrganizationClocks")).clocks).toEqual([]);
    const [mine, others] = [await read(0), await read(1)];
    expect([mine.status, mine.version, mine.timers]).toEqual([others.status, others.version, others.timers]);
    await control.call("advanceClock", { body: { by: "40d" } });
    expect(take(one).length).toBeGreaterThan(0);
    expect((await read(0)).version).toBe((await read(1)).version);
    expect(await control.call("resumeOrganizationClock", pathTo(one))).toMatchObject({ mode: "following" });
  });

  it("is moved by a trigger instead of the sandbox's", async () => {
    const { control, organizations, read, take } = await withTwo();
    const [one, other] = organizations;
    await control.call("freezeOrganizationClock", pathTo(one));
    organizations.forEach(take);
    const { subscription_id } = await read(0);
    const otherBefore = await read(1);
    const triggered = await control.call("triggerEvent", {
      body: { event_type: "oem.subscription.past_due.v1", subscription_id },
    });
    expect(triggered.clock.now).toBe(iso(start));
    const now = triggered.organization_clock?.now ?? "";
    expect(Date.parse(now)).toBeGreaterThan(start);
    expect(triggered.steps.at(-1)).toMatch(/^advanced to /);
    expect(triggered.steps.at(-1)).toContain(now);
    expect((await read(0)).status).toBe("past_due");
    expect(take(one).at(-1)?.occurred_at).toBe(now);
    expect(take(other)).toEqual([]);
    expect(await read(1)).toEqual(otherBefore);
    const others = {
      event_type: "oem.subscription.renewed.v1",
      subscription_id: otherBefore.subscription_id,
    };
    expect((await control.call("triggerEvent", { body: others })).organization_clock).toBeNull();
  });

  it("comes back with a snapshot", async () => {
    const { control, organizations, read, take } = await withTwo();
    const [one] = organizations;
    await advance(control, one, { by: "20d" });
    const [before, otherBefore] = [await read(0), await read(1)];
    const snapshot = new Uint8Array(await (await control.call("takeSnapshot")).arrayBuffer());
    await advance(control, one, { by: "20d" });
    await control.call("advanceClock", { body: { by: "60d" } });
    await control.call("resumeOrganizationClock", pathTo(one));
    organizations.forEach(take);
    await control.call("restoreSnapshot", { body: snapshot });
    expect(await control.call("readOrganizationClock", pathTo(one))).toMatchObject({
      mode: "frozen",
      now: iso(start + 20 * day),
      sandbox_now: iso(start),
      next_timer: before.timers[0]?.at,
    });
    expect([await read(0), await read(1)]).toEqual([before, otherBefore]);
    await advance(control, one, { by: "20d" });
    expect(take(one).length).toBeGreaterThan(0);
    expect(await read(1)).toEqual(otherBefore);
  });

  it("is listed with the others, page by page", async () => {
    const { control } = await startControlled();
    const ids = [];
    for (const name of ["A", "B", "C"]) ids.push(await addOrganization(control, name));
    for (const id of ids) await control.call("freezeOrganizationClock", pathTo(id));
    const first = await control.call("listOrganizationClocks", { query: { limit: 2 } });
    const rest = await control.call("listOrganizationClocks", {
      query: { limit: 2, after: first.next ?? "" },
    });
    expect([...first.clocks, ...rest.clocks].map(({ organization_id }) => organization_id)).toEqual(ids);
    expect(rest.next).toBeNull();
  });

  it.each([
    [{ until: "2026-01-05T09:29:59Z" }, "clock-back"],
    [{ by: "P101Y" }, "clock-far"],
    [{ by: "soon" }, "duration-invalid"],
    [{}, "clock-advance"],
    [{ by: "1d", until: "2027-01-01T00:00:00Z" }, "clock-advance"],
  ])("isn't advanced by %j, and the organization doesn't get one", async (body, code) => {
    const { control } = await startControlled();
    await expect(advance(control, "org_acme", body)).rejects.toMatchObject({ status: 422, code });
    expect(await control.call("readOrganizationClock", pathTo("org_acme"))).toMatchObject({
      mode: "following",
    });
  });

  it("never goes back, and its own time counts", async () => {
    const { control } = await startControlled();
    await advance(control, "org_acme", { by: "45d" });
    const earlier = advance(control, "org_acme", { until: iso(start + 44 * day) });
    await expect(earlier).rejects.toMatchObject({ status: 422, code: "clock-back" });
    await control.call("freezeOrganizationClock", pathTo("org_acme"));
    expect((await advance(control, "org_acme", { by: "0s" })).now).toBe(iso(start + 45 * day));
  });

  it.each(["readOrganizationClock", "freezeOrganizationClock", "resumeOrganizationClock"] as const)(
    "%s refuses an organization that doesn't exist",
    async (operation) => {
      const { control } = await startControlled();
      const refused = { status: 404, code: "unknown-organization" };
      await expect(control.call(operation, pathTo("org_nobody"))).rejects.toMatchObject(refused);
      await expect(advance(control, "org_nobody", { by: "1d" })).rejects.toMatchObject(refused);
      expect((await control.call("listOrganizationClocks")).clocks).toEqual([]);
    },
  );
});
