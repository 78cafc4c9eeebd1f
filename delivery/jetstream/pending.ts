import type { DeliveryContext } from "../context.js";
import type { ResultRow } from "../engine/rows.js";
import { type AttemptFunctions, type AttemptResult, attemptResult } from "../engine/send.js";
import type { SentAttempt } from "../engine/sender.js";
import { recordResults } from "../engine/statements/attempts.js";
import { type HandedResult, transportResult } from "./messages.js";
import type { RoutedAttempt, Routes } from "./routes.js";
import type { SeenWorker } from "./workers.js";

/** An attempt that a worker has or gets. Times are of the relay's clock that is never set. */
export interface PendingAttempt extends RoutedAttempt {
  readonly number: number;
  readonly json: string;
  readonly worker: SeenWorker;
  readonly handedAt: number;
  readonly beginBy: number;
}

interface PendingOptions {
  readonly context: DeliveryContext;
  readonly attempts: AttemptFunctions;
  readonly routes: Routes;
  /** This relay. */
  readonly session: string;
  readonly onFailure: (failure: unknown) => void;
}

/** The attempts of a relay that have no result yet. */
export interface Pending {
  readonly add: (item: PendingAttempt) => void;
  /** Gives an attempt back that certainly never begins. */
  readonly takeBack: (item: PendingAttempt) => void;
  /** Takes results of a worker. */
  readonly take: (results: readonly HandedResult[], worker: string) => void;
  /** Ends what nobody will answer, although the broker has been well since some time. `graceMs` is the time that a result may take to come. */
  readonly endOverdue: (times: { now: number; wellSince: number; graceMs: number }) => void;
  /** Waits for nothing more. */
  readonly giveUp: () => void;
  readonly count: () => number;
  /** When the oldest one was handed over. */
  readonly oldest: () => number | undefined;
}

/** Attempts that were given up, and whose results still count. */
const maxGivenUp = 10_000;

/** No attempts. */
export function createPending({ context, attempts, routes, session, onFailure }: PendingOptions): Pending {
  const { store, clock } = context;
  const pending = new Map<number, PendingAttempt>();
  const givenUp = new Map<number, PendingAttempt>();
  const finish = (item: PendingAttempt, sent: SentAttempt): void => {
    if (pending.delete(item.number)) routes.end(item, sent);
  };
  const interrupt = (item: PendingAttempt): void => {
    if (givenUp.size >= maxGivenUp) givenUp.clear();
    givenUp.set(item.number, item);
    finish(item, { kind: "interrupted" });
  };
  const ended = (
    { attempt: { delivery, credentials } }: PendingAttempt,
    { startedAt, result }: HandedResult,
  ): AttemptResult | undefined => {
    if (result.kind === "refused") return undefined;
    const end = { delivery, credentials, startedAt, result: transportResult(result) };
    return attemptResult(context, attempts, end);
  };
  /** It counts unless another attempt has begun. */
  const recordLate = (row: ResultRow): void => {
    const steps = recordResults({ store, owner: session, now: clock.now() }, [row]);
    store.script(steps.filter((step) => step !== undefined)).catch(onFailure);
  };
  const takeOne = (result: HandedResult, from: string): void => {
    const item = pending.get(result.number) ?? givenUp.get(result.number);
    // It was taken already.
    if (item === undefined) return;
    const { attempt, worker } = item;
    const isSame =
      worker.id === from &&
      attempt.application === result.application &&
      attempt.delivery.id === result.deliveryId;
    if (!isSame)
      throw new Error(`a result of the worker ${from} is for an attempt that it hasn't, and was ignored`);
    const end = ended(item, result);
    if (givenUp.delete(result.number)) {
      if (end !== undefined) recordLate(end.row);
      return;
    }
    finish(item, end === undefined ? { kind: "unsent" } : { kind: "ended", result: end });
  };
  return {
    add(item) {
      pending.set(item.number, item);
    },
    takeBack: (item) => finish(item, { kind: "unsent" }),
    take(results, worker) {
      for (const result of results) {
        try {
          takeOne(result, worker);
        } catch (failure) {
          onFailure(failure);
        }
      }
    },
    endOverdue({ now, wellSince, graceMs }) {
      for (const item of pending.values()) {
        const last = Math.min(item.beginBy, item.worker.silentSince ?? Number.POSITIVE_INFINITY);
        if (now >= Math.max(last + item.attempt.timeoutMs, wellSince) + graceMs) interrupt(item);
      }
    },
    giveUp() {
      for (const item of pending.values()) interrupt(item);
    },
    count: () => pending.size,
    oldest() {
      const [oldest] = pending.values();
      return oldest?.handedAt;
    },
  };
}
