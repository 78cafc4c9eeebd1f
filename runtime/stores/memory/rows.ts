import type { InboxEntry, InboxQuery, ResourceId } from "../../webhook/inbox.js";
import type { EventRow, EventStatus, ResourceRow, VersionRow } from "../inbox/tables.js";
import { StoreFailure } from "../store-failure.js";
import { pairKey } from "./pair-key.js";
import { ResourceIndex } from "./resource-index.js";

export interface MemoryRowsOptions {
  readonly now: () => number;
  readonly retentionMs: number;
  readonly maxRecords: number;
}

const isOpen = ({ state }: Pick<EventStatus, "state">): boolean =>
  state === "pending" || state === "waiting" || state === "dead";

export const eventKey = (application: string, eventId: string): string => pairKey(application, eventId);

export const resourceKey = ({ application, family, resource }: ResourceId): string =>
  pairKey(pairKey(application, family), resource);

/** The rows of an inbox in memory, with the indexes that its transactions need. */
export class MemoryRows {
  readonly #options: MemoryRowsOptions;
  readonly #events = new Map<string, EventRow>();
  readonly #pending = new Map<string, EventRow>();
  readonly #openByResource = new ResourceIndex();
  /** Keys of settled events by the time of their end; oldest first. */
  readonly #expiries = new Map<string, number>();
  readonly resources = new Map<string, ResourceRow>();
  #sequence = 0;

  constructor(options: MemoryRowsOptions) {
    this.#options = options;
  }

  insert(entry: InboxEntry): boolean {
    this.#sweep();
    const key = eventKey(entry.application, entry.eventId);
    if (this.#events.has(key)) return false;
    if (this.#events.size >= this.#options.maxRecords) {
      throw new StoreFailure("store-full", `the inbox in memory holds ${this.#options.maxRecords} records`);
    }
    const { ordering } = entry;
    this.#put({
      key,
      sequence: ++this.#sequence,
      entry,
      resourceKey: ordering && resourceKey({ application: entry.application, ...ordering }),
      state: "pending",
      dueAt: entry.receivedAt,
      lease: undefined,
      attempts: 0,
      error: undefined,
      settledAt: undefined,
    });
    return true;
  }

  find(key: string): EventRow | undefined {
    this.#sweep();
    return this.#events.get(key);
  }

  update(key: string, status: EventStatus): void {
    const row = this.#events.get(key);
    if (row !== undefined) this.#put({ ...row, ...status });
  }

  delete(key: string): void {
    const row = this.#events.get(key);
    if (row === undefined) return;
    this.#events.delete(key);
    this.#pending.delete(key);
    this.#expiries.delete(key);
    this.#openByResource.delete(row);
  }

  due(application: string, now: number, limit: number): EventRow[] {
    const rows: EventRow[] = [];
    for (const row of this.#pending.values()) {
      if (row.dueAt <= now && row.entry.application === application) rows.push(row);
      if (rows.length === limit) break;
    }
    return rows;
  }

  /** Open events of a resource, by sequence; those of some versions only. */
  open(resource: string, isWanted: (version: number) => boolean = () => true): VersionRow[] {
    const found: VersionRow[] = [];
    for (const row of this.#openByResource.rows(resource)) {
      const version = row.entry.ordering?.version ?? 0;
      if (isWanted(version)) found.push({ ...row, resourceKey: resource, version });
    }
    return found;
  }

  list({ limit, after = 0, ...selection }: InboxQuery): EventRow[] {
    this.#sweep();
    const rows: EventRow[] = [];
    for (const row of this.#events.values()) {
      if (row.sequence <= after || !isSelected(row, selection)) continue;
      rows.push(row);
      if (rows.length === limit) break;
    }
    return rows;
  }

  #put(row: EventRow): void {
    this.#events.set(row.key, row);
    if (row.state === "pending") this.#pending.set(row.key, row);
    else this.#pending.delete(row.key);
    if (!isOpen(row)) {
      this.#openByResource.delete(row);
      this.#expiries.set(row.key, (row.settledAt ?? 0) + this.#options.retentionMs);
    } else {
      if (this.#expiries.size > 0) this.#expiries.delete(row.key);
      this.#openByResource.set(row);
    }
  }

  #sweep(): void {
    if (this.#expiries.size === 0) return;
    const now = this.#options.now();
    for (const [key, expiresAt] of this.#expiries) {
      if (expiresAt > now) return;
      this.delete(key);
    }
  }
}

function isSelected({ entry, state }: EventRow, selection: Omit<InboxQuery, "limit" | "after">): boolean {
  const { application, eventId, eventType, resource, states, test, receivedBefore } = selection;
  return (
    (application === undefined || entry.application === application) &&
    (eventId === undefined || entry.eventId === eventId) &&
    (eventType === undefined || entry.eventType === eventType) &&
    (resource === undefined || entry.ordering?.resource === resource) &&
    (states === undefined || states.includes(state)) &&
    (test === undefined || entry.test === test) &&
    (receivedBefore === undefined || entry.receivedAt < receivedBefore)
  );
}
