import { expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";

const script = new URL("../../../tools/delivery-outages/check.mjs", import.meta.url).href;

interface Seen {
  requests: number;
  variants: Set<string>;
  repeatedNonces: number;
}

/** Two delivered events, as a sound trial leaves them. */
async function soundTrial() {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const common = { application: "app_example", event_type: "a.b" };
  for (const number of [0, 1]) {
    const event_id = `evt_outage_${number}`;
    await store.db
      .insertInto("deliveries")
      .values({
        ...common,
        id: `delivery_${number}`,
        endpoint_id: "endpoint",
        event_id,
        kind: "event",
        bytes: 2,
        state: "delivered",
        attempts: 1,
        max_attempts: 8,
        due_at: 1,
        status: 204,
        error: null,
        created_at: 1,
        settled_at: 2,
        redeliveries: 0,
      })
      .execute();
    await store.db
      .insertInto("attempts")
      .values({
        delivery: number + 1,
        number: 1,
        started_at: 10 + number,
        duration_ms: 1,
        status: 204,
        error: null,
        answer: null,
        secret_version: 1,
      })
      .execute();
  }
  const inbox = [0, 1].map((number) => ({
    eventId: `evt_outage_${number}`,
    deliveryId: `delivery_${number}`,
    state: "handled",
    correlationId: `cor_evt_outage_${number}`,
  }));
  const seen = new Map<string, Seen>(
    inbox.map(({ eventId }) => [eventId, { requests: 1, variants: new Set(["same"]), repeatedNonces: 0 }]),
  );
  const recorder = { seen, counts: { requests: 2, statuses: {} } };
  return { store, inbox, recorder, events: 2, maxAttempts: 8 };
}

type Trial = Awaited<ReturnType<typeof soundTrial>>;
const first = ({ recorder }: Trial): Seen => recorder.seen.get("evt_outage_0") as Seen;
const set = ({ db }: Store, change: { state?: "failed"; attempts?: number }) =>
  db.updateTable("deliveries").set(change).where("id", "=", "delivery_0").execute();

const wrong: readonly [string, string, (trial: Trial) => unknown][] = [
  ["an event that isn't received", "published, but not in", ({ inbox }) => inbox.pop()],
  ["an event that is received twice", "more than once", ({ inbox }) => inbox.push({ ...inbox[0] } as never)],
  [
    "another delivery id",
    "another delivery id",
    ({ inbox }) => Object.assign(inbox[0] ?? {}, { deliveryId: "x" }),
  ],
  ["a delivery that failed", "not delivered", ({ store }) => set(store, { state: "failed" })],
  ["a ninth attempt", "more than 8 attempts", ({ store }) => set(store, { attempts: 9 })],
  ["a ninth request", "more than 8 requests", (trial) => Object.assign(first(trial), { requests: 9 })],
  [
    "a request that isn't recorded",
    "more requests than recorded attempts",
    (trial) => Object.assign(first(trial), { requests: 2 }),
  ],
  ["a changed duplicate", "duplicates with other ids", (trial) => first(trial).variants.add("other")],
  [
    "a nonce that is used again",
    "a nonce is used again",
    (trial) => Object.assign(first(trial), { repeatedNonces: 1 }),
  ],
  [
    "first attempts in another order",
    "began before that of an earlier event",
    ({ store }) =>
      store.db.updateTable("attempts").set({ started_at: 12 }).where("delivery", "=", 1).execute(),
  ],
];

it("finds nothing in a sound trial", async () => {
  const { check } = await import(script);
  expect(await check(await soundTrial())).toMatchObject({
    faults: [],
    figures: { deliveries: 2, handled: 2 },
  });
});

it.each(wrong)("finds %s", async (_, fault, spoil) => {
  const { check } = await import(script);
  const trial = await soundTrial();
  await spoil(trial);
  const { faults } = await check(trial);
  expect(faults.join("\n")).toContain(fault);
});
