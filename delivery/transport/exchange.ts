import type { Dispatcher } from "undici";
import type { OutgoingRequest, TransportResult } from "../ports.js";
import { failureFrom, RequestEnded, type TransportFailure, usualFailure } from "./failure.js";

type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** More interim answers (1xx) than this are an attack. */
const maxInterimAnswers = 16;

const noBytes = Buffer.alloc(0);

/** One request and what comes back. Settled once, by whatever happens first; the connection may take longer. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<TransportResult>;
  readonly #request: OutgoingRequest;
  readonly #began = performance.now();
  readonly #release: () => void;
  readonly #group: AbortGroup | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #settle: ((result: TransportResult) => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: AnswerHeaders = {};
  #bytes = 0;
  #interim = 0;

  /** `release` is called when the connection has done with the request; `group` ends with the request's signal. */
  constructor(request: OutgoingRequest, release: () => void, group: AbortGroup | undefined) {
    this.#request = request;
    this.#release = release;
    this.#group = group;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#timer = setTimeout(this.#onDeadline, request.timeoutMs);
    group?.add(this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for a connection until it was too late.
    if (this.#settle === undefined) controller.abort(new RequestEnded());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (status < 200) {
      if (++this.#interim > maxInterimAnswers) this.#fail(usualFailure("answer-malformed"));
      return;
    }
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#request.maxAnswerBytes - this.#bytes;
    // A part of a chunk would keep all of it in memory.
    this.#chunks.push(chunk.length <= room ? chunk : Buffer.from(chunk.subarray(0, room)));
    this.#bytes += Math.min(chunk.length, room);
    if (chunk.length > room) this.#answer(true);
  }

  onResponseEnd(): void {
    this.#answer(false);
    this.#release();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#settle !== undefined) {
      if (this.#status === 0) this.#fail(failureFrom(error));
      else this.#answer(true);
    }
    this.#release();
  }

  readonly #onDeadline = (): void => {
    if (this.#status === 0) this.#fail(usualFailure("timed-out"));
    else this.#answer(true);
  };

  /** Ends it, because its signal was aborted. */
  abort(): void {
    this.#fail(usualFailure("aborted"));
  }

  #answer(truncated: boolean): void {
    const [first = noBytes] = this.#chunks;
    const body = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first;
    const headers = joined(this.#headers);
    this.#end({
      kind: "answered",
      status: this.#status,
      headers,
      body,
      truncated,
      durationMs: this.#duration(),
    });
    if (truncated) this.#controller?.abort(new RequestEnded());
  }

  #fail(failure: TransportFailure): void {
    this.#end({ kind: "failed", ...failure, durationMs: this.#duration() });
    this.#controller?.abort(new RequestEnded());
  }

  #end(result: TransportResult): void {
    clearTimeout(this.#timer);
    this.#group?.delete(this);
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(result);
  }

  #duration(): number {
    return Math.round(performance.now() - this.#began);
  }
}

function joined(headers: AnswerHeaders): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) all[name] = typeof value === "string" ? value : value.join(", ");
  }
  return all;
}

/** What ends with a signal. */
type AbortGroup = Set<{ readonly abort: () => void }>;

/**
 * The exchanges that end with a signal. One listener for all of them: attaching one to a signal for each request, and detaching it, costs as much as
 * sending the request.
 */
export function abortGroups(): (signal: AbortSignal) => AbortGroup {
  const groups = new WeakMap<AbortSignal, AbortGroup>();
  return (signal) => {
    const known = groups.get(signal);
    if (known !== undefined) return known;
    const group: AbortGroup = new Set();
    groups.set(signal, group);
    const abortAll = (): void => {
      for (const exchange of [...group]) exchange.abort();
    };
    signal.addEventListener("abort", abortAll, { once: true });
    return group;
  };
}
