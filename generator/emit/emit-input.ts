import type { Contracts } from "../../reader/documents/contracts.js";
import type { EventMessage, EventSet, Model } from "../../reader/model/model.js";
import { instanceChecks } from "../../reader/validation/instances.js";
import { type EventExample, eventExamples } from "../../reader/validation/synthesis/event-examples.js";

/** The input of an emitter. */
export interface EmitInput {
  readonly model: Model;
  readonly contracts: Contracts;
  /** Names of all schemas, by `placeKey` of their place. */
  readonly names: ReadonlyMap<string, string>;
}

/** Valid events of a message. */
export type ExamplesOf = (message: EventMessage) => readonly EventExample[];

/**
 * The examples of a set's messages: the files in the contracts, else the message's own, else a small and a full one made
 * from the schema; none if that isn't possible, which the check of the contracts reports.
 */
export function readExamples(contracts: Contracts, set: EventSet): ExamplesOf {
  const checks = instanceChecks(contracts);
  const shape = set.protocol?.event;
  return ({ label, key, payload, place }) => {
    const written = contracts.examples.filter(({ subject }) => subject === label || subject === key);
    if (written.length > 0) return written;
    const found = eventExamples(checks, { place, payload, shape });
    if (found.kind === "none") return [];
    return found.examples;
  };
}
