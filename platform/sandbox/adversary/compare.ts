import { sameContent } from "@oipkit/runtime/webhook";
import { events as declared } from "../generated/events/receiver.js";
import type { EmittedEvent } from "../platform/draft.js";
import type { ProbeReader } from "./probe.js";

/** Something that the receiver knows wrongly. */
export interface Difference {
  readonly code: "event-lost" | "event-repeated" | "event-changed" | "version-wrong" | "version-pending";
  /** The event, or the resource. */
  readonly id: string;
  readonly message: string;
}

/** Requests to the probe under way at once. */
const atOnce = 8;

/** Compares what a receiver has stored with the truth. Rejects with `ProbeFailed` if its probe doesn't answer. */
export async function compareWithTruth(truth: Truth, probe: ProbeReader): Promise<readonly Difference[]> {
  const events = await inParallel([...truth.events], async ([id, event]) => {
    const records = await probe.inbox(id);
    const [first] = records;
    if (first === undefined) return { code: "event-lost", id, message: `${id} isn't in the inbox` } as const;
    if (records.length > 1) {
      const message = `${id} is in the inbox ${records.length} times`;
      return { code: "event-repeated", id, message } as const;
    }
    if (sameContent(first.event, event)) return undefined;
    return { code: "event-changed", id, message: `${id} is in the inbox with other content` } as const;
  });
  const versions = await inParallel([...truth.versions], async ([id, version]) => {
    const { applied, pending } = await probe.resource(id);
    if (applied !== version) {
      const message = `${id} stands at version ${applied ?? "none"}, not ${version}`;
      return { code: "version-wrong", id, message } as const;
    }
    if (pending.length === 0) return undefined;
    return { code: "version-pending", id, message: `${id} still waits at ${pending.join(", ")}` } as const;
  });
  return [...events, ...versions].filter((each) => each !== undefined);
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as Item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/** What a receiver must know when everything has been delivered. */
interface Truth {
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

/** The events of a run, numbered in the order in which they were committed. */
export interface RunEvents {
  readonly add: (event: EmittedEvent) => void;
  readonly truth: Truth;
  /** From 1; `undefined` for an event of another time or application. */
  readonly eventNumber: (eventId: string) => number | undefined;
  /** Their types in that order. */
  readonly types: readonly string[];
}

/** Those types whose versions rise by one (§6.4). */
const ordered = new Set<string>(
  declared.flatMap(({ key, family }) => (family === "subscription" ? [key] : [])),
);

/** Collects the events that an endpoint gets. Versions are compared only if it gets all of them. */
export function createRunEvents(application: string, subscribed: readonly string[]): RunEvents {
  const types: string[] = [];
  const numbers = new Map<string, number>();
  const isComplete = [...ordered].every((type) => subscribed.includes(type));
  const truth = createTruth(application, (type) => isComplete && ordered.has(type));
  return {
    add(emitted) {
      const { event_id: id, event_type: type } = emitted.event;
      if (emitted.application !== application || !subscribed.includes(type)) return;
      numbers.set(id, types.push(type));
      truth.add(emitted);
    },
    truth,
    eventNumber: (id) => numbers.get(id),
    types,
  };
}
