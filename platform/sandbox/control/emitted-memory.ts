import type { Schemas } from "./operation.js";
import { isoTime } from "./sandbox-log.js";

/** An event of a resource, as it is remembered. */
export type EmittedEvent = Schemas["SubscriptionEvent"];

/** The latest events of resources, in memory. */
export interface EmittedMemory {
  readonly add: (event: Readonly<Record<string, unknown>>) => void;
  /** Those of a resource, the latest first, at most `limit`. */
  readonly of: (resource: string, limit: number) => readonly EmittedEvent[];
}

interface Kept extends EmittedEvent {
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
      kept[added % keep] = keptOf(event, event.resource_id);
      added += 1;
    },
    of(resource, limit) {
      const found: EmittedEvent[] = [];
      for (let number = added - 1; number >= Math.max(0, added - keep) && found.length < limit; number--) {
        const { resource: its, ...event } = kept[number % keep] as Kept;
        if (its === resource) found.push(event);
      }
      return found;
    },
  };
}

function keptOf(event: Readonly<Record<string, unknown>>, resource: string): Kept {
  const { event_id, event_type, resource_version: version, occurred_at: at, data } = event;
  const { status, reason, reason_code } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
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
