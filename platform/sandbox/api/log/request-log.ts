import { createBodyMemory } from "./body-memory.js";
import { type AnsweredRequest, type RequestLogEntry, requestBodies, requestLogEntry } from "./log-entry.js";
import type { RequestRow, RequestRows } from "./request-rows.js";
import { hasWords, readWords } from "./search-entry.js";

/** Which requests to list; all of them without a filter. */
export interface RequestFilter {
  /** `null`: only those that no application could be told for. */
  readonly application?: string | null | undefined;
  readonly status?: number | undefined;
  /** The name of a check. */
  readonly deniedBy?: string | undefined;
  /** Words that ids, path, operation or the facts of checks must have. */
  readonly search?: string | undefined;
  /** Only those before this one; `next` of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The log of what the API was asked, bounded, and written off the requests' path. */
export interface RequestLog {
  readonly add: (request: AnsweredRequest) => void;
  /** The latest first, without their checks. */
  readonly list: (filter: RequestFilter) => {
    readonly requests: RequestLogEntry[];
    readonly next: string | null;
  };
  /** With every check, and what is kept of the bodies. */
  readonly show: (id: string) => RequestLogEntry | undefined;
  /** Calls a listener with each entry, soon after its request was answered. The result ends that. */
  readonly onEntry: (listener: (entry: RequestLogEntry) => void) => () => void;
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
    for (const { text } of from) ring.add(keepEntry(JSON.parse(text) as RequestLogEntry, text));
    return ring;
  };
  let kept = filled(stored);
  const bodies = createBodyMemory();
  const listeners = new Set<(entry: RequestLogEntry) => void>();
  let pending: AnsweredRequest[] = [];
  let unwritten: RequestRow[] = [];
  let writing: Promise<void> | undefined;

  // An entry is made once, as text: what it was made of may change, and ten thousand of them as objects would need much more memory.
  const take = (): void => {
    const batch = pending;
    pending = [];
    for (const request of batch) {
      const entry = requestLogEntry(request);
      const one = keepEntry(entry, JSON.stringify(entry));
      kept.add(one);
      bodies.add(one.id, requestBodies(request));
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
    list({ application, status, deniedBy, search, before, limit }) {
      take();
      const words = readWords(search);
      const requests: RequestLogEntry[] = [];
      let last: string | null = null;
      for (const each of kept.newestFirst(before)) {
        if (application !== undefined && each.application !== application) continue;
        if (status !== undefined && each.status !== status) continue;
        if (deniedBy !== undefined && each.deniedBy !== deniedBy) continue;
        if (words.length > 0 && !hasWords(each.text, words)) continue;
        if (requests.length === limit) return { requests, next: last };
        requests.push({ ...(JSON.parse(each.text) as RequestLogEntry), checks: [] });
        last = each.id;
      }
      return { requests, next: null };
    },
    show(id) {
      take();
      const found = kept.get(id);
      if (found === undefined) return undefined;
      const entry = JSON.parse(found.text) as RequestLogEntry;
      const { request = forgotten, answer = forgotten } = bodies.of(id) ?? {};
      return {
        ...entry,
        request_body: { ...request, masked: [...request.masked] },
        answer_body: { ...answer, masked: [...answer.masked] },
      };
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
      bodies.clear();
    },
  };
}

const forgotten = { state: "forgotten", bytes: null, text: null, truncated: false, masked: [] } as const;

function keepEntry({ request_id, application_id, status, denied_by }: RequestLogEntry, text: string): Kept {
  return { id: request_id, text, application: application_id, status, deniedBy: denied_by };
}

/** The latest things of a number, by id. */
interface Ring<T extends { readonly id: string }> {
  readonly add: (item: T) => void;
  readonly get: (id: string) => T | undefined;
  /** From the newest to the oldest; only those before an id, none if it isn't there any more. */
  readonly newestFirst: (before?: string) => Iterable<T>;
}

/** A list of at most `size` entries; a new one replaces the oldest. */
function createRing<T extends { readonly id: string }>(size: number): Ring<T> {
  const items: T[] = [];
  const places = new Map<string, number>();
  let added = 0;
  return {
    add(item) {
      const place = added++ % size;
      const replaced = items[place];
      if (replaced !== undefined) places.delete(replaced.id);
      items[place] = item;
      places.set(item.id, added - 1);
    },
    get(id) {
      const number = places.get(id);
      if (number === undefined) return undefined;
      return items[number % size];
    },
    *newestFirst(before) {
      const from = before === undefined ? added : places.get(before);
      const oldest = Math.max(0, added - size);
      for (let number = (from ?? 0) - 1; number >= oldest; number--) {
        const item = items[number % size];
        if (item !== undefined) yield item;
      }
    },
  };
}
