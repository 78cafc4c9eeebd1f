import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { EndpointReport, Observer } from "../observer.js";
import type { Reading } from "../reading/create-reading.js";
import type { Store } from "../store/store.js";
import { type DeadRows, readDeadRows } from "./dead-rows.js";
import type { DeliveryHealth } from "./health.js";

/** Options of an engine's metrics. */
export interface DeliveryMetricsOptions {
  /** Where the metrics are registered. Default: a new registry. */
  readonly registry?: Registry | undefined;
  /** Prefix of every name. Default: `oipkit_`. */
  readonly prefix?: string | undefined;
  /** Its deliveries are counted by state, and those that wait by the reason, at every scrape; if left out, there are no such metrics. */
  readonly reading?: (Pick<Reading, "counts"> & Partial<Pick<Reading, "waiting">>) | undefined;
  /** It is asked at every scrape how long the oldest delivery is overdue; if left out, there is no such metric. */
  readonly health?: Pick<DeliveryHealth, "report"> | undefined;
  /**
   * In PostgreSQL, its dead rows and the age of the oldest snapshot that keeps them are read at every scrape; if left out, there are no such
   * metrics.
   */
  readonly store?: Pick<Store, "watching" | "dialect"> | undefined;
}

/** Metrics of one engine, in the format of Prometheus. Labels hold codes and the contract's event types, never an id. */
export interface DeliveryMetrics {
  readonly registry: Registry;
  /** For the option of the same name of `createDelivery`. */
  readonly observer: Observer;
}

/** Creates and registers the metrics. Throws if the registry already has one of these names. Times are in seconds. */
export function createDeliveryMetrics(options: DeliveryMetricsOptions = {}): DeliveryMetrics {
  const { registry = new Registry(), prefix = "oipkit_", reading, health, store } = options;
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
  const unread = new Counter<"what">({
    name: `${prefix}delivery_unread_metrics_total`,
    help: "Scrapes at which the store couldn't be read, so that metrics are missing in the answer, by what they are about.",
    labelNames: ["what"],
    registers,
  });
  const gauges = { registers, prefix, missed: (what: string) => unread.inc({ what }) };
  if (reading !== undefined) countRecords(reading, gauges);
  if (health !== undefined) watchLag(health, gauges);
  if (store?.dialect === "postgres") watchDeadRows(store, gauges);
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

/** Where gauges are registered. */
interface GaugeOptions {
  readonly registers: Registry[];
  readonly prefix: string;
  /** Called when something couldn't be read: the other metrics matter most when the store is down. */
  readonly missed: (what: string) => void;
}

function countRecords(
  { counts, waiting }: NonNullable<DeliveryMetricsOptions["reading"]>,
  { registers, prefix, missed }: GaugeOptions,
): void {
  countBy(counts, {
    registers,
    missed: () => missed("records"),
    name: `${prefix}delivery_records`,
    help: "Deliveries, by state.",
    label: "state",
  });
  if (waiting === undefined) return;
  countBy(waiting, {
    registers,
    missed: () => missed("waiting"),
    name: `${prefix}delivery_waiting_records`,
    help: "Deliveries that wait: due, later, or held back because their endpoint is paused or its circuit is open.",
    label: "reason",
  });
}

interface CountOptions {
  readonly registers: Registry[];
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly missed: () => void;
}

function countBy(
  read: () => Promise<Readonly<Record<string, number>>>,
  { registers, name, help, label, missed }: CountOptions,
): void {
  new Gauge({
    name,
    help,
    registers,
    labelNames: [label],
    async collect() {
      const counts = await read().catch(() => {
        missed();
        return {};
      });
      this.reset();
      for (const [value, count] of Object.entries(counts)) this.set({ [label]: value }, count);
    },
  });
}

function watchDeadRows(
  store: Pick<Store, "watching" | "dialect">,
  { registers, prefix, missed }: GaugeOptions,
): void {
  const read = shared<DeadRows | undefined>(() =>
    readDeadRows(store).catch(() => {
      missed("dead-rows");
      return undefined;
    }),
  );
  new Gauge({
    name: `${prefix}delivery_dead_rows`,
    help: "Rows that PostgreSQL has not cleaned up yet, by table, as its statistics estimate them.",
    registers,
    labelNames: ["table"],
    async collect() {
      const found = await read();
      this.reset();
      for (const [table, rows] of Object.entries(found?.tables ?? {})) this.set({ table }, rows);
    },
  });
  new Gauge({
    name: `${prefix}delivery_oldest_snapshot_seconds`,
    help: "Age of the oldest transaction in the database that keeps PostgreSQL from cleaning up, as far as the role may see.",
    registers,
    async collect() {
      const found = await read();
      if (found === undefined) this.remove();
      else this.set(found.snapshotSeconds);
    },
  });
}

/** Gauges are collected at the same time, and share what is read. */
function shared<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined;
  return () => {
    asked ??= read().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

function watchLag({ report }: Pick<DeliveryHealth, "report">, { registers, prefix }: GaugeOptions): void {
  const reported = shared(report);
  new Gauge({
    name: `${prefix}delivery_blocked_endpoints`,
    help: "Endpoints that wait because their application or their credentials can't be looked up.",
    registers,
    async collect() {
      this.set((await reported()).blockedEndpoints);
    },
  });
  new Gauge({
    name: `${prefix}delivery_lag_seconds`,
    help: "How long the oldest delivery is overdue that could be sent now.",
    registers,
    async collect() {
      const { lagMs } = await reported();
      if (lagMs === undefined) this.remove();
      else this.set(lagMs / 1000);
    },
  });
}
