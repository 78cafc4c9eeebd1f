import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Clock } from "../clock.js";
import type { AttemptReport, Observer } from "../observer.js";

/** Options of traces. */
export interface DeliveryTracesOptions {
  /** Default: that of the global provider, named `@oipkit/delivery`. */
  readonly tracer?: Tracer | undefined;
  readonly clock: Pick<Clock, "now">;
}

/** Traces from a publication to its attempts, however much later and in whichever process they are. */
export interface DeliveryTraces {
  /** For the option of the same name of `createDelivery`. */
  readonly observer: Observer;
  /** Runs a publication in a span of its own, which its attempts become children of. */
  readonly publishing: <Result>(eventType: string, work: () => Promise<Result>) => Promise<Result>;
}

/** Makes a span for each publication and each attempt. No span holds content, an address or a credential. */
export function createDeliveryTraces({
  tracer = trace.getTracer("@oipkit/delivery"),
  clock,
}: DeliveryTracesOptions): DeliveryTraces {
  return {
    observer: {
      traceparent: () => activeTraceparent(context.active()),
      onAttempt: (report) => traceAttempt(tracer, report, clock.now()),
    },
    publishing: (eventType, work) =>
      tracer.startActiveSpan(
        "publish event",
        { kind: SpanKind.PRODUCER, attributes: { "event.type": eventType } },
        async (span) => {
          try {
            return await work();
          } catch (failure) {
            // Not its message, which could hold content.
            span.setStatus({ code: SpanStatusCode.ERROR });
            throw failure;
          } finally {
            span.end();
          }
        },
      ),
  };
}

function traceAttempt(tracer: Tracer, report: AttemptReport, now: number): void {
  const { deliveryId, eventId, eventType, endpointId, kind, attempt, state, status, error } = report;
  const span = tracer.startSpan(
    "deliver event",
    {
      kind: SpanKind.CLIENT,
      startTime: now - report.durationMs,
      attributes: {
        "delivery.id": deliveryId,
        "delivery.kind": kind,
        "delivery.attempt": attempt,
        "delivery.state": state,
        "event.id": eventId,
        "event.type": eventType,
        "endpoint.id": endpointId,
        ...(status !== undefined && { "http.response.status_code": status }),
        ...(error !== undefined && { "error.type": error }),
      },
    },
    parentContext(report.trace),
  );
  if (state !== "delivered") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(now);
}

/** W3C Trace Context, version 00. */
function activeTraceparent(active: Context): string | undefined {
  const span = trace.getSpanContext(active);
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  const flags = (span.traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01";
  return `00-${span.traceId}-${span.spanId}-${flags}`;
}

/** The context of the publication; that of nothing if it has no trace that can be read. */
function parentContext(traceparent: string | undefined): Context {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? "") ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  if (isSpanContextValid(parent)) return trace.setSpanContext(ROOT_CONTEXT, parent);
  return ROOT_CONTEXT;
}
