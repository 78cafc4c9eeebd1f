import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { createReceiverMetrics } from "../../../runtime/operations/metrics.js";
import { createMemoryInbox } from "../../../runtime/webhook/index.js";
import { listen } from "../../support/runtime/adapters/running.js";
import { acmeNow, acmeReceiver, delivery, post, thingEvent } from "../../support/runtime/webhook/acme.js";

/** The samples of a scrape, without comments. */
async function scrape(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

describe("the metrics of a receiver", () => {
  it("count answers, attempts and records, and time them", async () => {
    const inbox = createMemoryInbox({ now: () => acmeNow });
    const metrics = createReceiverMetrics({ inbox });
    const { onOutcome, onAttempt } = metrics;
    const { receiver } = acmeReceiver({ inbox, onOutcome, onAttempt });
    const timed = metrics.timed(receiver);
    await timed.handle(post(delivery()));
    await timed.handle(post(delivery()));
    await timed.handle(post(delivery({ secrets: ["other"] })));
    await receiver.drain();
    metrics.onRefused();
    await receiver.close();
    await receiver.handle(
      post(
        delivery({
          event: thingEvent({ thing: { id: "thing-2", rev: 1 }, meta: { id: "evt-2", topic: "acme.thing" } }),
        }),
      ),
    );
    expect(await scrape(metrics.registry)).toEqual(
      expect.arrayContaining([
        'oipkit_receiver_answers_total{code="stored",status="202"} 2',
        'oipkit_receiver_answers_total{code="duplicate",status="202"} 1',
        'oipkit_receiver_answers_total{code="signature-mismatch",status="403"} 1',
        'oipkit_receiver_events_total{result="stored"} 2',
        'oipkit_receiver_events_total{result="duplicate"} 1',
        'oipkit_receiver_answer_seconds_count{status="202"} 2',
        "oipkit_receiver_requests_in_progress 0",
        "oipkit_receiver_overload_total 1",
        'oipkit_handler_attempts_total{kind="handled",event_type="acme.thing"} 1',
        'oipkit_handler_seconds_count{kind="handled"} 1',
        'oipkit_inbox_records{state="pending"} 1',
        'oipkit_inbox_records{state="dead"} 0',
        "oipkit_inbox_reachable 1",
      ]),
    );
  });

  it("count the events that wait, with the number of versions before them", async () => {
    const inbox = createMemoryInbox({ now: () => acmeNow });
    const { registry, onAttempt } = createReceiverMetrics({ inbox });
    const { receiver } = acmeReceiver({ inbox, onAttempt });
    await receiver.handle(post(delivery({ event: thingEvent({ thing: { id: "thing-1", rev: 4 } }) })));
    await receiver.drain();
    await receiver.close();
    expect(await scrape(registry)).toEqual(
      expect.arrayContaining([
        'oipkit_event_awaited_versions_count{event_type="acme.thing"} 1',
        'oipkit_event_awaited_versions_sum{event_type="acme.thing"} 3',
        'oipkit_inbox_records{state="waiting"} 1',
      ]),
    );
  });

  it("omit the inbox's if the store is unavailable", async () => {
    const metrics = createReceiverMetrics({ inbox: { count: () => Promise.reject(new Error("gone")) } });
    const samples = await scrape(metrics.registry);
    expect(samples).toContain("oipkit_inbox_reachable 0");
    expect(samples.filter((line) => line.startsWith("oipkit_inbox_records"))).toEqual([]);
  });

  it("use the given registry and prefix", async () => {
    const registry = new Registry();
    createReceiverMetrics({ registry, prefix: "shop_" });
    expect(await scrape(registry)).toContain("shop_receiver_overload_total 0");
    expect(await registry.metrics()).not.toContain("oipkit_");
  });

  it("count the events of a batch, and how old each is when it is handled", async () => {
    const metrics = createReceiverMetrics();
    metrics.onOutcome({ code: "stored", status: 200, events: { stored: 3, duplicate: 2 } });
    metrics.onOutcome({ code: "empty", status: 200, events: { stored: 0, duplicate: 0 } });
    const report = {
      kind: "handled",
      eventId: "e",
      eventType: "t",
      test: false,
      attempt: 1,
      durationMs: 1,
    } as const;
    for (const ageMs of [2000, -500]) metrics.onAttempt({ ...report, ageMs });
    metrics.onAttempt({ ...report, kind: "failed", ageMs: 1 });
    metrics.onAttempt(report);
    expect(await scrape(metrics.registry)).toEqual(
      expect.arrayContaining([
        'oipkit_receiver_answers_total{code="empty",status="200"} 1',
        'oipkit_receiver_events_total{result="stored"} 3',
        'oipkit_receiver_events_total{result="duplicate"} 2',
        'oipkit_event_age_seconds_count{event_type="t"} 2',
        'oipkit_event_age_seconds_sum{event_type="t"} 2',
      ]),
    );
  });

  it("are served in the format of Prometheus", async () => {
    const { listener } = createReceiverMetrics();
    const port = await listen(listener);
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect(await response.text()).toContain("# TYPE oipkit_receiver_answers_total counter");
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  });
});
