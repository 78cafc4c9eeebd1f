import { type AnsweredRequest, entryOf, type LogEntry } from "./log-entry.js";
import type { RequestRow, RequestRows } from "./request-rows.js";
import { createRing, type Ring } from "./ring.js";

/** Which requests to list; all of them without a filter. */
export interface RequestFilter {
  /** `null`: only those that no application could be told for. */
  readonly application?: string | null | undefined;
  readonly status?: number | undefined;
  /** The name of a check. */
  readonly deniedBy?: string | undefined;
  /** Only those before this one; `next` of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The log of what the API was asked, bounded, and written off the requests' path. */
export interface RequestLog {
  readonly add: (request: AnsweredRequest) => void;
  /** The latest first, without their checks. */
  readonly list: (filter: RequestFilter) => { readonly requests: LogEntry[]; readonly next: string | null };
  /** With every check. */
  readonly show: (id: string) => LogEntry | undefined;
  /** Calls a listener with each entry, soon after its request was answered. The result ends that. */
  readonly onEntry: (listener: (entry: LogEntry) => void) => () => void;
  /** Resolves when everything that was added is written. */
  readonly flush: () => Promise<void>;
  /** Begins again with what `rows` has, after the whole state was replaced. */
  readonly reload: () => Promise<void>;
}

/** What a log is made of. */
export interface RequestLogOptions {
  /** How many entries it keeps; the oldest ones go. */
  readonly entries: number;
  /** Where they are kept over a restart; nowhere if absent. */
  readonly rows?: RequestRows | undefined;
  /** Does something soon, after pending requests were answered. Default: `setImmediate`. */
  readonly later?: ((work: () => void) => void) | undefined;
  /** Told that a batch couldn't be written; the entries stay in memory. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

interface Kept extends RequestRow {
  readonly application: string | null;
  readonly status: number;
  readonly deniedBy: string | null;
}

/** Opens a log, with what `rows` kept of it. */
export async function openRequestLog(options: RequestLogOptions): Promise<RequestLog> {
  const stored = (await options.rows?.load(options.entries)) ?? [];
  return requestLog(options, stored);
}

function requestLog(
  { entries, rows, later = setImmediate, onFailure = () => {} }: RequestLogOptions,
  stored: readonly RequestRow[],
): RequestLog {
  const filled = (from: readonly RequestRow[]): Ring<Kept> => {
    const ring = createRing<Kept>(entries);
    for (const { text } of from) ring.add(keptOf(JSON.parse(text) as LogEntry, text));
    return ring;
  };
  let kept = filled(stored);
  const listeners = new Set<(entry: LogEntry) => void>();
  let pending: AnsweredRequest[] = [];
  let unwritten: RequestRow[] = [];
  let writing: Promise<void> | undefined;

  // An entry is made once, as text: what it was made of may change, and ten thousand of them as objects would need much more memory.
  const take = (): void => {
    const batch = pending;
    pending = [];
    for (const request of batch) {
      const entry = entryOf(request);
      const one = keptOf(entry, JSON.stringify(entry));
      kept.add(one);
      if (rows !== undefined) unwritten.push({ id: one.id, text: one.text });
      for (const listener of listeners) listener(entry);
    }
    if (unwritten.length > entries) unwritten = unwritten.slice(-entries);
    if (rows !== undefined && writing === undefined && unwritten.length > 0) writing = write(rows);
  };
  const write = async (to: RequestRows): Promise<void> => {
    try {
      while (unwritten.length > 0) {
        const batch = unwritten;
        unwritten = [];
        await to.append(batch, entries);
      }
    } catch (error) {
      onFailure(error);
    } finally {
      writing = undefined;
    }
  };

  return {
    add(request) {
      if (pending.push(request) === 1) later(take);
    },
    list({ application, status, deniedBy, before, limit }) {
      take();
      const requests: LogEntry[] = [];
      let last: string | null = null;
      for (const each of kept.newestFirst(before)) {
        if (application !== undefined && each.application !== application) continue;
        if (status !== undefined && each.status !== status) continue;
        if (deniedBy !== undefined && each.deniedBy !== deniedBy) continue;
        if (requests.length === limit) return { requests, next: last };
        requests.push({ ...(JSON.parse(each.text) as LogEntry), checks: [] });
        last = each.id;
      }
      return { requests, next: null };
    },
    show(id) {
      take();
      const found = kept.get(id);
      return found === undefined ? undefined : (JSON.parse(found.text) as LogEntry);
    },
    onEntry(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async flush() {
      take();
      while (writing !== undefined) await writing;
    },
    async reload() {
      kept = filled((await rows?.load(entries)) ?? []);
    },
  };
}

function keptOf({ request_id, application_id, status, denied_by }: LogEntry, text: string): Kept {
  return { id: request_id, text, application: application_id, status, deniedBy: denied_by };
}
