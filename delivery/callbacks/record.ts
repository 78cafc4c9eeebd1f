import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { Invocation } from "./invocation.js";
import type { CallbackResult } from "./parts.js";

/** The error of a callback that was begun; it stays if its process ends before the result is recorded. */
export const outcomeUnknown = "outcome-unknown";

/** What is known of a callback beside its invocation. */
export interface BegunCallback {
  readonly deliveryId: string;
  /** The `traceparent` of who invokes it. */
  readonly trace: string | null;
}

/** How an attempt went. */
export interface CallbackAttemptLog {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer: string | null;
  readonly secretVersion: number;
}

/**
 * Records a callback durably before it is sent, as one whose outcome is unknown: whatever happens next, no engine sends it again. Rejects
 * with `event-conflict` if one with this event id was begun before. Returns the delivery's sequence.
 */
export async function recordBegin(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  { endpoint, eventId, eventType, correlationId, content }: Invocation,
  { deliveryId, trace }: BegunCallback,
): Promise<number> {
  const now = clock.now();
  const event = { event_id: eventId, event_type: eventType, kind: "callback" as const };
  return store.transact(async (db) => {
    const written = await db
      .insertInto("events")
      .values({ ...event, correlation_id: correlationId ?? null, content, trace, created_at: now })
      .onConflict((conflict) => conflict.column("event_id").doNothing())
      .returning("event_id")
      .executeTakeFirst();
    if (written === undefined)
      throw new DeliveryError(
        "event-conflict",
        "an event with this id was sent before: a callback is never repeated; look at what came of the first",
      );
    const { sequence } = await db
      .insertInto("deliveries")
      .values({
        ...{ ...event, id: deliveryId, endpoint_id: endpoint.id, application: endpoint.application },
        ...{ bytes: Buffer.byteLength(content), state: "failed", attempts: 1, max_attempts: 1 },
        ...{ due_at: now, status: null, error: outcomeUnknown, created_at: now, settled_at: null },
        redeliveries: 0,
      })
      .returning("sequence")
      .executeTakeFirstOrThrow();
    return sequence;
  });
}

/** Records what came of it. */
export async function recordEnd(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  sequence: number,
  { result, log }: { readonly result: CallbackResult; readonly log: CallbackAttemptLog },
): Promise<void> {
  const status = "status" in result ? (result.status ?? null) : null;
  const error = errorOf(result);
  await store.transact(async (db) => {
    await db
      .updateTable("deliveries")
      .set({
        ...{ state: result.kind === "answered" ? "delivered" : "failed", status, error },
        settled_at: clock.now(),
      })
      .where("sequence", "=", sequence)
      .execute();
    await db
      .insertInto("attempts")
      .values({
        ...{ delivery: sequence, number: 1, started_at: log.startedAt, status, error, answer: log.answer },
        ...{ duration_ms: Math.round(log.durationMs), secret_version: log.secretVersion },
      })
      .execute();
  });
}

/** The code under which a result is recorded. */
export function errorOf(result: CallbackResult): string | null {
  switch (result.kind) {
    case "answered":
      return null;
    case "refused":
      return "refused";
    case "unsent":
    case "unknown":
      return result.reason;
  }
}
