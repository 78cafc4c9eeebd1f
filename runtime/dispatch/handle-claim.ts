import type { Claim, GapClaim } from "../ports/inbox-entry.js";
import { runAttempt } from "./attempt.js";
import { HandlerMissing, LeaseLost, VersionInvalid } from "./errors.js";
import type { EventHandler, Reconcile } from "./handler.js";
import { backoff } from "./options.js";
import { type AttemptReport, describeFailure, type Work } from "./work.js";

/** Handles a claimed event and records the result. Rejects only if the store stays unavailable; the lease then decides. */
export async function handleClaim<Event, Transaction>(
  work: Work<Event, Transaction>,
  claim: Claim,
): Promise<void> {
  const { inbox, settings, now, report } = work;
  const { record, attempt } = claim;
  const startedAt = now();
  const tell = (kind: "handled" | "failed" | "dead" | "lost", error?: unknown): void => {
    const { eventId, eventType, test, occurredAt } = record;
    const endedAt = now();
    const age = occurredAt === undefined ? {} : { ageMs: endedAt - occurredAt };
    const facts = { kind, eventId, eventType, test, attempt, durationMs: endedAt - startedAt, ...age };
    report.attempt((error === undefined ? facts : { ...facts, error }) satisfies AttemptReport);
  };
  try {
    await runAttempt<Transaction, void>({
      inbox,
      timeoutMs: settings.timeoutMs,
      renewEveryMs: settings.leaseMs / 3,
      renew: () => inbox.renew(claim, now() + settings.leaseMs),
      ending: work.ending,
      work: (tools) => chooseHandler(work, claim)?.(record.event as Event, { ...tools, record, attempt }),
      // A transaction with an unknown outcome can't be retried; its handler can.
      settle(_, transaction) {
        if (transaction !== undefined) return inbox.complete(claim, { now: now(), transaction });
        return work.persist(() => inbox.complete(claim, { now: now() }));
      },
    });
  } catch (thrown) {
    if (work.ending.aborted || thrown instanceof LeaseLost) return tell("lost", thrown);
    const error = await describeFailure(work, thrown);
    const isLast = attempt >= settings.maxAttempts;
    const retryAt = isLast ? undefined : now() + backoff({ attempt, settings, random: work.random });
    const held = await work.persist(() => inbox.fail(claim, { now: now(), error, retryAt }));
    if (!held) return tell("lost", thrown);
    return tell(isLast ? "dead" : "failed", thrown);
  }
  tell("handled");
}

/** A test event without a handler for tests is only recorded. */
function chooseHandler<Event, Transaction>(
  { handlers = {}, fallback, onTest, declarationOf }: Work<Event, Transaction>,
  { record }: Claim,
): EventHandler<Event, Transaction> | undefined {
  if (record.test) return onTest;
  const key = declarationOf(record.eventType)?.key;
  const own = key !== undefined && Object.hasOwn(handlers, key) ? handlers[key] : undefined;
  const handler = (own as EventHandler<Event, Transaction> | undefined) ?? fallback;
  if (handler === undefined) throw new HandlerMissing(record.eventType);
  return handler;
}

/** Claims one gap that is older than the window, if there is any. */
export function claimGap<Event, Transaction>(work: Work<Event, Transaction>): Promise<GapClaim | undefined> {
  const { inbox, application, settings, now } = work;
  const at = now();
  return inbox.claimGap({
    application,
    now: at,
    // The lease isn't renewed, so it lasts as long as the attempt may.
    leaseMs: settings.timeoutMs + settings.leaseMs,
    receivedUntil: at - settings.gapWindowMs,
  });
}

/** Asks for the version of a resource and moves it there. Rejects only if the store stays unavailable; the lease then decides. */
export async function reconcileGap<Event, Transaction>(
  work: Work<Event, Transaction>,
  reconcile: Reconcile<Transaction>,
  claim: GapClaim,
): Promise<void> {
  const { inbox, settings, now, report } = work;
  const { application, family, resource, version, waiting, attempt } = claim;
  const startedAt = now();
  const tell = (kind: "reconciled" | "unreconciled", reached?: number, error?: unknown): void => {
    const durationMs = now() - startedAt;
    const facts = {
      kind,
      resource: { application, family, resource },
      version: reached,
      attempt,
      durationMs,
    };
    report.attempt((error === undefined ? facts : { ...facts, error }) satisfies AttemptReport);
  };
  const again = (): number => {
    const wait = backoff({ attempt: attempt + 1, settings, random: work.random });
    return now() + Math.max(settings.retryBaseMs, wait);
  };
  try {
    const reached = await runAttempt<Transaction, number | undefined>({
      inbox,
      timeoutMs: settings.timeoutMs,
      renewEveryMs: settings.timeoutMs,
      renew: () => Promise.resolve(true),
      ending: work.ending,
      work: async (tools) => {
        const answer = await reconcile(
          { application, family, resource, version, waiting },
          { ...tools, attempt },
        );
        if (answer !== undefined && !(Number.isSafeInteger(answer) && answer >= 0))
          throw new VersionInvalid();
        return answer;
      },
      settle: (answer, transaction) => {
        const settlement = { version: answer ?? version, againAt: again(), transaction };
        const close = (): Promise<boolean> => inbox.closeGap(claim, { now: now(), ...settlement });
        if (transaction === undefined) return work.persist(close);
        return close();
      },
    });
    tell(reached === undefined ? "unreconciled" : "reconciled", reached);
  } catch (thrown) {
    if (!work.ending.aborted && !(thrown instanceof LeaseLost)) {
      const until = again();
      await work.persist(() => inbox.postponeGap(claim, { now: now(), until }));
    }
    tell("unreconciled", undefined, thrown);
  }
}
