import type { EmittedEvent } from "../platform/draft.js";

/** What a receiver must know when everything has been delivered. */
export interface Truth {
  readonly add: (event: EmittedEvent) => void;
  /** By event id. */
  readonly events: ReadonlyMap<string, EmittedEvent["event"]>;
  /** The highest version by resource, of the events whose versions rise by one (§6.4), if it has been seen from the first one on. */
  readonly versions: ReadonlyMap<string, number>;
}

/** Collects the truth about one application. `isOrdered` says which event types have versions without gaps. */
export function createTruth(application: string, isOrdered: (eventType: string) => boolean): Truth {
  const events = new Map<string, EmittedEvent["event"]>();
  const versions = new Map<string, number>();
  return {
    add({ application: to, event }) {
      if (to !== application) return;
      events.set(event.event_id, event);
      const { resource_id: id, resource_version: version } = event;
      if (!isOrdered(event.event_type) || typeof id !== "string" || typeof version !== "number") return;
      if (version !== 1 && !versions.has(id)) return;
      versions.set(id, Math.max(version, versions.get(id) ?? 0));
    },
    events,
    versions,
  };
}
