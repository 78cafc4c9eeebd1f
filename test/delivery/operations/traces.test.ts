import { createDeliveryTraces } from "@oipkit/delivery/operations/traces";
import { context, SpanStatusCode } from "@opentelemetry/api";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AttemptReport } from "../../../delivery/index.js";
import { contexts, recordingTracer } from "../../support/delivery/operations/recording-tracer.js";

beforeAll(() => {
  context.setGlobalContextManager(contexts);
});
afterAll(() => context.disable());

const report: AttemptReport = {
  deliveryId: "dlv_1",
  endpointId: "ep_1",
  application: "app_1",
  eventId: "evt_1",
  kind: "event",
  eventType: "thing.made",
  attempt: 2,
  state: "pending",
  status: 503,
  error: "status-503",
  durationMs: 40,
};
const clock = { now: () => 100_000 };

it("makes the attempts of an event children of its publication", async () => {
  const { tracer, spans } = recordingTracer();
  const { observer, publishing } = createDeliveryTraces({ tracer, clock });
  const kept = await publishing("thing.made", async () => {
    await Promise.resolve();
    return observer.traceparent?.();
  });
  expect(observer.traceparent?.()).toBeUndefined();
  observer.onAttempt?.({ ...report, trace: kept });
  observer.onAttempt?.({
    ...report,
    attempt: 3,
    state: "delivered",
    status: 204,
    error: undefined,
    trace: kept,
  });
  const [published, failed, delivered] = spans;
  expect(kept).toBe(`00-${published?.context.traceId}-${published?.context.spanId}-01`);
  expect([published?.name, published?.endedAt]).toEqual(["publish event", "now"]);
  for (const attempt of [failed, delivered]) {
    expect(attempt?.context.traceId).toBe(published?.context.traceId);
    expect(attempt?.parent).toMatchObject({ spanId: published?.context.spanId, isRemote: true });
    expect([attempt?.options.startTime, attempt?.endedAt]).toEqual([99_960, 100_000]);
  }
  expect(failed?.options.attributes).toMatchObject({
    "delivery.attempt": 2,
    "http.response.status_code": 503,
    "error.type": "status-503",
  });
  expect([failed?.status, delivered?.status]).toEqual([SpanStatusCode.ERROR, undefined]);
});

it("ends the span of a publication that fails, without its message", async () => {
  const { tracer, spans } = recordingTracer();
  const { publishing } = createDeliveryTraces({ tracer, clock });
  await expect(publishing("thing.made", () => Promise.reject(new Error("secret")))).rejects.toThrow("secret");
  expect(spans).toMatchObject([{ status: SpanStatusCode.ERROR, endedAt: "now" }]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});

it("begins a trace of its own if what was kept can't be read", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constant(`00-${"0".repeat(32)}-${"1".repeat(16)}-01`), fc.constant(undefined)),
      (trace) => {
        const { tracer, spans } = recordingTracer();
        createDeliveryTraces({ tracer, clock }).observer.onAttempt?.({ ...report, trace });
        expect(spans).toHaveLength(1);
        expect(spans[0]?.parent).toBeUndefined();
      },
    ),
  );
});
