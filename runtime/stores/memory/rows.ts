import type { InboxEntry, InboxState } from "../../ports/inbox-entry.js";
import { type InboxQuery, type InboxSelection, StoreFailure } from "../../ports/stores.js";
import type { EventRow, EventStatus, ResourceRow, VersionRow } from "../inbox/tables.js";
import { keyOfEvent, keyOfResource } from "../stored-text.js";

/** Limits of the rows. Times are in milliseconds. */
interface MemoryRowsOptions {
  readonly now: () => number;
  readonly retentionMs: number;
  readonly maxRecords: number;
}

/** An open event of a resource. */
type OpenRow = EventRow & VersionRow;

const isOpen = ({ state }: Pick<EventStatus, "state">): boolean =>
  state === "pending" || state === "waiting" || state === "dead";

/** The rows of an inbox in memory, with the indexes that its transactions need. */
export class MemoryRows {
  readonly #options: MemoryRowsOptions;
  readonly #events = new Map<string, MemoryRow>();
  readonly #pending = new Set<MemoryRow>();
  readonly #openByResource = new ResourceIndex();
  /** Keys of settled events by settling time; oldest first. */
  readonly #expiries = new Map<string, number>();
  readonly resources = new Map<string, ResourceRow>();
  #sequence = 0;

  constructor(options: MemoryRowsOptions) {
    this.#options = options;
  }

  insert(entry: InboxEntry): boolean {
    this.#sweep();
    const { application, eventId } = entry;
    const key = keyOfEvent(application, eventId);
    if (this.#events.has(key)) return false;
    this.#requireRoom(1);
    this.#add(key, entry);
    return true;
  }

  /** Inserts the new ones of several events, unless `mayCommit` objects to those that exist. Nothing comes in between. */
  insertAll(
    entries: readonly InboxEntry[],
    mayCommit: (existing: ReadonlyMap<string, MemoryRow>) => boolean,
  ): void {
    this.#sweep();
    const existing = new Map<string, MemoryRow>();
    const fresh = new Map<string, InboxEntry>();
    for (const entry of entries) {
      const key = keyOfEvent(entry.application, entry.eventId);
      const row = this.#events.get(key);
      if (row === undefined) fresh.set(key, entry);
      else existing.set(key, row);
    }
    if (!mayCommit(existing)) return;
    this.#requireRoom(fresh.size);
    for (const [key, entry] of fresh) this.#add(key, entry);
  }

  /** Throws `store-full` if there is no room for another event. */
  assertRoom(): void {
    this.#sweep();
    this.#requireRoom(1);
  }

  #requireRoom(count: number): void {
    const { maxRecords } = this.#options;
    if (this.#events.size + count <= maxRecords) return;
    throw new StoreFailure("store-full", `the inbox in memory is full: it holds ${maxRecords} records`);
  }

  #add(key: string, entry: InboxEntry): void {
    const row = new MemoryRow(key, ++this.#sequence, entry);
    this.#events.set(key, row);
    this.#pending.add(row);
    this.#openByResource.set(row);
  }

  find(key: string): EventRow | undefined {
    this.#sweep();
    const row = this.#events.get(key);
    return row && { ...row };
  }

  /** Changes an event's status; an event that stays pending keeps its position. */
  update(key: string, status: EventStatus): void {
    const row = this.#events.get(key);
    if (row === undefined) return;
    row.setStatus(status);
    if (row.state === "pending") this.#pending.add(row);
    else this.#pending.delete(row);
    if (isOpen(row)) {
      if (this.#expiries.size > 0) this.#expiries.delete(key);
      this.#openByResource.set(row);
    } else {
      this.#openByResource.delete(row);
      this.#expiries.set(key, (row.settledAt ?? 0) + this.#options.retentionMs);
    }
  }

  delete(key: string): void {
    const row = this.#events.get(key);
    if (row === undefined) return;
    this.#events.delete(key);
    this.#pending.delete(row);
    this.#expiries.delete(key);
    this.#openByResource.delete(row);
  }

  due(application: string, now: number, limit: number): EventRow[] {
    const rows: EventRow[] = [];
    for (const row of this.#pending) {
      if (row.dueAt <= now && row.entry.application === application) rows.push({ ...row });
      if (rows.length === limit) break;
    }
    return rows;
  }

  /** Open events of a resource, by sequence; optionally only those of some versions. */
  open(resource: string, isWanted: (version: number) => boolean = () => true): OpenRow[] {
    const found: OpenRow[] = [];
    for (const row of this.#openByResource.rows(resource)) {
      const version = row.entry.ordering?.version ?? 0;
      if (!isWanted(version)) continue;
      found.push({ ...row, resourceKey: resource, version });
    }
    return found;
  }

  list({ limit, after = 0, ...selection }: InboxQuery): EventRow[] {
    const rows: EventRow[] = [];
    for (const row of this.#selected(selection)) {
      if (row.sequence > after) rows.push({ ...row });
      if (rows.length === limit) break;
    }
    return rows;
  }

  count(application: string | undefined): Partial<Record<InboxState, number>> {
    const counts: Partial<Record<InboxState, number>> = {};
    for (const { state } of this.#selected({ application })) counts[state] = (counts[state] ?? 0) + 1;
    return counts;
  }

  *#selected(selection: InboxSelection): Iterable<MemoryRow> {
    this.#sweep();
    for (const row of this.#events.values()) if (isSelected(row, selection)) yield row;
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

function isSelected({ entry, state }: MemoryRow, selection: InboxSelection): boolean {
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

/** An event in memory. Only its status changes. */
class MemoryRow implements EventRow {
  state: InboxState = "pending";
  dueAt: number;
  lease: string | undefined = undefined;
  attempts = 0;
  error: string | undefined = undefined;
  settledAt: number | undefined = undefined;
  readonly resourceKey: string | undefined;

  constructor(
    readonly key: string,
    readonly sequence: number,
    readonly entry: InboxEntry,
  ) {
    const { application, ordering } = entry;
    this.resourceKey = ordering && keyOfResource({ application, ...ordering });
    this.dueAt = entry.receivedAt;
  }

  setStatus({ state, dueAt, lease, attempts, error, settledAt }: EventStatus): void {
    this.state = state;
    this.dueAt = dueAt;
    this.lease = lease;
    this.attempts = attempts;
    this.error = error;
    this.settledAt = settledAt;
  }
}

/** Rows by the resource that orders them; unordered rows are left out. */
class ResourceIndex {
  /** Most resources have one row: it is stored directly, which takes a fraction of the memory. */
  readonly #byResource = new Map<string, MemoryRow | Map<string, MemoryRow>>();

  /** Inserts a row, or replaces the one with its key. */
  set(row: MemoryRow): void {
    const { key, resourceKey } = row;
    if (resourceKey === undefined) return;
    const present = this.#byResource.get(resourceKey);
    if (present instanceof Map) present.set(key, row);
    else if (present === undefined || present.key === key) this.#byResource.set(resourceKey, row);
    else {
      const several = new Map<string, MemoryRow>([[present.key, present]]);
      this.#byResource.set(resourceKey, several.set(key, row));
    }
  }

  delete({ key, resourceKey }: Pick<MemoryRow, "key" | "resourceKey">): void {
    if (resourceKey === undefined) return;
    const present = this.#byResource.get(resourceKey);
    if (present instanceof Map) {
      present.delete(key);
      if (present.size === 0) this.#byResource.delete(resourceKey);
    } else if (present?.key === key) this.#byResource.delete(resourceKey);
  }

  /** Rows of a resource, in the order of their coming. */
  rows(resourceKey: string): Iterable<MemoryRow> {
    const present = this.#byResource.get(resourceKey);
    if (present === undefined) return [];
    if (present instanceof Map) return present.values();
    return [present];
  }
}
