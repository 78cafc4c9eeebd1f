import type { AttemptReport, EndpointReport, Observer } from "@oipkit/delivery";
import { isoTime, type SandboxLog } from "./sandbox-log.js";

/** Writes what the delivery engine does to the log. */
export function observeDeliveries(log: SandboxLog): Observer {
  return {
    onAttempt(report) {
      log.write({ kind: "delivery", message: attemptText(report), data: attemptData(report) });
    },
    onEndpoint({ endpointId, application, change, reason }: EndpointReport) {
      const data = { endpoint_id: endpointId, application_id: application, change, reason: reason ?? null };
      log.write({ kind: "endpoint", message: change, data });
    },
    onFailure(failure) {
      const error = failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
      log.write({ kind: "failure", message: "deliveries failed", data: { error } });
    },
  };
}

function attemptText({
  eventType,
  eventId,
  attempt,
  state,
  status,
  error,
  durationMs,
  retryAt,
}: AttemptReport): string {
  const answer = status === undefined ? (error ?? "no answer") : String(status);
  const next = retryAt === undefined ? "" : `, again at ${isoTime(retryAt)}`;
  return `${eventType} ${eventId} attempt ${attempt}: ${answer} in ${Math.round(durationMs)} ms, ${state}${next}`;
}

function attemptData(report: AttemptReport): Readonly<Record<string, unknown>> {
  const { deliveryId, endpointId, application, eventId, eventType, kind, attempt, state, status } = report;
  return {
    application_id: application,
    delivery_id: deliveryId,
    endpoint_id: endpointId,
    event_id: eventId,
    event_type: eventType,
    delivery_kind: kind,
    ...{ attempt, state },
    status: status ?? null,
    error: report.error ?? null,
    duration_ms: Math.round(report.durationMs),
    retry_at: report.retryAt === undefined ? null : isoTime(report.retryAt),
  };
}
