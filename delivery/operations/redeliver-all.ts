import type { Clock } from "../clock.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { listDeliveries } from "../reading/list.js";
import type { DeliveryQuery } from "../reading/query.js";
import { type RedeliverOutcome, redeliver } from "../redeliver.js";
import { checkOperationId } from "../store/operations.js";

/** Which failed deliveries are to begin again, and how fast. */
export interface RedeliverAllOptions {
  /** Default: all failed events. Its `states`, `kind`, `before`, `after` and `limit` are those of the operation. */
  readonly query?: Omit<DeliveryQuery, "states" | "kind" | "before" | "after" | "limit"> | undefined;
  /** Chosen by the caller. The same one again goes on where it was ended, and delivers nothing twice that it has begun already. */
  readonly operationId: string;
  /** For the audit. */
  readonly actor: string;
  /** Deliveries that begin in a second, so that an endpoint which has just recovered isn't flooded. Default: 50. */
  readonly perSecond?: number | undefined;
  /** The clock that the rate goes by. Default: that of the deliveries; one that stands still would never come to the next second. */
  readonly pace?: Clock | undefined;
  /** Ends it after so many that it began; asking again goes on. Default: all. */
  readonly most?: number | undefined;
  /** Ends it between two deliveries. */
  readonly signal?: AbortSignal | undefined;
  /** Told after each delivery. */
  readonly onProgress?: ((done: RedeliverAllOutcome) => void) | undefined;
}

/** What became of the failed deliveries. */
export interface RedeliverAllOutcome {
  /** They wait now. */
  readonly begun: number;
  /** They were begun under this operation before. */
  readonly repeated: number;
  /** They can't begin again, by the reason: `endpoint-state` (revoked), or `delivery-state` (no longer failed). */
  readonly refused: Readonly<Record<string, number>>;
  /** False if it was ended before all were looked at. */
  readonly isComplete: boolean;
}

const usualRate = 50;
const longestDeliveryId = 64;
/** Deliveries that are read at once. */
const page = 200;

type Parts = Pick<DeliveryContext, "store" | "clock">;

/**
 * Lets all failed deliveries of events that match begin again, the oldest first, each as `redeliver` does, with an entry of its own in the audit.
 * Rejects with `delivery-options`, `configuration-invalid` for an operation identifier that can't be kept, or a `StoreFailure`.
 */
export async function redeliverAll(
  { store, clock }: Parts,
  {
    query = {},
    operationId,
    actor,
    perSecond = usualRate,
    signal,
    onProgress,
    ...limits
  }: RedeliverAllOptions,
): Promise<RedeliverAllOutcome> {
  // The id of each delivery is added to it.
  checkOperationId(operationId + " ".repeat(longestDeliveryId));
  if (!Number.isFinite(perSecond) || perSecond <= 0)
    throw new DeliveryError("delivery-options", "`perSecond` must be a positive number");
  const { pace = clock, most = Number.POSITIVE_INFINITY } = limits;
  const counts = { begun: 0, repeated: 0 };
  const refused: Record<string, number> = {};
  let dueAt = pace.now();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { deliveries, next } = await listDeliveries(store, {
      ...query,
      states: ["failed"],
      kind: "event",
      after,
      limit: page,
    });
    for (const { id, application, eventId } of deliveries) {
      await waitUntil(pace, dueAt, signal);
      if (signal?.aborted === true || counts.begun >= most) return { ...counts, refused, isComplete: false };
      const asked = { application, eventId, operationId: `${operationId} ${id}`, actor };
      const kind = await tryRedelivery({ store, clock }, asked);
      if (kind === "pending") {
        counts.begun += 1;
        dueAt = Math.max(dueAt, pace.now()) + 1000 / perSecond;
      } else if (kind === "repeated") counts.repeated += 1;
      else refused[kind] = (refused[kind] ?? 0) + 1;
      onProgress?.({ ...counts, refused: { ...refused }, isComplete: false });
    }
    after = next;
  }
  return { ...counts, refused, isComplete: true };
}

/** Begins one again. What its state forbids is an outcome here. */
async function tryRedelivery(
  parts: Parts,
  options: Parameters<typeof redeliver>[1],
): Promise<RedeliverOutcome["kind"] | "delivery-state" | "endpoint-state"> {
  try {
    return (await redeliver(parts, options)).kind;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    if (error.code === "delivery-state" || error.code === "endpoint-state") return error.code;
    throw error;
  }
}

/** Resolves at a time, in milliseconds since 1970, or when a signal ends it. */
function waitUntil(clock: Clock, time: number, signal: AbortSignal | undefined): Promise<void> {
  if (clock.now() >= time || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.wakeAt(time, done);
    function done(): void {
      cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    }
    signal?.addEventListener("abort", done);
  });
}
