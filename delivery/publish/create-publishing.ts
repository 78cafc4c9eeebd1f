import type { JsonObject } from "@oipkit/runtime/webhook";
import { knownApplication } from "../checks.js";
import { createPacker } from "../contents/packer.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { ApplicationRecord } from "../ports.js";
import type { CallerTransaction } from "../store/store.js";
import {
  type BatchOutcome,
  type PreparedEvent,
  type Publication,
  type PublishOutcome,
  type PublishTarget,
  prepareEvent,
} from "./prepare.js";
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
interface PublishingParts {
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
  const { store, clock, random, seeded, observer } = context;
  const packer = createPacker(store);
  /** Besides a publication, which doesn't need it. */
  const learn = (): void => {
    packer
      .learn()
      .catch((failure) => observer.onFailure?.(failure))
      .catch(() => {});
  };
  let latest = 0;
  const writer = (): PublishWriter => {
    // Doesn't fall when the clock is corrected by a little, so that the order of publication survives that.
    const now = clock.now();
    latest = now < latest - correctedMs ? now : Math.max(latest, now);
    const { maxAgeMs } = context.settings;
    return { dialect: store.dialect, maxAttempts, maxAgeMs, random, seeded, now: latest, packer };
  };
  const writeOwn = async (events: readonly PreparedEvent[]): Promise<readonly BatchOutcome[]> => {
    const outcomes = await store.transact((db) => writePublications(db, writer(), events));
    if (outcomes.some(({ kind }) => kind === "published")) wake();
    learn();
    return outcomes;
  };
  const writeCallers = async (
    transaction: CallerTransaction,
    events: readonly PreparedEvent[],
  ): Promise<readonly BatchOutcome[]> => {
    const outcomes = await writePublications(store.within(transaction), writer(), events);
    learn();
    return outcomes;
  };
  const grouped = createGroup(writeOwn, largestGroup);
  const findApplication = (application: string) => knownApplication(context, application);
  return {
    async publish(event, { transaction, ...target }) {
      const prepared = prepareEvent(context, { event, ...target }, await findApplication(target.application));
      let outcome: BatchOutcome | undefined;
      if (transaction === undefined) outcome = await grouped(prepared);
      else [outcome] = await writeCallers(transaction, [prepared]);
      if (outcome?.kind === "published" || outcome?.kind === "not-delivered") return outcome;
      throw outcome?.error;
    },
    async publishAll(publications, { transaction } = {}) {
      const records = new Map<string, Promise<ApplicationRecord>>();
      for (const { application } of publications)
        if (!records.has(application)) records.set(application, findApplication(application));
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
      const write = (): Promise<readonly BatchOutcome[]> => {
        if (transaction === undefined) return writeOwn(sound);
        return writeCallers(transaction, sound);
      };
      const outcomes = (await write()).values();
      return prepared.map((each) => {
        if (each instanceof DeliveryError) return { kind: "refused", error: each };
        return outcomes.next().value as BatchOutcome;
      });
    },
  };
}

/** Something to be done with others like it. */
interface Waiter<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Runs work for many items at once: while it runs, further items gather, at most `largest` of them for one run. All items of a run that
 * fails are rejected.
 */
function createGroup<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  largest: number,
): (item: Item) => Promise<Result> {
  const gathered: Waiter<Item, Result>[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // Whoever publishes in the same turn of the event loop comes along.
    await Promise.resolve();
    while (gathered.length > 0) {
      const group = gathered.splice(0, largest);
      try {
        const results = await work(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (failure) {
        for (const { reject } of group) reject(failure);
      }
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      gathered.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
