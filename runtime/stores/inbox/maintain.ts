import type { InboxState } from "../../ports/inbox-entry.js";
import type { InboxSelection } from "../../ports/stores.js";
import { advance } from "./settle.js";
import type { EventRow, InboxTables } from "./tables.js";

const pageSize = 200;

/** One page of rows to work on, and where the next page begins; `undefined` after the last one. */
export interface MaintenancePage {
  readonly touched: number;
  readonly next: number | undefined;
}

/** Makes dead events, and those waiting for their next attempt, due now. */
export async function retryPage(
  tables: InboxTables,
  selection: InboxSelection,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<MaintenancePage> {
  const { rows, next } = await page(tables, selection, { states: ["pending", "dead"], after });
  const idle = rows.filter(
    ({ state, lease, dueAt }) => state === "dead" || (lease === undefined && dueAt > now),
  );
  await tables.updateEvents(
    idle.map(({ key, error }) => ({
      key,
      state: "pending" as const,
      dueAt: now,
      lease: undefined,
      attempts: 0,
      error,
      settledAt: undefined,
    })),
  );
  return { touched: idle.length, next };
}

/** Deletes settled events, and waiting ones if the selection names them; the resource of a dead one moves on. */
export async function purgePage(
  tables: InboxTables,
  selection: InboxSelection,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<MaintenancePage> {
  const namesWaiting = selection.eventId !== undefined || selection.states?.includes("waiting") === true;
  const states: readonly InboxState[] = [
    ...(["handled", "superseded", "dead"] as const),
    ...(namesWaiting ? (["waiting"] as const) : []),
  ];
  const { rows, next } = await page(tables, selection, { states, after });
  for (const { state, entry } of rows) {
    if (state !== "dead" || entry.ordering === undefined) continue;
    const [resource] = await tables.lockResources(
      [{ application: entry.application, ...entry.ordering }],
      true,
    );
    if (resource?.version !== entry.ordering.version - 1) continue;
    await tables.updateResource(await advance(tables, resource, { version: entry.ordering.version, now }));
  }
  await tables.deleteEvents(rows.map(({ key }) => key));
  return { touched: rows.length, next };
}

/** Rows of the selection in those states, each locked and checked again. */
async function page(
  tables: InboxTables,
  selection: InboxSelection,
  { states, after }: { readonly states: readonly InboxState[]; readonly after: number },
): Promise<{ rows: EventRow[]; next: number | undefined }> {
  const allowed = states.filter((state) => selection.states?.includes(state) ?? true);
  if (allowed.length === 0) return { rows: [], next: undefined };
  const found = await tables.list({ ...selection, states: allowed, after, limit: pageSize });
  const rows: EventRow[] = [];
  for (const { key } of found) {
    const row = await tables.event(key);
    if (row !== undefined && allowed.includes(row.state)) rows.push(row);
  }
  return { rows, next: found.length === pageSize ? found.at(-1)?.sequence : undefined };
}
