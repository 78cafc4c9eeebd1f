import { events as declared } from "../generated/events/receiver.js";
import type { EmittedEvent } from "../platform/draft.js";
import { createTruth, type Truth } from "./truth.js";

/** The events of a run, numbered in the order in which they were committed. */
export interface RunEvents {
  readonly add: (event: EmittedEvent) => void;
  readonly truth: Truth;
  /** From 1; `undefined` for an event of another time or application. */
  readonly numberOf: (eventId: string) => number | undefined;
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
    numberOf: (id) => numbers.get(id),
    types,
  };
}
