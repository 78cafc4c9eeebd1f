import type { DeliveryContext } from "../context.js";
import { pause, resume, type StateChange } from "../endpoints/change-state.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { DeliveryError } from "../errors.js";
import { createReading, type Reading } from "../reading/create-reading.js";
import { type RedeliverOptions, type RedeliverOutcome, redeliver } from "../redeliver.js";
import { type PruneOptions, type PruneOutcome, prune } from "./prune.js";
import { type RedeliverAllOptions, type RedeliverAllOutcome, redeliverAll } from "./redeliver-all.js";
import { type RedeliveredStates, readRedelivered } from "./redelivered.js";

/** What an operator can do with nothing but the store. */
export interface Operator extends Reading {
  /** Lets a failed delivery begin again. Rejects with a `DeliveryError`. */
  readonly redeliver: (options: RedeliverOptions) => Promise<RedeliverOutcome>;
  /** Lets all failed deliveries that match begin again, at a limited rate. Rejects with a `DeliveryError`. */
  readonly redeliverAll: (options: RedeliverAllOptions) => Promise<RedeliverAllOutcome>;
  /** What has become of those that `redeliverAll` began for an application. */
  readonly redelivered: (operation: {
    readonly application: string;
    readonly operationId: string;
  }) => Promise<RedeliveredStates>;
  /** Stops sending to an application's endpoint. Rejects with `endpoint-missing`. */
  readonly pause: (change: StateChange) => Promise<Endpoint>;
  /** Sends again, beginning with what waits. Rejects with `endpoint-missing`. */
  readonly resume: (change: StateChange) => Promise<Endpoint>;
  /** Removes what was settled long ago. Rejects with `delivery-options`. */
  readonly prune: (options: PruneOptions) => Promise<PruneOutcome>;
}

/** Reads and operates an engine through its store, while it runs or not; engines notice at their next turn. */
export function createOperator(
  context: Pick<DeliveryContext, "store" | "clock"> & Partial<Pick<DeliveryContext, "observer">>,
): Operator {
  const parts = { observer: {}, ...context };
  const reading = createReading(context);
  return {
    ...reading,
    async redeliver(options) {
      const { application, eventId } = options;
      const { deliveries } = await reading.list({ application, eventId, kind: "event" });
      if (deliveries.length === 0)
        throw new DeliveryError("delivery-unknown", "the application has no delivery of such an event");
      return redeliver(parts, options);
    },
    redeliverAll: (options) => redeliverAll(parts, options),
    redelivered: (operation) => readRedelivered(context.store, operation),
    pause: (change) => pause(parts, change),
    resume: (change) => resume(parts, change),
    prune: (options) => prune(parts, options),
  };
}
