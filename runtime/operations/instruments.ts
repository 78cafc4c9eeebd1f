import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Where metrics are registered, and under which names. */
interface InstrumentOptions {
  readonly registry: Registry;
  readonly prefix: string;
  /** Records by state; queried at every scrape. */
  readonly count: (() => Promise<Readonly<Record<string, number>>>) | undefined;
}

/** The metrics of a receiver; times are in seconds. */
export interface Instruments {
  readonly answers: Counter<"code" | "status">;
  readonly events: Counter<"result">;
  readonly seconds: Histogram<"status">;
  readonly inside: Gauge;
  readonly refused: Counter;
  readonly bodiesAborted: Counter<"reason">;
  readonly attempts: Counter<"kind" | "event_type">;
  readonly handling: Histogram<"kind">;
  readonly ages: Histogram<"event_type">;
  readonly missing: Histogram<"event_type">;
}

/** Creates and registers the metrics. Throws if the registry already has one of these names. */
export function makeInstruments({ registry, prefix, count }: InstrumentOptions): Instruments {
  const registers = [registry];
  if (count !== undefined) makeInboxGauges({ registry, prefix, count });
  return {
    answers: new Counter({
      name: `${prefix}receiver_answers_total`,
      help: "Requests answered, by outcome and status.",
      labelNames: ["code", "status"],
      registers,
    }),
    events: new Counter({
      name: `${prefix}receiver_events_total`,
      help: "Events of accepted requests, by result: stored or duplicate. A request may have several.",
      labelNames: ["result"],
      registers,
    }),
    seconds: new Histogram({
      name: `${prefix}receiver_answer_seconds`,
      help: "Time until a request is answered.",
      labelNames: ["status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    inside: new Gauge({
      name: `${prefix}receiver_requests_in_progress`,
      help: "Requests that are being answered.",
      registers,
    }),
    refused: new Counter({
      name: `${prefix}receiver_overload_total`,
      help: "Requests rejected because too many were in progress.",
      registers,
    }),
    bodiesAborted: new Counter({
      name: `${prefix}receiver_bodies_aborted_total`,
      help: "Incomplete bodies that were given up, by reason: evicted, idle, late or slow.",
      labelNames: ["reason"],
      registers,
    }),
    attempts: new Counter({
      name: `${prefix}handler_attempts_total`,
      help: "Attempts to handle an event or to reconcile a resource, by result.",
      labelNames: ["kind", "event_type"],
      registers,
    }),
    handling: new Histogram({
      name: `${prefix}handler_seconds`,
      help: "Time that handlers take.",
      labelNames: ["kind"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      registers,
    }),
    ages: new Histogram({
      name: `${prefix}event_age_seconds`,
      help: "Time from when an event happened, according to its sender, until it was handled.",
      labelNames: ["event_type"],
      buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400, 86_400],
      registers,
    }),
    missing: new Histogram({
      name: `${prefix}event_awaited_versions`,
      help: "How many earlier versions an event waits for when it is set aside.",
      labelNames: ["event_type"],
      buckets: [1, 2, 5, 10, 100, 1000],
      registers,
    }),
  };
}

function makeInboxGauges({ registry, prefix, count }: Required<InstrumentOptions>): void {
  const registers = [registry];
  // The gauges of one scrape are collected at the same time, and share one query.
  let asked: Promise<Readonly<Record<string, number>> | undefined> | undefined;
  const counted = (): Promise<Readonly<Record<string, number>> | undefined> => {
    asked ??= Promise.resolve()
      .then(count)
      // The other metrics matter most when the store is down.
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  new Gauge({
    name: `${prefix}inbox_records`,
    help: "Open records of the inbox, by state.",
    labelNames: ["state"],
    registers,
    async collect() {
      const found = Object.entries((await counted()) ?? {});
      this.reset();
      for (const [state, number] of found) this.set({ state }, number);
    },
  });
  new Gauge({
    name: `${prefix}inbox_reachable`,
    help: "1 if the inbox could be counted, else 0.",
    registers,
    async collect() {
      this.set((await counted()) === undefined ? 0 : 1);
    },
  });
}
