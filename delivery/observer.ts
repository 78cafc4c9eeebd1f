import type { Logger } from "@oipkit/runtime/webhook";
import type { DeliveryKind, DeliveryState } from "./store/tables.js";

/** An attempt that ended. No credential, no content. */
export interface AttemptReport {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly application: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly kind: DeliveryKind;
  readonly attempt: number;
  /** What the delivery is now: `pending` means that it is tried again at `retryAt`. */
  readonly state: DeliveryState;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
  readonly durationMs: number;
  readonly retryAt?: number | undefined;
  /** The `traceparent` under which the event was published. */
  readonly trace?: string | undefined;
}

/** Something that happened to an endpoint. */
export interface EndpointReport {
  readonly endpointId: string;
  readonly application: string;
  readonly change: "saved" | "paused" | "resumed" | "revoked" | "circuit-opened" | "circuit-closed";
  readonly reason?: string | undefined;
}

/** Told what the engine does, for logs, metrics and traces. What it throws is ignored. */
export interface Observer {
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  readonly onEndpoint?: ((report: EndpointReport) => void) | undefined;
  /** A failure that no caller sees, such as a store that can't be reached; the engine goes on. */
  readonly onFailure?: ((failure: unknown) => void) | undefined;
  /** The `traceparent` of what is publishing now, to be kept with the event (W3C Trace Context). */
  readonly traceparent?: (() => string | undefined) | undefined;
}

/** An observer that logs each attempt and each change of an endpoint: ids and codes, no content and no credential. */
export function deliveryLog(logger: Logger): Observer {
  return {
    onAttempt: (report) => logAttempt(logger, report),
    onEndpoint: (report) => logEndpoint(logger, report),
    onFailure: (error) => logger.error({ error }, "delivery engine failed"),
  };
}

/** Several observers as one; the failure of one is hidden from the others. */
export function observers(...all: readonly Observer[]): Observer {
  const each = (tell: (observer: Observer) => void): void => {
    for (const observer of all) {
      try {
        tell(observer);
      } catch {
        // It only watches.
      }
    }
  };
  return {
    onAttempt: (report) => each((observer) => observer.onAttempt?.(report)),
    onEndpoint: (report) => each((observer) => observer.onEndpoint?.(report)),
    onFailure: (failure) => each((observer) => observer.onFailure?.(failure)),
    traceparent() {
      let found: string | undefined;
      each((observer) => {
        found ??= observer.traceparent?.();
      });
      return found;
    },
  };
}

function logAttempt(logger: Logger, { retryAt, trace: _, ...report }: AttemptReport): void {
  const fields = retryAt === undefined ? report : { ...report, retryAt: new Date(retryAt).toISOString() };
  if (report.state === "delivered") logger.info(fields, "delivered");
  else logger.warn(fields, report.state === "failed" ? "delivery failed" : "attempt failed");
}

function logEndpoint(logger: Logger, report: EndpointReport): void {
  const isTrouble = report.change === "paused" || report.change === "circuit-opened";
  logger[isTrouble ? "warn" : "info"]({ ...report }, `endpoint ${report.change}`);
}

/** Longer than any `traceparent` of a known version. */
const longestTrace = 256;

/** The `traceparent` of what is publishing now, to be stored; null if there is none, or the observer fails. */
export function presentTraceparent({ traceparent }: Observer): string | null {
  try {
    const trace = traceparent?.();
    if (trace !== undefined && trace.length <= longestTrace && /^[\x21-\x7e]+$/.test(trace)) return trace;
    return null;
  } catch {
    // It only watches.
    return null;
  }
}
