import type { RequestListener } from "node:http";
import { Registry } from "prom-client";
import type { AttemptReport } from "../dispatch/work.js";
import { type AnsweringReceiver, answerFetch } from "../ports/answer.js";
import type { Inbox } from "../ports/stores.js";
import type { Outcome } from "../webhook/steps/outcome.js";
import { type Instruments, makeInstruments } from "./instruments.js";

/** Options of a receiver's metrics. */
export interface ReceiverMetricsOptions {
  /** Where the metrics are registered. Default: a new registry. */
  readonly registry?: Registry | undefined;
  /** Prefix of every name. Default: `oipkit_`. */
  readonly prefix?: string | undefined;
  /** Its open records are counted by state at every scrape; if left out, there is no such metric. */
  readonly inbox?: Pick<Inbox, "count"> | undefined;
  /** Count only records of this application. */
  readonly application?: string | undefined;
}

/** Metrics of one receiver, in the format of Prometheus. Labels hold codes and the contract's event types, never an id. */
export interface ReceiverMetrics {
  readonly registry: Registry;
  /** For the option of the same name of `createReceiver`. */
  readonly onOutcome: (outcome: Outcome) => void;
  /** For the option of the same name of `createReceiver`. */
  readonly onAttempt: (report: AttemptReport) => void;
  /** For the option of the same name of `createReceiverServer`. */
  readonly onRefused: () => void;
  /** For the option of the same name of `createReceiverServer` and of the adapters for Node. */
  readonly onBodyAborted: (reason: string) => void;
  /** The same receiver, with its answers timed; pass this one to the adapter. */
  readonly timed: <Timed extends AnsweringReceiver>(receiver: Timed) => Timed;
  /** Answers `GET /metrics`; anything else with 404. */
  readonly listener: RequestListener;
}

/** Metrics for `createReceiver` and `createReceiverServer`. */
export function createReceiverMetrics(options: ReceiverMetricsOptions = {}): ReceiverMetrics {
  const { registry = new Registry(), prefix = "oipkit_", inbox, application } = options;
  const count = inbox === undefined ? undefined : () => inbox.count(application);
  const instruments = makeInstruments({ registry, prefix, count });
  return {
    registry,
    onOutcome: (outcome) => countOutcome(instruments, outcome),
    onAttempt: (report) => countAttempt(instruments, report),
    onRefused: () => instruments.refused.inc(),
    onBodyAborted: (reason) => instruments.bodiesAborted.inc({ reason }),
    timed(receiver) {
      const answer = timedAnswer(instruments, receiver);
      return { ...receiver, answer, handle: (request: Request) => answerFetch(answer, request) };
    },
    listener: (request, response) => {
      const [path] = (request.url ?? "").split("?");
      if (request.method !== "GET" || path !== "/metrics") return void response.writeHead(404).end();
      registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    },
  };
}

function timedAnswer(instruments: Instruments, receiver: AnsweringReceiver): AnsweringReceiver["answer"] {
  return async (request) => {
    const stop = instruments.seconds.startTimer();
    instruments.inside.inc();
    try {
      const answer = await receiver.answer(request);
      stop({ status: String(answer.status) });
      return answer;
    } finally {
      instruments.inside.dec();
    }
  };
}

function countOutcome({ answers, events }: Instruments, { code, status, events: batch }: Outcome): void {
  answers.inc({ code, status: String(status) });
  const single = code === "stored" || code === "duplicate" ? { [code]: 1 } : {};
  for (const [result, number] of Object.entries(batch ?? single)) events.inc({ result }, number);
}

function countAttempt({ attempts, handling, missing, ages }: Instruments, report: AttemptReport): void {
  if (report.kind === "waiting") {
    const [from, to] = report.waitsFor;
    missing.observe({ event_type: report.eventType }, to - from + 1);
    return;
  }
  const eventType = "eventType" in report ? report.eventType : "";
  attempts.inc({ kind: report.kind, event_type: eventType });
  handling.observe({ kind: report.kind }, report.durationMs / 1000);
  // A sender's clock may be ahead.
  if (report.kind === "handled" && report.ageMs !== undefined)
    ages.observe({ event_type: eventType }, Math.max(0, report.ageMs) / 1000);
}
