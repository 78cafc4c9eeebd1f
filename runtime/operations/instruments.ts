import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Where and by which names metrics are registered. */
export interface InstrumentOptions {
  readonly registry: Registry;
  readonly prefix: string;
  /** Records by state; asked at every scrape. */
  readonly count: (() => Promise<Readonly<Record<string, number>>>) | undefined;
}

/** The metrics of a receiver; times are in seconds. */
export interface Instruments {
  readonly answers: Counter<"code" | "status">;
  readonly seconds: Histogram<"status">;
  readonly inside: Gauge;
  readonly refused: Counter;
  readonly attempts: Counter<"kind" | "event_type">;
  readonly handling: Histogram<"kind">;
}

/** Makes and registers the metrics. Throws where the registry has one of these names already. */
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
      help: "Requests turned away because too many were inside.",
      registers,
    }),
    attempts: new Counter({
      name: `${prefix}handler_attempts_total`,
      help: "Attempts to handle an event or to reconcile a resource, by what became of them.",
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
  };
}

function makeInboxGauges({ registry, prefix, count }: Required<InstrumentOptions>): void {
  const registers = [registry];
  // The gauges of one scrape are collected at the same time, and share what they ask for.
  let asked: Promise<Readonly<Record<string, number>> | undefined> | undefined;
  const counted = (): Promise<Readonly<Record<string, number>> | undefined> => {
    asked ??= Promise.resolve()
      .then(count)
      // The other metrics are worth most when the store is gone.
      .catch(() => undefined)
      .finally(() => {
        asked = undefined;
      });
    return asked;
  };
  new Gauge({
    name: `${prefix}inbox_records`,
    help: "Records of the inbox that somebody or something has still to deal with, by state.",
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
    help: "1 where the inbox could be counted, else 0.",
    registers,
    async collect() {
      this.set((await counted()) === undefined ? 0 : 1);
    },
  });
}
