import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apiTimerCommands } from "../../../../platform/sandbox/api/index.js";
import { afterThisTest } from "../../../support/clean-up.js";
import {
  type Asked,
  type Asking,
  apiPlatform,
  choices,
  start,
} from "../../../support/platform/sandbox/api/api-platform.js";
import { cancel, checkout } from "../../../support/platform/sandbox/api/denial-row.js";
import { populate } from "../../../support/platform/sandbox/api/records.js";
import { inMemory, worldOn } from "../../../support/platform/sandbox/world/subject.js";

const bodies = [
  { organization_id: "globex", product_code: "suite", plan_code: "team" },
  { organization_id: "globex", product_code: "suite", plan_code: "free" },
];

const withoutRequest = ({ status, body: { request_id: _, ...body } }: Asked) => ({ status, body });

describe("Idempotency-Key", () => {
  test("the same key and body get the same answer, also at once, and the command is done once for each key", async () => {
    const requests = fc.array(
      fc.record({
        key: fc.constantFrom("a", "b", "c"),
        body: fc.constantFrom(...bodies),
        token: fc.constantFrom("service", "ada"),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 4 }), async (all, atOnce) => {
        const api = await apiPlatform();
        const first = new Map<string, { plan: string; answer: ReturnType<typeof withoutRequest> }>();
        for (let at = 0; at < all.length; at += atOnce) {
          const batch = all.slice(at, at + atOnce);
          const answers = await Promise.all(batch.map((each) => api.ask({ ...checkout, ...each })));
          for (const [index, answer] of answers.entries()) {
            const { key, body, token } = batch[index] ?? { key: "", body: bodies[0], token: "" };
            const id = `${token} ${key}`;
            const known = first.get(id) ?? { plan: String(body?.plan_code), answer: withoutRequest(answer) };
            first.set(id, known);
            if (known.plan === body?.plan_code) expect(withoutRequest(answer)).toEqual(known.answer);
            else expect([answer.status, answer.body.code]).toEqual([422, "idempotency-key-reused"]);
          }
        }
        expect([...first.values()].map(({ answer }) => answer.status)).toEqual(
          [...first.values()].map(() => 202),
        );
        expect(api.platform.list("checkoutSession")).toHaveLength(first.size);
        expect(api.platform.list("idempotency")).toHaveLength(first.size);
        expect(api.failures).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test("in the database, a command and its answer are one transaction, also for requests at once", async () => {
    const store = await inMemory();
    const { world } = await worldOn(store, { timerCommands: apiTimerCommands });
    afterThisTest(async () => {
      await world.close();
      await store.close();
    });
    await world.run(populate, undefined);
    const { ask } = await apiPlatform({ world });
    const other = { ...checkout, key: "key-2" };
    const answers = await Promise.all([checkout, checkout, other, checkout, other].map((each) => ask(each)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const sessions = answers.map(({ body }) => body.checkout_session_id);
    expect(new Set(sessions).size).toBe(2);
    await world.reload();
    expect((await ask(checkout)).body.checkout_session_id).toBe(sessions[0]);
    expect(world.view.list("checkoutSession")).toHaveLength(2);
  });

  test("a command is repeated safely after it changed the state that it needs", async () => {
    const api = await apiPlatform();
    const now: Asking = { ...cancel, body: { at_period_end: false } };
    const first = await api.ask(now);
    expect([first.status, api.platform.get("subscription", "sub_1")?.status]).toEqual([202, "cancelled"]);
    const version = api.platform.get("subscription", "sub_1")?.version;
    const again = await api.ask(now);
    expect(again.body).toEqual(first.body);
    expect(again.entry.checks.at(-1)).toMatchObject({
      name: "command",
      outcome: "passed",
      looked_at: { replay: true },
    });
    expect((await api.ask({ ...now, key: "key-2" })).body).toMatchObject({
      code: "resource-state",
      message: expect.stringContaining("isn't possible in the status cancelled"),
    });
    expect(api.platform.get("subscription", "sub_1")?.version).toBe(version);
  });

  test("the same key is another one for another path, and for an operation without a body the order of members doesn't count", async () => {
    const api = await apiPlatform();
    await api.ask(checkout);
    expect((await api.ask({ ...cancel, key: checkout.key })).body.code).toBe("idempotency-key-reused");
    const raw = '{"plan_code":"team","product_code":"suite","organization_id":"globex"}';
    expect((await api.ask({ ...checkout, body: undefined, raw })).status).toBe(202);
    expect(api.platform.list("checkoutSession")).toHaveLength(1);
  });

  test("a command that was refused keeps nothing, so the same key can be used when it is possible", async () => {
    const api = await apiPlatform();
    const unknown = { ...checkout, body: { ...bodies[0], plan_code: "later" } };
    const refused = await api.ask(unknown);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).toMatchObject({ code: "plan-unknown", message: expect.stringContaining("later") });
    expect(refused.entry.denied_by).toBe("command");
    expect(refused.entry.checks.at(-1)).toMatchObject({ outcome: "denied", code: "plan-unknown" });
    // The bodies, which are only shown, have it; what is kept hasn't.
    const { request_body: _, answer_body: __, ...kept } = refused.entry;
    expect(JSON.stringify(kept)).not.toContain("later");
    expect(api.platform.list("idempotency")).toEqual([]);
    expect((await api.ask(checkout)).status).toBe(202);
  });

  test("an answer is forgotten after the sandbox's time for it, by a timer", async () => {
    const api = await apiPlatform();
    await api.ask(checkout);
    const at = start + choices.idempotency_seconds * 1000;
    const timer = api.platform.timers().find(({ kind }) => kind === "idempotency");
    expect(timer).toMatchObject({ at });
    if (timer !== undefined) api.platform.run(apiTimerCommands[timer.name] ?? (() => {}), timer);
    expect(api.platform.list("idempotency")).toEqual([]);
    await api.ask(checkout);
    expect(api.platform.list("checkoutSession")).toHaveLength(2);
  });
});
