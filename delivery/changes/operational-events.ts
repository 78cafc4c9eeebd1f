import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { Publishing } from "../publish/create-publishing.js";
import type { Publication } from "../publish/prepare.js";
import { isAmong } from "../store/batch.js";
import type { ChangeDetails, OperationalChange } from "./operational-change.js";

/** Events of the contract that tell what happens to endpoints and deliveries, published to whoever subscribes to them. */
export interface OperationalEvents {
  /** The types of those events. That a delivery of one of them failed for good isn't told. */
  readonly eventTypes: readonly string[];
  /**
   * Makes the events of a change, and says for which applications they are. Called again after a crash, so the same change must give the
   * same events, with ids made of its `id`. An event that is refused, or a change for which it throws, is told to `observer.onFailure` and
   * not tried again.
   */
  readonly publications: (change: OperationalChange) => readonly Publication[];
}

/** Publishes what has changed. */
export interface OperationalPublisher {
  /** Publishes all that is noted, and returns whether there was any. Rejects if the store or the directory fails; nothing is lost then. */
  readonly publishNoted: () => Promise<boolean>;
}

/** Changes that are read at once. */
const batch = 200;

/** Publishes operational events of changes, each at least once, under the same ids. */
export function createOperationalPublisher(
  { store, observer }: Pick<DeliveryContext, "store" | "observer">,
  { publishAll }: Pick<Publishing, "publishAll">,
  events: OperationalEvents,
): OperationalPublisher {
  const tellFailure = (change: OperationalChange, cause: unknown): void => {
    const problem = cause instanceof Error ? cause.message : String(cause);
    const message = `the operational event of ${change.kind} (${change.id}, ${change.endpointId}) can't be published: ${problem}`;
    const code = cause instanceof DeliveryError ? cause.code : "event-invalid";
    try {
      observer.onFailure?.(new DeliveryError(code, message, { cause }));
    } catch {
      // It only watches.
    }
  };
  const makePublications = (change: OperationalChange): readonly Publication[] => {
    try {
      return events.publications(change);
    } catch (failure) {
      tellFailure(change, failure);
      return [];
    }
  };
  const publishSome = async (): Promise<number> => {
    const rows = await store.db.selectFrom("changes").selectAll().orderBy("sequence").limit(batch).execute();
    if (rows.length === 0) return 0;
    const made = rows.flatMap(({ id, kind, at, endpoint_id: endpointId, application, details }) => {
      const { reason, failingSince, delivery } = JSON.parse(details) as ChangeDetails;
      const change = { id, kind, at, endpointId, application, reason, failingSince, delivery };
      return makePublications(change).map((publication) => ({ change, publication }));
    });
    const outcomes = await publishAll(made.map(({ publication }) => publication));
    outcomes.forEach((outcome, index) => {
      const change = made[index]?.change;
      if (outcome.kind === "refused" && change !== undefined) tellFailure(change, outcome.error);
    });
    // Only now: after a crash, they are published again under the same ids.
    const sequences = rows.map(({ sequence }) => sequence);
    await store.db
      .deleteFrom("changes")
      .where(isAmong(store.dialect, "sequence", sequences))
      .execute();
    return rows.length;
  };
  return {
    async publishNoted() {
      let published = 0;
      for (let count = batch; count === batch; published += count) count = await publishSome();
      return published > 0;
    },
  };
}
