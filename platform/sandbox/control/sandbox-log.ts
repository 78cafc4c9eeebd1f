import type { Schemas } from "./operation.js";

/** Something that happened. */
export type LogEntry = Schemas["LogEntry"];

/** What is written; number and times are the log's. */
export type LogNote = Pick<LogEntry, "kind" | "message"> & {
  readonly data?: Readonly<Record<string, unknown>>;
};

/** The latest of what happened, in memory. No secret is written to it. */
export interface SandboxLog {
  readonly write: (note: LogNote) => void;
  /** The entries with a higher number that are kept, the oldest first, at most `limit`. */
  readonly after: (number: number, limit: number) => readonly LogEntry[];
  /** The number of the latest entry; 0 without one. */
  readonly latest: () => number;
  /** Calls a listener for each new entry. The result ends that. */
  readonly follow: (listener: (entry: LogEntry) => void) => () => void;
}

/** What the log needs. */
export interface LogOptions {
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: () => number;
  readonly realNow: () => number;
  /** Entries that are kept. Default: 10,000. */
  readonly keep?: number | undefined;
}

/** What is kept of an entry; it is written out when somebody reads it. */
interface KeptEntry extends LogNote {
  readonly at: number;
  readonly realAt: number;
}

/** An empty log. */
export function createSandboxLog({ now, realNow, keep = 10_000 }: LogOptions): SandboxLog {
  /** The entry of a number is at its remainder. */
  const kept: KeptEntry[] = [];
  let latest = 0;
  const listeners = new Set<(entry: LogEntry) => void>();
  const entryOf = (number: number): LogEntry => {
    const { at, realAt, kind, message, data } = kept[number % keep] as KeptEntry;
    return { number, at: isoTime(at), real_at: isoTime(realAt), kind, message, data: { ...data } };
  };
  return {
    write({ kind, message, data }) {
      latest += 1;
      kept[latest % keep] = { at: now(), realAt: realNow(), kind, message, ...(data && { data }) };
      if (listeners.size === 0) return;
      const entry = entryOf(latest);
      for (const listener of listeners) listener(entry);
    },
    after(number, limit) {
      const first = Math.max(number, latest - keep, 0) + 1;
      const count = Math.max(0, Math.min(limit, latest - first + 1));
      return Array.from({ length: count }, (_, index) => entryOf(first + index));
    },
    latest: () => latest,
    follow(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A time as RFC 3339, in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** The same, or `null`. */
export function isoOrNull(time: number | undefined): string | null {
  return time === undefined ? null : isoTime(time);
}
