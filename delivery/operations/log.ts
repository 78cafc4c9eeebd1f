import type { Logger } from "@oipkit/runtime/webhook";
import type { AttemptReport, EndpointReport, Observer } from "../ports/observer.js";

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
