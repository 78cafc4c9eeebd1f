import { chooseName } from "./hashing.js";
import { readWorkerBeat, type WorkerBeat } from "./messages.js";

/** A worker as a relay sees it. Times are milliseconds of the relay's clock that is never set. */
export interface SeenWorker {
  readonly id: string;
  beat: WorkerBeat;
  heardAt: number;
  /** Since when it may begin nothing that it has, because it was silent; undefined while it is heard. */
  silentSince: number | undefined;
  /** It may begin nothing of messages up to this count. */
  fence: number;
}

/** Why a worker that is heard gets nothing. */
type Unfitness = "another contract" | "stopping" | "not connected yet";

interface WorkersOptions {
  /** This relay. */
  readonly session: string;
  readonly protocol: string;
  readonly silenceMs: number;
  readonly monotonic: () => number;
  /** The count of the last message. */
  readonly count: () => number;
  readonly onSilence: (worker: SeenWorker) => void;
  readonly onFailure: (failure: unknown) => void;
}

/** The workers that a relay has heard of. */
export interface Workers {
  /** Takes a beat. */
  readonly hear: (id: string, value: unknown) => void;
  /** Notes which ones are silent, and forgets those that have been for long. */
  readonly tick: () => void;
  /** The worker for an endpoint. */
  readonly choose: (endpointId: string) => SeenWorker | undefined;
  readonly find: (id: string) => SeenWorker | undefined;
  /** What the next beat of the relay says. */
  readonly heard: () => Record<string, readonly [number, number]>;
  /** How many can be used, and why others can't. */
  readonly counts: () => { readonly fit: number; readonly unfit: Readonly<Record<Unfitness, number>> };
}

/** Those that are heard at most, and how long others are remembered: longer than the broker keeps attempts. */
const [maxWorkers, forgetMs] = [10_000, 600_000];

/** Knows no worker yet. */
export function createWorkers(options: WorkersOptions): Workers {
  const { session, protocol, silenceMs, monotonic, count, onSilence, onFailure } = options;
  const known = new Map<string, SeenWorker>();
  let fit: string[] = [];
  const unfitness = ({ beat }: SeenWorker): Unfitness | undefined => {
    if (beat.protocol !== protocol) return "another contract";
    if (beat.isStopping) return "stopping";
    return beat.relays.includes(session) ? undefined : "not connected yet";
  };
  const refresh = (): void => {
    const usable = [...known.values()].filter(
      (worker) => worker.silentSince === undefined && unfitness(worker) === undefined,
    );
    fit = usable.map(({ id }) => id);
  };
  return {
    hear(id, value) {
      const beat = readWorkerBeat(value);
      const found = known.get(id);
      if (found === undefined) {
        if (known.size >= maxWorkers) return;
        known.set(id, { id, beat, heardAt: monotonic(), silentSince: undefined, fence: 0 });
        if (beat.protocol !== protocol)
          onFailure(
            new Error(`the worker ${id} signs by another contract and gets nothing: give it the relay's`),
          );
      } else {
        found.beat = beat;
        found.heardAt = monotonic();
        found.silentSince = undefined;
      }
      refresh();
    },
    tick() {
      const now = monotonic();
      for (const worker of known.values()) {
        const age = now - worker.heardAt;
        if (age >= forgetMs) known.delete(worker.id);
        if (age < silenceMs || worker.silentSince !== undefined) continue;
        worker.silentSince = worker.heardAt + silenceMs;
        worker.fence = count();
        onSilence(worker);
      }
      refresh();
    },
    choose(endpointId) {
      const id = chooseName(endpointId, fit);
      return id === undefined ? undefined : known.get(id);
    },
    find: (id) => known.get(id),
    heard() {
      const pairs: [string, readonly [number, number]][] = [];
      for (const { id, beat, silentSince, fence } of known.values())
        if (silentSince === undefined && beat.protocol === protocol) pairs.push([id, [beat.at, fence]]);
      return Object.fromEntries(pairs);
    },
    counts() {
      const unfit = { "another contract": 0, stopping: 0, "not connected yet": 0 };
      for (const worker of known.values()) {
        const reason = worker.silentSince === undefined ? unfitness(worker) : undefined;
        if (reason !== undefined) unfit[reason] += 1;
      }
      return { fit: fit.length, unfit };
    },
  };
}
