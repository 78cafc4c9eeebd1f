import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import {
  type Context,
  type ContextManager,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/** A span as it was recorded. */
export interface RecordedSpan {
  readonly name: string;
  readonly options: SpanOptions;
  readonly context: SpanContext;
  readonly parent: SpanContext | undefined;
  status?: number;
  endedAt?: unknown;
}

/** A tracer that records, as an SDK would. */
export function recordingTracer(): { readonly tracer: Tracer; readonly spans: RecordedSpan[] } {
  const spans: RecordedSpan[] = [];
  const startSpan = (name: string, options: SpanOptions = {}, parent: Context = active()): Span => {
    const from = trace.getSpanContext(parent);
    const traceId = from?.traceId ?? randomBytes(16).toString("hex");
    const span: RecordedSpan = {
      name,
      options,
      parent: from,
      context: { traceId, spanId: randomBytes(8).toString("hex"), traceFlags: 1 },
    };
    spans.push(span);
    return {
      spanContext: () => span.context,
      setStatus({ code }: { code: number }) {
        span.status = code;
      },
      end(time: unknown) {
        span.endedAt = time ?? "now";
      },
    } as unknown as Span;
  };
  const startActiveSpan = (name: string, options: SpanOptions, work: (span: Span) => unknown) => {
    const span = startSpan(name, options);
    return storage.run(trace.setSpan(active(), span), () => work(span));
  };
  return { tracer: { startSpan, startActiveSpan } as unknown as Tracer, spans };
}

const storage = new AsyncLocalStorage<Context>();
const active = (): Context => storage.getStore() ?? ROOT_CONTEXT;

/** Carries the active span across asynchronous calls. */
export const contexts: ContextManager = {
  active,
  with: (context, work, self, ...args) => storage.run(context, () => work.apply(self as never, args)),
  bind: (_context, target) => target,
  enable: () => contexts,
  disable: () => contexts,
};
