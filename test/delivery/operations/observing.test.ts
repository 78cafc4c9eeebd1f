import { createDeliveryMetrics } from "@oipkit/delivery/operations/metrics";
import { createHealth } from "@oipkit/runtime/operations/health";
import { createJsonLogger } from "@oipkit/runtime/operations/json-logger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AttemptReport,
  createDeliveryHealth,
  createReading,
  deliveryLog,
  observers,
  openSqliteStore,
  type Store,
} from "../../../delivery/index.js";
import { addDelivery, endpointRow, start } from "../../support/delivery/reading/rows.js";
import { unsafe } from "../../support/reader/text/output-characters.js";

const report: AttemptReport = {
  deliveryId: "dlv_1",
  endpointId: "ep_1",
  application: "app_1",
  eventId: "evt_1",
  kind: "event",
  eventType: "thing.made",
  attempt: 1,
  state: "pending",
  status: 503,
  error: "status-503",
  durationMs: 40,
  retryAt: start,
};

let store: Store;
beforeAll(async () => {
  store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  await store.db.insertInto("endpoints").values(endpointRow("ep_1", "app_1")).execute();
  await addDelivery(store, { id: "dlv_1", endpoint_id: "ep_1", application: "app_1", event_id: "evt_1" });
  await store.db
    .insertInto("lanes")
    .values({ endpoint_id: "ep_1", ready_at: start, lease_until: 0, failures: 0, open_until: 0, lost: 0 })
    .execute();
});
afterAll(() => store.close());
const at = (now: number) => ({ store, clock: { now: () => now, wakeAt: () => () => {} } });

describe("metrics", () => {
  it("count attempts, changes and failures, and deliveries by state, without ids", async () => {
    const { observer, registry } = createDeliveryMetrics({ reading: createReading(at(start)) });
    observer.onAttempt?.(report);
    observer.onAttempt?.({ ...report, state: "delivered", status: 204, error: undefined });
    observer.onAttempt?.({ ...report, status: undefined, error: "timed-out" });
    observer.onEndpoint?.({ endpointId: "ep_1", application: "app_1", change: "circuit-opened" });
    observer.onFailure?.(new Error("down"));
    const text = await registry.metrics();
    const labels = (state: string, result: string) =>
      `oipkit_delivery_attempts_total{state="${state}",result="${result}",kind="event",event_type="thing.made"} 1`;
    for (const line of [
      ...[labels("pending", "503"), labels("delivered", "204"), labels("pending", "timed-out")],
      'oipkit_delivery_endpoint_changes_total{change="circuit-opened"} 1',
      "oipkit_delivery_engine_failures_total 1",
      'oipkit_delivery_records{state="pending"} 1',
      'oipkit_delivery_attempt_seconds_count{state="pending",kind="event"} 2',
    ])
      expect(text).toContain(line);
    expect(text).not.toMatch(/evt_1|dlv_1|app_1|ep_1/);
  });

  it("are still served while the store is down, and count what they couldn't read", async () => {
    const counts = () => Promise.reject(new Error("down"));
    const { registry, observer } = createDeliveryMetrics({ reading: { counts } });
    observer.onFailure?.(new Error("down"));
    expect(await registry.metrics()).toContain("oipkit_delivery_engine_failures_total 1");
    expect(await registry.metrics()).toContain('oipkit_delivery_unread_metrics_total{what="records"}');
  });
});

describe("the log", () => {
  it("has a line for each attempt, change and failure, and nothing unprintable", () => {
    const lines: string[] = [];
    const log = deliveryLog(createJsonLogger({ write: (line) => lines.push(line), now: () => start }));
    log.onAttempt?.({ ...report, eventId: "evt\u001b[31m\u202e", trace: "00-1" });
    log.onAttempt?.({ ...report, state: "failed" });
    log.onAttempt?.({ ...report, state: "delivered" });
    log.onEndpoint?.({ endpointId: "ep_1", application: "app_1", change: "paused", reason: "10 lost" });
    log.onFailure?.(new Error("down"));
    const read = lines.map((line) => JSON.parse(line));
    expect(read.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      ...["warn attempt failed", "warn delivery failed", "info delivered"],
      ...["warn endpoint paused", "error delivery engine failed"],
    ]);
    expect(read[0]).toMatchObject({ retryAt: "2026-11-23T12:00:00.000Z", eventId: "evt\u001b[31m\u202e" });
    expect(lines.join("")).not.toMatch(unsafe);
  });

  it("isn't stopped by an observer beside it that throws", () => {
    const seen: string[] = [];
    const both = observers(
      {
        onAttempt() {
          throw new Error("broken");
        },
      },
      { onAttempt: ({ eventId }) => void seen.push(eventId), traceparent: () => "00-a" },
    );
    both.onAttempt?.(report);
    expect([seen, both.traceparent?.()]).toEqual([["evt_1"], "00-a"]);
  });
});

describe("health", () => {
  it("is lost if deliveries are overdue or the engine stands still", async () => {
    const healthy = createDeliveryHealth(at(start + 1000), { lastPass: () => start + 400 });
    expect(await healthy.report()).toEqual({
      status: "ok",
      reachable: true,
      writable: true,
      lagMs: 1000,
      blockedEndpoints: 0,
      passAgeMs: 600,
    });
    const late = createDeliveryHealth(at(start + 1000), { maxLagMs: 999 });
    expect(await late.report()).toMatchObject({ status: "unavailable", lagMs: 1000 });
    const still = createDeliveryHealth(at(start + 90_000), { lastPass: () => start });
    expect(await still.report()).toMatchObject({ status: "unavailable", passAgeMs: 90_000 });
    const { checks } = await createHealth({ checks: still.checks }).ready();
    expect(checks).toEqual({ store: "ok", lag: "ok", pass: "unavailable" });
  });

  it("doesn't count what may not be sent now", async () => {
    await store.db
      .updateTable("lanes")
      .set({ open_until: start + 5000 })
      .execute();
    expect(await createDeliveryHealth(at(start + 1000)).report()).toMatchObject({ lagMs: 0 });
    await store.db.updateTable("lanes").set({ open_until: 0 }).execute();
    await store.db.updateTable("endpoints").set({ state: "paused" }).execute();
    expect(await createDeliveryHealth(at(start + 1000)).report()).toMatchObject({ lagMs: 0 });
  });

  it("says that the store can't be reached, and never rejects", async () => {
    const closed = await openSqliteStore({ file: ":memory:" });
    const health = createDeliveryHealth({ ...at(start), store: closed });
    expect(await health.report()).toMatchObject({
      status: "unavailable",
      reachable: false,
      lagMs: undefined,
    });
    await closed.close();
  });
});
