import type { EventStatus, InboxTables, ResourceRow } from "./tables.js";

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
