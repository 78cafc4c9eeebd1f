import type { AttemptReport, EndpointReport, Observer } from "@oipkit/delivery";
import type { Schemas } from "./operation.js";

/** Something that happened. */
export type SandboxLogEntry = Schemas["LogEntry"];

/** What is written; number and times are the log's. */
type LogNote = Pick<SandboxLogEntry, "kind" | "message"> & {
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The latest of what happened, in memory. No secret is written to it. */
export interface SandboxLog {
  readonly write: (note: LogNote) => void;
  /** The entries with a higher number that are kept, the oldest first, at most `limit`. */
  readonly after: (number: number, limit: number) => readonly SandboxLogEntry[];
  /** The number of the latest entry; 0 without one. */
  readonly latest: () => number;
  /** Calls a listener for each new entry. The result ends that. */
  readonly follow: (listener: (entry: SandboxLogEntry) => void) => () => void;
}

/** What the log needs. */
interface LogOptions {
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly realNow: () => number;
  /** Entries that are kept. Default: 10,000. */
  readonly keep?: number | undefined;
}

/** What is kept of an entry; it is written out when somebody reads it. */
interface KeptEntry extends LogNote {
  readonly at: number;
  readonly realAt: number;
}

/** An empty log. */
export function createSandboxLog({ now, realNow, keep = 10_000 }: LogOptions): SandboxLog {
  /** The entry of a number is at its remainder. */
  const kept: KeptEntry[] = [];
  let latest = 0;
  const listeners = new Set<(entry: SandboxLogEntry) => void>();
  const entryAt = (number: number): SandboxLogEntry => {
    const { at, realAt, kind, message, data } = kept[number % keep] as KeptEntry;
    return { number, at: isoTime(at), real_at: isoTime(realAt), kind, message, data: { ...data } };
  };
  return {
    write({ kind, message, data }) {
      latest += 1;
      kept[latest % keep] = { at: now(), realAt: realNow(), kind, message, ...(data && { data }) };
      if (listeners.size === 0) return;
      const entry = entryAt(latest);
      for (const listener of listeners) listener(entry);
    },
    after(number, limit) {
      const first = Math.max(number, latest - keep, 0) + 1;
      const count = Math.max(0, Math.min(limit, latest - first + 1));
      return Array.from({ length: count }, (_, index) => entryAt(first + index));
    },
    latest: () => latest,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A time as RFC 3339, in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** The same, or `null`. */
export function isoOrNull(time: number | undefined): string | null {
  if (time === undefined) return null;
  return isoTime(time);
}

/** An event of a resource, as it is remembered. */
type RememberedEvent = Schemas["SubscriptionEvent"];

/** The latest events of resources, in memory. */
export interface EmittedMemory {
  readonly add: (event: Readonly<Record<string, unknown>>) => void;
  /** Those of a resource, the latest first, at most `limit`. */
  readonly of: (resource: string, limit: number) => readonly RememberedEvent[];
}

interface Kept extends RememberedEvent {
  readonly resource: string;
}

/** An empty memory of at most `keep` events. Default: 10,000. */
export function createEmittedMemory(keep = 10_000): EmittedMemory {
  /** The event of a number is at its remainder. */
  const kept: Kept[] = [];
  let added = 0;
  return {
    add(event) {
      // What isn't about a resource is nobody's.
      if (typeof event.resource_id !== "string") return;
      kept[added % keep] = keepEvent(event, event.resource_id);
      added += 1;
    },
    of(resource, limit) {
      const found: RememberedEvent[] = [];
      for (let number = added - 1; number >= Math.max(0, added - keep) && found.length < limit; number--) {
        const { resource: its, ...event } = kept[number % keep] as Kept;
        if (its === resource) found.push(event);
      }
      return found;
    },
  };
}

function keepEvent(event: Readonly<Record<string, unknown>>, resource: string): Kept {
  const { event_id, event_type, resource_version: version, occurred_at: at, data } = event;
  const { status, reason, reason_code } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string | null => {
    if (typeof value === "string") return value;
    return null;
  };
  return {
    resource,
    event_id: String(event_id),
    event_type: String(event_type),
    version: typeof version === "number" ? version : null,
    status: text(status),
    reason: text(reason ?? reason_code),
    at: text(at) ?? isoTime(0),
  };
}

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
    attempt,
    state,
    status: status ?? null,
    error: report.error ?? null,
    duration_ms: Math.round(report.durationMs),
    retry_at: report.retryAt === undefined ? null : isoTime(report.retryAt),
  };
}
