import type { Claim } from "../../ports/inbox-claim.js";
import { advance } from "./advance.js";
import type { EventRow, InboxTables } from "./tables.js";

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
  const after =
    retryAt === undefined
      ? ({ state: "dead", dueAt: row.dueAt, settledAt: now } as const)
      : ({ state: "pending", dueAt: retryAt, settledAt: undefined } as const);
  await tables.updateEvents([{ ...statusOf(row), ...after, key, error, lease: undefined }]);
  return true;
}

function statusOf({ state, dueAt, lease, attempts, error, settledAt }: EventRow) {
  return { state, dueAt, lease, attempts, error, settledAt };
}
