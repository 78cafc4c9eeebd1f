import type { CheckUnit } from "../check-unit.js";
import type { CheckSettings, Part, Unit } from "../unit.js";

/** A channel to another thread: a `Worker`, or the `MessagePort` of a simulated one. */
export interface Channel {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", listener: (message: FromThread) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  /** Ends the thread. */
  terminate(): Promise<unknown>;
}

/** Starts a thread that checks with the given settings. */
export type StartThread = (settings: CheckSettings) => Channel;

/** A message to a thread. */
export interface ToThread {
  readonly id: number;
  readonly unit: Unit;
}

/** A message from a thread; the first one is `ready`, sent once. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "parts"; readonly id: number; readonly parts: readonly Part[] }
  | { readonly kind: "failed"; readonly id: number | undefined; readonly message: string };

/** A thread that is ready. */
export interface Helper {
  readonly run: CheckUnit;
}

/** Additional threads. */
export interface WorkerPool {
  /** Number of threads that are ready. */
  readonly size: number;
  /** Starts the threads, once; calls `changed` whenever one becomes ready. */
  start(changed: () => void): void;
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
  readonly start: StartThread;
}

/** Creates a pool; no thread starts before `start`. */
export function createWorkerPool({ size, settings, start }: WorkerPoolOptions): WorkerPool {
  const members: Member[] = [];
  return {
    get size() {
      return members.filter(({ ready }) => ready).length;
    },
    start(changed) {
      while (members.length < size) members.push(new Member(start(settings), settings, changed));
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
  readonly #waiting = new Map<number, { done(parts: readonly Part[]): void; fail(error: unknown): void }>();
  #failure: Error | undefined;
  #next = 0;

  constructor(
    readonly channel: Channel,
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

  readonly run = (unit: Unit): Promise<readonly Part[]> => {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#next++;
    const result = new Promise<readonly Part[]>((done, fail) => this.#waiting.set(id, { done, fail }));
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
