import type { GapClaim } from "../ports/inbox-claim.js";
import { runAttempt } from "./attempt.js";
import type { AttemptReport } from "./attempt-report.js";
import { backoff } from "./backoff.js";
import { LeaseLost, VersionInvalid } from "./errors.js";
import type { Reconcile } from "./handler.js";
import type { Work } from "./work.js";

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
        return transaction === undefined ? work.persist(close) : close();
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
