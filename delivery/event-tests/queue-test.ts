import { sql } from "kysely";
import type { DeliveryContext } from "../context.js";
import { traceOf } from "../ports/trace-of.js";
import { publicationLock } from "../store/publication-lock.js";
import type { SyntheticEvent } from "./synthetic-event.js";

type Context = Pick<DeliveryContext, "protocol" | "store" | "clock" | "observer">;

/** Where a test goes. */
export interface TestTarget {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly application: string;
  /** Of the configuration that was looked at. */
  readonly revision: number;
}

/**
 * Puts a test into its endpoint's queue, for one attempt. Returns false, and writes nothing, if the endpoint was saved, paused or revoked
 * meanwhile. Rejects with a `StoreFailure`.
 */
export async function queueTest(
  { protocol, store, clock, observer }: Context,
  event: SyntheticEvent,
  to: TestTarget,
): Promise<boolean> {
  const now = clock.now();
  const trace = traceOf(observer);
  const { eventId: event_id, eventType: event_type } = event;
  return store.transact(async (db) => {
    const same = db
      .selectFrom("endpoints")
      .select("id")
      .where("id", "=", to.endpointId)
      .where("revision", "=", to.revision)
      .where("state", "=", "active");
    // Nobody changes it before this is committed.
    const found = store.dialect === "postgres" ? same.forShare() : same;
    if ((await found.executeTakeFirst()) === undefined) return false;
    await publicationLock(store.dialect).share(db, [to.endpointId]);
    await db
      .insertInto("events")
      .values({
        ...{ event_id, event_type, kind: "test", content: event.content, created_at: now },
        ...{ correlation_id: event.correlationId, trace },
      })
      .execute();
    await db
      .insertInto("deliveries")
      .values({
        ...{ id: to.deliveryId, endpoint_id: to.endpointId, application: to.application },
        ...{ event_id, event_type, kind: "test", bytes: Buffer.byteLength(event.content), state: "pending" },
        ...{ attempts: 0, max_attempts: protocol.retries?.testAttempts ?? 1, due_at: now, created_at: now },
        ...{ status: null, error: null, settled_at: null, redeliveries: 0 },
      })
      .execute();
    await db
      .insertInto("lanes")
      .values({
        ...{ endpoint_id: to.endpointId, ready_at: now, lease_until: 0, failures: 0, open_until: 0, lost: 0 },
      })
      .onConflict((conflict) =>
        conflict.column("endpoint_id").doUpdateSet({
          ready_at: sql<number>`case when lanes.ready_at <= ${now} then lanes.ready_at else ${now} end`,
        }),
      )
      .execute();
    return true;
  });
}
