import type { Claim } from "../ports/inbox-claim.js";
import { runAttempt } from "./attempt.js";
import type { AttemptReport } from "./attempt-report.js";
import { backoff } from "./backoff.js";
import { HandlerMissing, LeaseLost } from "./errors.js";
import type { EventHandler } from "./handler.js";
import { describeFailure, type Work } from "./work.js";

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
      work: (tools) => handlerOf(work, claim)?.(record.event as Event, { ...tools, record, attempt }),
      // A transaction with an unknown outcome can't be retried; its handler can.
      settle: (_, transaction) =>
        transaction === undefined
          ? work.persist(() => inbox.complete(claim, { now: now() }))
          : inbox.complete(claim, { now: now(), transaction }),
    });
  } catch (thrown) {
    if (work.ending.aborted || thrown instanceof LeaseLost) return tell("lost", thrown);
    const error = await describeFailure(work, thrown);
    const isLast = attempt >= settings.maxAttempts;
    const retryAt = isLast ? undefined : now() + backoff({ attempt, settings, random: work.random });
    const held = await work.persist(() => inbox.fail(claim, { now: now(), error, retryAt }));
    return tell(held ? (isLast ? "dead" : "failed") : "lost", thrown);
  }
  tell("handled");
}

/** A test event without a handler for tests is only recorded. */
function handlerOf<Event, Transaction>(
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
