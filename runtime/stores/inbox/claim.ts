import type { Claimed, ClaimRequest, InboxRecord, ResourceId, SetAside } from "../../ports/inbox-entry.js";
import type { JsonObject } from "../../ports/json.js";
import type { EventRow, EventStatus, InboxTables, ResourceRow } from "./tables.js";

/** Claims due events under a lease, and sets aside those whose turn hasn't come or is over. */
export async function claimDue(
  tables: InboxTables,
  request: ClaimRequest,
  newLease: () => string,
): Promise<Claimed> {
  const rows = await tables.due(request);
  const places = await placeRows(tables, rows, request.now);
  const claims: Claimed["claims"][number][] = [];
  const changes: ({ key: string } & EventStatus)[] = [];
  const setAside: SetAside[] = [];
  const terms = { now: request.now, leaseMs: request.leaseMs, newLease };
  for (const row of rows) {
    const place = places.get(row);
    if (place === undefined) continue;
    const change = claimStatus(row, place, terms);
    changes.push({ key: row.key, ...change });
    if (place.kind === "wait") setAside.push(...missingVersions(row, place));
    if (place.kind === "run" && change.lease !== undefined) {
      const record = inboxRecord({ ...row, ...change });
      claims.push({ record, attempt: record.attempts, lease: change.lease });
    }
  }
  await tables.updateEvents(changes);
  const contended = changes.length < rows.length;
  return { claims, more: rows.length === request.limit && !contended, setAside, contended };
}

function missingVersions({ entry }: EventRow, { version: current }: Placed): SetAside[] {
  const { eventId, eventType, application, ordering } = entry;
  if (ordering === undefined) return [];
  const { family, resource, version } = ordering;
  const waitsFor = [current + 1, version - 1] as const;
  return [{ eventId, eventType, resource: { application, family, resource }, version, waitsFor }];
}

interface Placed {
  readonly kind: Place;
  /** The end of the reconciliation, for `later`. */
  readonly until: number;
  /** The current version of its resource. */
  readonly version: number;
}

/** The class of each row; none for those whose resource is locked elsewhere. */
async function placeRows(
  tables: InboxTables,
  rows: readonly EventRow[],
  now: number,
): Promise<Map<EventRow, Placed>> {
  const places = new Map<EventRow, Placed>();
  const ordered = rows.flatMap((row) => {
    const { resourceKey, entry } = row;
    if (resourceKey !== undefined && entry.ordering !== undefined)
      return [{ row, resourceKey, id: { application: entry.application, ...entry.ordering } }];
    places.set(row, { kind: "run", until: 0, version: 0 });
    return [];
  });
  if (ordered.length === 0) return places;
  const ids = new Map<string, ResourceId>(ordered.map(({ resourceKey, id }) => [resourceKey, id]));
  const locked = await tables.lockResources([...ids.values()], false);
  const resources = new Map<string, ResourceRow>(locked.map((resource) => [resource.key, resource]));
  const reachable = ordered.flatMap(({ row, resourceKey, id: { version } }) => {
    const resource = resources.get(resourceKey);
    if (resource === undefined) return [];
    return [{ row, resource, version }];
  });
  const open = reachable.filter(({ resource, version }) => version > resource.version);
  const wanted = new Map(
    open.map(({ resource: { key }, version }) => [`${version} ${key}`, { resourceKey: key, version }]),
  );
  const first = new Map(
    (wanted.size === 0 ? [] : await tables.firstVersions([...wanted.values()])).map(
      ({ key, resourceKey, version }) => [`${version} ${resourceKey}`, key],
    ),
  );
  for (const { row, resource, version } of reachable) {
    const options = { now, first: first.get(`${version} ${resource.key}`) };
    const kind = classify({ ...row, version }, resource, options);
    places.set(row, { kind, until: resource.dueAt, version: resource.version });
  }
  return places;
}

function claimStatus(
  row: EventRow,
  place: Placed,
  { now, leaseMs, newLease }: Pick<ClaimRequest, "now" | "leaseMs"> & { readonly newLease: () => string },
): EventStatus {
  const { state, attempts, error, settledAt } = row;
  switch (place.kind) {
    case "run":
      return { state, attempts: attempts + 1, dueAt: now + leaseMs, lease: newLease(), error, settledAt };
    case "wait":
      return { state: "waiting", attempts, dueAt: row.dueAt, lease: undefined, error, settledAt };
    case "later":
      return { state, attempts, dueAt: place.until, lease: undefined, error, settledAt };
    case "supersede":
      return { state: "superseded", attempts, dueAt: row.dueAt, lease: undefined, error, settledAt: now };
  }
}

/** `later`: its resource is being reconciled. */
type Place = "run" | "wait" | "supersede" | "later";

/** What else determines an event's class. */
interface ClassifyOptions {
  readonly now: number;
  /** Key of the event that goes first among those of its version; absent if no other is known. */
  readonly first: string | undefined;
}

/**
 * Classifies an event of a resource: the version after the resource's current one runs, a later one
 * waits, and an earlier one or a second one of its version is superseded.
 */
function classify(
  row: Pick<EventRow, "key" | "attempts"> & { readonly version: number },
  resource: ResourceRow,
  { now, first }: ClassifyOptions,
): Place {
  if (row.version <= resource.version) return "supersede";
  if (row.attempts === 0 && first !== undefined && first !== row.key) return "supersede";
  if (row.version > resource.version + 1) return "wait";
  if (resource.lease !== undefined && resource.dueAt > now) return "later";
  return "run";
}

/** Converts a stored event to the public record. */
export function inboxRecord(row: EventRow): InboxRecord {
  const { entry, state, attempts, dueAt, error, settledAt, sequence } = row;
  const event = JSON.parse(entry.json) as JsonObject;
  return { ...entry, event, state, attempts, dueAt, error, settledAt, sequence };
}
