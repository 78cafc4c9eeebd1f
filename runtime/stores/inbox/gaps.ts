import type { GapClaim, GapRequest } from "../../ports/inbox-claim.js";
import { advance } from "./advance.js";
import type { InboxTables, ResourceRow } from "./tables.js";

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
  return resource?.lease === gap.lease ? resource : undefined;
}
