import { Worker } from "node:worker_threads";
import type { CheckUnit } from "../check-unit.js";
import type { CheckSettings, Unit, UnitPart } from "../unit.js";

/** A channel to another thread: a `Worker`, or the `MessagePort` of a simulated one. */
export interface ThreadChannel {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: FromThread) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  /** Ends the thread. */
  terminate(): Promise<unknown>;
}

/** Starts a thread that checks with the given settings. */
export type StartThread = (settings: CheckSettings) => ThreadChannel;

/** A message to a thread. */
export interface ToThread {
  readonly id: number;
  readonly unit: Unit;
}

/** A message from a thread; the first one is `ready`, sent once. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "parts"; readonly id: number; readonly parts: readonly UnitPart[] }
  | { readonly kind: "failed"; readonly id: number | undefined; readonly message: string };

/** A thread that is ready. */
export interface Helper {
  readonly run: CheckUnit;
}

/** Additional threads. */
export interface WorkerPool {
  /** Number of threads that are ready. */
  readonly size: number;
  /** Starts the threads, once. */
  start(): void;
  /** Calls `changed` whenever a thread becomes ready, or can take a unit again. */
  onChange(changed: () => void): void;
  /** A thread that can take another unit, now or as its next. */
  idle(): Helper | undefined;
  close(): Promise<void>;
}

/** Units assigned to a thread at a time: the current and the next. */
const queue = 2;

/** Options of a pool: the number of threads, and how to start them. */
export interface WorkerPoolOptions {
  readonly size: number;
  readonly settings: CheckSettings;
  /** Default: a Node worker. */
  readonly startThread?: StartThread | undefined;
  /** Called once, when the first thread is ready. */
  readonly onReady?: (() => void) | undefined;
}

/** Creates a pool; no thread starts before `start`. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { size, settings, startThread = startWorker } = options;
  const members: Member[] = [];
  let isStarted = false;
  let isReady = false;
  let changed = (): void => {};
  const noticed = (): void => {
    if (!isReady && members.some(({ ready }) => ready)) {
      isReady = true;
      options.onReady?.();
    }
    changed();
  };
  return {
    get size() {
      return members.filter(({ ready }) => ready).length;
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      while (members.length < size) members.push(new Member(startThread(settings), settings, noticed));
    },
    onChange(listener) {
      changed = listener;
    },
    idle() {
      const free = members.filter(({ ready, load }) => ready && load < queue);
      return free.sort((a, b) => a.load - b.load)[0];
    },
    async close() {
      await Promise.all(members.splice(0).map((member) => member.end()));
    },
  };
}

class Member implements Helper {
  ready = false;
  readonly #waiting = new Map<
    number,
    { done(parts: readonly UnitPart[]): void; fail(error: unknown): void }
  >();
  #failure: Error | undefined;
  #next = 0;

  constructor(
    readonly channel: ThreadChannel,
    readonly settings: CheckSettings,
    changed: () => void,
  ) {
    channel.on("message", (message) => {
      if (message.kind === "parts") this.#settle(message.id)?.done(message.parts);
      else if (message.kind === "failed") this.#fail(new Error(message.message));
      else this.ready = true;
      changed();
    });
    channel.on("error", (error) => {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      changed();
    });
  }

  get load(): number {
    return this.#waiting.size;
  }

  readonly run = (unit: Unit): Promise<readonly UnitPart[]> => {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#next++;
    const result = new Promise<readonly UnitPart[]>((done, fail) => this.#waiting.set(id, { done, fail }));
    const bytes = unit.kind === "lines" || unit.kind === "document" ? [unit.bytes.buffer] : [];
    // Checks across documents need the bytes later, so copy them instead of transferring.
    const message: ToThread = { id, unit };
    this.channel.postMessage(message, this.settings.sequence ? [] : bytes);
    return result;
  };

  async end(): Promise<void> {
    await this.channel.terminate();
  }

  #settle(id: number) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** A thread that failed makes the run fail, even if it had nothing to do yet. */
  #fail(error: Error): void {
    this.#failure = error;
    this.ready = true;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
  }
}

/** Parsed lines are short-lived; a small young generation keeps a thread's memory small and its caches warm. */
const youngMegabytes = 16;

/** Starts a worker thread that checks with the given settings. */
function startWorker(settings: CheckSettings): ThreadChannel {
  const worker = new Worker(new URL("./worker.js", import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
  });
  return worker as ThreadChannel;
}
