import type { CycleTransaction } from "./transaction.js";

/** An endpoint to pause. */
export interface Pause {
  readonly endpointId: string;
  readonly application: string;
  /** For people. */
  readonly reason: string;
}

/** Pauses active endpoints and says so in the audit. Returns those that were active. */
export async function pauseEndpoints(
  { db, now }: CycleTransaction,
  pauses: readonly Pause[],
): Promise<readonly Pause[]> {
  const done: Pause[] = [];
  for (const pause of pauses) {
    const changed = await db
      .updateTable("endpoints")
      .set({ state: "paused", pause_reason: pause.reason, updated_at: now })
      .where("id", "=", pause.endpointId)
      .where("state", "=", "active")
      .returning("id")
      .execute();
    if (changed.length === 0) continue;
    await db
      .insertInto("audit")
      .values({
        ...{ at: now, actor: "engine", action: "endpoint-paused", application: pause.application },
        ...{
          subject: pause.endpointId,
          operation_id: null,
          details: JSON.stringify({ reason: pause.reason }),
        },
      })
      .execute();
    done.push(pause);
  }
  return done;
}
