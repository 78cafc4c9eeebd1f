import type { Claimed, ClaimRequest, SetAside } from "../../ports/inbox-claim.js";
import type { ResourceId } from "../../ports/inbox-entry.js";
import { classify, type Place } from "./classify.js";
import { recordOf } from "./record.js";
import type { EventRow, EventStatus, InboxTables, ResourceRow } from "./tables.js";

/** Claims due events under a lease, and sets aside those whose turn hasn't come or is over. */
export async function claimDue(
  tables: InboxTables,
  request: ClaimRequest,
  newLease: () => string,
): Promise<Claimed> {
  const rows = await tables.due(request);
  const places = await placesOf(tables, rows, request.now);
  const claims: Claimed["claims"][number][] = [];
  const changes: ({ key: string } & EventStatus)[] = [];
  const setAside: SetAside[] = [];
  const terms = { now: request.now, leaseMs: request.leaseMs, newLease };
  for (const row of rows) {
    const place = places.get(row);
    if (place === undefined) continue;
    const change = changeOf(row, place, terms);
    changes.push({ key: row.key, ...change });
    if (place.kind === "wait") setAside.push(...waitOf(row, place));
    if (place.kind === "run" && change.lease !== undefined) {
      const record = recordOf({ ...row, ...change });
      claims.push({ record, attempt: record.attempts, lease: change.lease });
    }
  }
  await tables.updateEvents(changes);
  const contended = changes.length < rows.length;
  return { claims, more: rows.length === request.limit && !contended, setAside, contended };
}

function waitOf({ entry }: EventRow, { version: current }: Placed): SetAside[] {
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
async function placesOf(
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
    return resource === undefined ? [] : [{ row, resource, version }];
  });
  const open = reachable.filter(({ resource, version }) => version > resource.version);
  const wanted = new Map(
    open.map(({ resource: { key }, version }) => [`${version} ${key}`, { resourceKey: key, version }]),
  );
  const first = new Map(
    (wanted.size === 0 ? [] : await tables.firstOf([...wanted.values()])).map(
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

function changeOf(
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
