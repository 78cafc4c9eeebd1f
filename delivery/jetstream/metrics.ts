import { Gauge, Registry } from "prom-client";
import type { Relay } from "./relay.js";
import type { RelayReport } from "./relay-report.js";

/** Options of a relay's metrics. */
export interface RelayMetricsOptions {
  readonly relay: Pick<Relay, "report">;
  /** Where the metrics are registered. Default: a new registry. */
  readonly registry?: Registry | undefined;
  /** Prefix of every name. Default: `oipkit_`. */
  readonly prefix?: string | undefined;
}

/** Registers metrics of a relay, which is asked at every scrape. Throws if the registry already has one of these names. Times are in seconds. */
export function createRelayMetrics({
  relay,
  registry = new Registry(),
  prefix = "oipkit_",
}: RelayMetricsOptions): Registry {
  let asked: Promise<RelayReport> | undefined;
  // All are collected at the same time.
  const report = (): Promise<RelayReport> => {
    asked ??= relay.report().finally(() => {
      asked = undefined;
    });
    return asked;
  };
  const gauge = (name: string, help: string, value: (report: RelayReport) => number | undefined): void => {
    new Gauge({
      name: `${prefix}delivery_${name}`,
      help,
      registers: [registry],
      async collect() {
        const found = value(await report());
        if (found === undefined) this.remove();
        else this.set(found);
      },
    });
  };
  gauge("workers", "Workers that take attempts of this relay.", ({ workers }) => workers);
  gauge("unfit_workers", "Workers that are heard and get nothing.", ({ unfitWorkers }) =>
    Object.values(unfitWorkers).reduce((sum, count) => sum + count, 0),
  );
  gauge("broker_well", "1 if the broker stores attempts and results can be read.", ({ isBrokerWell }) =>
    Number(isBrokerWell),
  );
  gauge("unanswered_attempts", "Attempts without a result.", ({ unanswered }) => unanswered);
  gauge(
    "oldest_unanswered_seconds",
    "Age of the oldest attempt without a result.",
    ({ oldestUnansweredMs }) => oldestUnansweredMs / 1000,
  );
  for (const kind of ["attempts", "results"] as const) {
    gauge(
      `stream_${kind}_waiting`,
      "Messages of the database's stream that aren't read yet.",
      ({ streams }) => streams?.[kind].waiting,
    );
    gauge(
      `stream_${kind}_bytes`,
      "Size of the database's stream; at its limit, nothing more begins.",
      ({ streams }) => streams?.[kind].bytes,
    );
  }
  return registry;
}
