import { type Cluster, shardStreams } from "./cluster.js";

/** One stream of a database in the broker. */
export interface StreamReport {
  /** Messages that it keeps, read or not. */
  readonly messages: number;
  readonly bytes: number;
  /** At this size, it takes no more. */
  readonly maxBytes: number;
  /** Messages that their readers haven't read yet. */
  readonly waiting: number;
}

/** The state of a relay. */
export interface RelayReport {
  readonly status: "ok" | "unavailable";
  /** Why it is unavailable. */
  readonly problem: string | undefined;
  /** Whether the broker stores what is sent, and results can be read. */
  readonly isBrokerWell: boolean;
  /** Workers that can be used. */
  readonly workers: number;
  /** Workers that are heard and can't be used, by reason. */
  readonly unfitWorkers: Readonly<Record<string, number>>;
  /** Attempts without an answer, and the age of the oldest, in milliseconds. */
  readonly unanswered: number;
  readonly oldestUnansweredMs: number;
  /** Undefined if the broker doesn't say. */
  readonly streams: { readonly attempts: StreamReport; readonly results: StreamReport } | undefined;
}

/** What reports ask a relay that an engine has. */
export interface RelayState {
  readonly isBrokerWell: () => boolean;
  readonly workers: () => { readonly fit: number; readonly unfit: Readonly<Record<string, number>> };
  /** How many attempts have no answer, and for how long the oldest one, in milliseconds. */
  readonly unanswered: () => { readonly count: number; readonly oldestMs: number };
}

interface ReportOptions {
  readonly cluster: Pick<Cluster, "name" | "manager">;
  readonly shard: string;
  readonly maxUnansweredMs?: number | undefined;
}

/** Returns what reports about a relay, which an engine may have or not. */
export function createRelayReport(
  { cluster, shard, maxUnansweredMs = 60_000 }: ReportOptions,
  running: () => RelayState | undefined,
): () => Promise<RelayReport> {
  const names = shardStreams(cluster.name, shard);
  return async () => {
    const relay = running();
    const { fit, unfit } = relay?.workers() ?? { fit: 0, unfit: {} };
    const { count, oldestMs } = relay?.unanswered() ?? { count: 0, oldestMs: 0 };
    const isBrokerWell = relay?.isBrokerWell() ?? false;
    const streams = await Promise.all(
      [names.attempts, names.results].map((each) => streamReport(cluster, each)),
    )
      .then(([attempts, results]) =>
        attempts === undefined || results === undefined ? undefined : { attempts, results },
      )
      .catch(() => undefined);
    const problems: string[] = [];
    if (relay === undefined) problems.push("no engine has this relay");
    else if (!isBrokerWell) problems.push("the broker doesn't store attempts, or results can't be read");
    else if (fit === 0) problems.push("no worker takes attempts");
    if (oldestMs > maxUnansweredMs)
      problems.push(`an attempt has no answer since ${Math.round(oldestMs)} ms`);
    return {
      status: problems.length === 0 ? "ok" : "unavailable",
      problem: problems.length === 0 ? undefined : problems.join("; "),
      isBrokerWell,
      workers: fit,
      unfitWorkers: unfit,
      unanswered: count,
      oldestUnansweredMs: Math.round(oldestMs),
      streams,
    };
  };
}

async function streamReport({ manager }: Pick<Cluster, "manager">, stream: string): Promise<StreamReport> {
  const { state, config } = await manager.streams.info(stream);
  let waiting = 0;
  for await (const { num_pending } of manager.consumers.list(stream)) waiting += num_pending;
  return { messages: state.messages, bytes: state.bytes, maxBytes: config.max_bytes, waiting };
}
