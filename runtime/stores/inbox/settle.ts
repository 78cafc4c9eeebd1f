import type { Claim, GapClaim, GapRequest } from "../../ports/inbox-entry.js";
import type { EventRow, EventStatus, InboxTables, ResourceRow } from "./tables.js";

/** Whether a locked event is still leased to the claim. */
function isHeld(row: EventRow | undefined, claim: Claim): row is EventRow {
  return row !== undefined && row.state === "pending" && row.lease === claim.lease;
}

/** Records that an event was handled, and moves its resource on. */
export async function completeClaim(
  tables: InboxTables,
  claim: Claim,
  { key, now }: { readonly key: string; readonly now: number },
): Promise<boolean> {
  const row = await tables.finish(key, claim.lease, now);
  if (row === undefined) return false;
  const { application, ordering } = row.entry;
  if (ordering === undefined) return true;
  const [resource] = await tables.lockResources([{ application, ...ordering }], true);
  if (resource === undefined) throw new Error("a resource can't be locked");
  await tables.updateResource(await advance(tables, resource, { version: ordering.version, now }));
  return true;
}

/** Records a failed attempt. */
export async function failClaim(
  tables: InboxTables,
  claim: Claim,
  failure: {
    readonly key: string;
    readonly now: number;
    readonly error: string;
    readonly retryAt?: number | undefined;
  },
): Promise<boolean> {
  const { key, now, error, retryAt } = failure;
  const row = await tables.event(key);
  if (!isHeld(row, claim)) return false;
  const failed = { ...rowStatus(row), key, error, lease: undefined };
  if (retryAt === undefined) await tables.updateEvents([{ ...failed, state: "dead", settledAt: now }]);
  else await tables.updateEvents([{ ...failed, state: "pending", dueAt: retryAt, settledAt: undefined }]);
  return true;
}

function rowStatus({ state, dueAt, lease, attempts, error, settledAt }: EventRow) {
  return { state, dueAt, lease, attempts, error, settledAt };
}

/** Claims one resource with a gap that is too old. */
export async function claimStale(
  tables: InboxTables,
  request: GapRequest,
  newLease: () => string,
): Promise<(Omit<GapClaim, "waiting"> & { readonly key: string }) | undefined> {
  const resource = await tables.staleResource(request);
  if (resource === undefined) return undefined;
  const { key, application, family, version } = resource;
  const attempt = resource.attempts + 1;
  const lease = newLease();
  const dueAt = request.now + request.leaseMs;
  await tables.updateResource({ ...resource, attempts: attempt, dueAt, lease });
  return { key, application, family, resource: resource.resource, version, attempt, lease };
}

/** Moves a resource to its reconciled version. */
export async function closeStale(
  tables: InboxTables,
  gap: GapClaim,
  settlement: { readonly now: number; readonly version: number; readonly againAt: number },
): Promise<boolean> {
  const resource = await heldResource(tables, gap);
  if (resource === undefined) return false;
  const { now, version, againAt } = settlement;
  const attempts = version > resource.version ? 0 : resource.attempts;
  const moved = await advance(tables, resource, { version, now });
  await tables.updateResource({ ...moved, attempts, dueAt: againAt, lease: undefined });
  return true;
}

/** Releases a gap until a time; events of the resource that were held back meanwhile become due. */
export async function postponeStale(
  tables: InboxTables,
  gap: GapClaim,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<void> {
  const resource = await heldResource(tables, gap);
  if (resource === undefined) return;
  const moved = await advance(tables, resource, { version: resource.version, now });
  await tables.updateResource({ ...moved, dueAt: until, lease: undefined });
}

async function heldResource(tables: InboxTables, gap: GapClaim): Promise<ResourceRow | undefined> {
  const [resource] = await tables.lockResources([gap], true);
  if (resource?.lease === gap.lease) return resource;
  return undefined;
}

/**
 * Moves a locked resource to a version, never back: earlier events are superseded, and the version after it
 * becomes due.
 */
export async function advance(
  tables: InboxTables,
  resource: ResourceRow,
  { version, now }: { readonly version: number; readonly now: number },
): Promise<ResourceRow> {
  const moved = { ...resource, version: Math.max(resource.version, version) };
  const open = await tables.openVersions(resource.key, moved.version + 1);
  const changes = open.flatMap((row): ({ key: string } & EventStatus)[] => {
    const { key, attempts, error } = row;
    if (row.version <= moved.version) {
      // A pending event is classified when it is claimed, or is being handled right now.
      if (row.state === "pending") return [];
      return [
        { key, state: "superseded", dueAt: row.dueAt, lease: undefined, attempts, error, settledAt: now },
      ];
    }
    const isHeldBack = row.state === "pending" && row.lease === undefined && attempts === 0;
    if (row.state !== "waiting" && !isHeldBack) return [];
    return [{ key, state: "pending", dueAt: now, lease: undefined, attempts, error, settledAt: undefined }];
  });
  await tables.updateEvents(changes);
  return moved;
}
