import type { JsonObject } from "@oipkit/runtime/webhook";
import { knownApplication } from "../active-application.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { ApplicationRecord } from "../ports/directory.js";
import type { CallerTransaction } from "../store/caller-connection.js";
import { createGroup } from "./group.js";
import type { BatchOutcome, Publication, PublishOutcome, PublishTarget } from "./outcome.js";
import { type PreparedEvent, prepareEvent } from "./prepare.js";
import { type PublishWriter, writePublications } from "./write.js";

/** For whom an event is, and in which transaction it is published. */
export interface PublishOptions extends PublishTarget {
  /** Begun by the caller, who commits it. Default: one of its own, durable when the promise resolves. */
  readonly transaction?: CallerTransaction | undefined;
}

/** Publishes events. */
export interface Publishing {
  /**
   * Publishes an event to an application's endpoint. The same event again has the first outcome. Rejects with `DeliveryError`:
   * `application-unknown`, `event-invalid`, `event-unknown`, `event-unbound`, `event-misbound`, `event-conflict`, `event-too-large`.
   */
  readonly publish: (event: JsonObject, options: PublishOptions) => Promise<PublishOutcome>;
  /** Publishes many events at once, in one transaction. Those that `publish` would reject are `refused`; the others are published. */
  readonly publishAll: (
    publications: readonly Publication[],
    options?: Pick<PublishOptions, "transaction">,
  ) => Promise<readonly BatchOutcome[]>;
}

/** What publishing needs. */
export interface PublishingParts {
  readonly context: DeliveryContext;
  readonly maxAttempts: number;
  /** Called after each commit. */
  readonly wake: () => void;
}

/** Events that one transaction writes at most when they are published one by one. */
const largestGroup = 500;

/** How far a clock is set back at most when it is corrected, in milliseconds. What is published must not wait for longer. */
const correctedMs = 5000;

/** Creates the functions that publish. */
export function createPublishing({ context, maxAttempts, wake }: PublishingParts): Publishing {
  const { store, clock, random } = context;
  let latest = 0;
  const writer = (): PublishWriter => {
    // Doesn't fall when the clock is corrected by a little, so that the order of publication survives that.
    const now = clock.now();
    latest = now < latest - correctedMs ? now : Math.max(latest, now);
    return { dialect: store.dialect, maxAttempts, random, now: latest };
  };
  const writeOwn = async (events: readonly PreparedEvent[]): Promise<readonly BatchOutcome[]> => {
    const outcomes = await store.transact((db) => writePublications(db, writer(), events));
    if (outcomes.some(({ kind }) => kind === "published")) wake();
    return outcomes;
  };
  const grouped = createGroup(writeOwn, largestGroup);
  const recordOf = (application: string) => knownApplication(context, application);
  return {
    async publish(event, { transaction, ...target }) {
      const prepared = prepareEvent(context, { event, ...target }, await recordOf(target.application));
      const [outcome] =
        transaction === undefined
          ? [await grouped(prepared)]
          : await writePublications(store.within(transaction), writer(), [prepared]);
      if (outcome?.kind === "published" || outcome?.kind === "not-delivered") return outcome;
      throw outcome?.error;
    },
    async publishAll(publications, { transaction } = {}) {
      const records = new Map<string, Promise<ApplicationRecord>>();
      for (const { application } of publications)
        if (!records.has(application)) records.set(application, recordOf(application));
      const prepared = await Promise.all(
        publications.map(async (publication) => {
          try {
            const record = await (records.get(publication.application) as Promise<ApplicationRecord>);
            return prepareEvent(context, publication, record);
          } catch (failure) {
            if (failure instanceof DeliveryError) return failure;
            throw failure;
          }
        }),
      );
      const sound = prepared.filter((each): each is PreparedEvent => !(each instanceof DeliveryError));
      const written =
        transaction === undefined
          ? await writeOwn(sound)
          : await writePublications(store.within(transaction), writer(), sound);
      const outcomes = written.values();
      return prepared.map((each) =>
        each instanceof DeliveryError
          ? { kind: "refused", error: each }
          : (outcomes.next().value as BatchOutcome),
      );
    },
  };
}
