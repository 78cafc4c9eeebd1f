import { sql } from "kysely";
import { recordAudit } from "./audit.js";
import type { DeliveryContext } from "./context.js";
import { DeliveryError } from "./errors.js";
import { makeReady } from "./publish/announce.js";
import { lockApplication, publicationLock } from "./store/locks.js";
import { checkOperationId } from "./store/operations.js";
import { hasText } from "./store/text-keys.js";

/** Who asks for an event to be delivered again, and why it isn't done twice. */
export interface RedeliverOptions {
  readonly application: string;
  readonly eventId: string;
  /** Chosen by the caller; the same one again has the first outcome. */
  readonly operationId: string;
  /** For the audit. */
  readonly actor: string;
}

/** What became of a request to redeliver. */
export interface RedeliverOutcome {
  readonly deliveryId: string;
  /** `pending`: it waits now. `repeated`: an earlier request did this. `already-pending`: it waited already. */
  readonly kind: "pending" | "repeated" | "already-pending";
}

/** The audit's name for it. */
const action = "redelivery";

/**
 * Lets a failed delivery begin again: the same record and content, and as many attempts as at first. Rejects with `DeliveryError`:
 * `delivery-unknown`, `delivery-state` (only failed ones of events), `endpoint-state` (revoked), `operation-conflict`, and
 * `configuration-invalid` for an operation identifier that can't be kept.
 */
export async function redeliver(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  { application, eventId, operationId, actor }: RedeliverOptions,
): Promise<RedeliverOutcome> {
  checkOperationId(operationId);
  const unknown = (): DeliveryError =>
    new DeliveryError("delivery-unknown", `${application} has no delivery of ${eventId}`);
  // PostgreSQL can't even look for it.
  if (eventId.includes("\0") || application.includes("\0")) throw unknown();
  return store.transact(async (db) => {
    // So that one operation can't redeliver two events at once, and no endpoint is revoked meanwhile.
    await lockApplication(db, store.dialect, application);
    const now = clock.now();
    let query = db
      .selectFrom("deliveries")
      .select(["sequence", "id", "endpoint_id", "kind", "state"])
      .where(hasText(store.dialect, { table: "deliveries", column: "event_id" }, sql`${eventId}`))
      .where("application", "=", application)
      .orderBy("sequence", "desc");
    if (store.dialect === "postgres") query = query.forUpdate();
    const [delivery] = await query.execute();
    if (delivery === undefined) throw unknown();
    const { id: deliveryId, endpoint_id, sequence, state, kind } = delivery;
    // A callback's outcome may be unknown, and a test has no content of its own.
    if (kind !== "event")
      throw new DeliveryError("delivery-state", `${eventId} is a ${kind}; only events are redelivered`, {
        details: { kind },
      });
    const [done] = await db
      .selectFrom("audit")
      .select("subject")
      .where("action", "=", action)
      .where("application", "=", application)
      .where("operation_id", "=", operationId)
      .execute();
    if (done !== undefined && done.subject !== deliveryId)
      throw new DeliveryError("operation-conflict", `${operationId} was used to redeliver another event`);
    if (done !== undefined) return { kind: "repeated", deliveryId };
    const record = (details: object): Promise<void> =>
      recordAudit(db, {
        at: now,
        actor,
        action,
        application,
        subject: deliveryId,
        operationId,
        details: { eventId, ...details },
      });
    if (state === "pending" || state === "sending") {
      // Otherwise, the same operation could begin it again later.
      await record({ waited: true });
      return { kind: "already-pending", deliveryId };
    }
    if (state !== "failed")
      throw new DeliveryError(
        "delivery-state",
        `${eventId} is ${state}; only failed deliveries are redelivered`,
        {
          details: { state },
        },
      );
    const [endpoint] = await db
      .selectFrom("endpoints")
      .select("state")
      .where("id", "=", endpoint_id)
      .execute();
    if (endpoint === undefined || endpoint.state === "revoked")
      throw new DeliveryError(
        "endpoint-state",
        `the endpoint of ${eventId} is revoked; publish it to the new one under another id`,
      );
    await publicationLock(store.dialect).share(db, [endpoint_id]);
    await db
      .updateTable("deliveries")
      .set({
        state: "pending",
        attempts: 0,
        due_at: now,
        settled_at: null,
        // Whoever asks for it wants it however old it is.
        expires_at: null,
        earlier_attempts: sql`earlier_attempts + attempts`,
        redeliveries: sql`redeliveries + 1`,
      })
      .where("sequence", "=", sequence)
      .execute();
    await record({});
    await makeReady(db, store.dialect, { endpoints: [endpoint_id], now });
    return { kind: "pending", deliveryId };
  });
}
