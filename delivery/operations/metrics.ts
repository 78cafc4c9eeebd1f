import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { EndpointReport, Observer } from "../observer.js";
import type { Reading } from "../reading/create-reading.js";

/** Options of an engine's metrics. */
export interface DeliveryMetricsOptions {
  /** Where the metrics are registered. Default: a new registry. */
  readonly registry?: Registry | undefined;
  /** Prefix of every name. Default: `oipkit_`. */
  readonly prefix?: string | undefined;
  /** Its deliveries are counted by state at every scrape; if left out, there is no such metric. */
  readonly reading?: Pick<Reading, "counts"> | undefined;
}

/** Metrics of one engine, in the format of Prometheus. Labels hold codes and the contract's event types, never an id. */
export interface DeliveryMetrics {
  readonly registry: Registry;
  /** For the option of the same name of `createDelivery`. */
  readonly observer: Observer;
}

/** Creates and registers the metrics. Throws if the registry already has one of these names. Times are in seconds. */
export function createDeliveryMetrics(options: DeliveryMetricsOptions = {}): DeliveryMetrics {
  const { registry = new Registry(), prefix = "oipkit_", reading } = options;
  const registers = [registry];
  const attempts = new Counter({
    name: `${prefix}delivery_attempts_total`,
    help: "Attempts that ended, by what the delivery became, status or error, kind and event type.",
    labelNames: ["state", "result", "kind", "event_type"],
    registers,
  });
  const seconds = new Histogram({
    name: `${prefix}delivery_attempt_seconds`,
    help: "Time that attempts take.",
    labelNames: ["state", "kind"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const changes = new Counter<"change">({
    name: `${prefix}delivery_endpoint_changes_total`,
    help: "Endpoints that were saved, paused, resumed or revoked, and circuits that opened or closed.",
    labelNames: ["change"],
    registers,
  });
  const failures = new Counter({
    name: `${prefix}delivery_engine_failures_total`,
    help: "Failures of the engine itself, such as a store that can't be reached.",
    registers,
  });
  if (reading !== undefined) makeGauge(reading, { registers, prefix });
  return {
    registry,
    observer: {
      onAttempt({ state, status, error, kind, eventType, durationMs }) {
        const result = status === undefined ? (error ?? "") : String(status);
        attempts.inc({ state, result, kind, event_type: eventType });
        seconds.observe({ state, kind }, durationMs / 1000);
      },
      onEndpoint: ({ change }: EndpointReport) => changes.inc({ change }),
      onFailure: () => failures.inc(),
    },
  };
}

function makeGauge(
  reading: Pick<Reading, "counts">,
  { registers, prefix }: { readonly registers: Registry[]; readonly prefix: string },
): void {
  new Gauge({
    name: `${prefix}delivery_records`,
    help: "Deliveries, by state.",
    labelNames: ["state"],
    registers,
    async collect() {
      // The other metrics matter most when the store is down.
      const counts = await reading.counts().catch(() => ({}));
      this.reset();
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
}
