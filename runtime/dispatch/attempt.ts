import type { Inbox } from "../ports/inbox.js";
import type { InboxTransaction } from "../ports/inbox-transaction.js";
import { HandlerTimeout, LeaseLost } from "./errors.js";

/** What an attempt's work may use. */
export interface AttemptTools<Transaction> {
  readonly signal: AbortSignal;
  transaction(): Promise<Transaction>;
}

/** One attempt: its work, its lease and its limits. Times are in milliseconds. */
export interface AttemptOptions<Transaction, Result> {
  readonly inbox: Pick<Inbox<Transaction>, "begin">;
  readonly timeoutMs: number;
  /** Extends the lease until some time after now; `false` when it is lost. */
  readonly renew: () => Promise<boolean>;
  readonly renewEveryMs: number;
  /** Ends the attempt from outside. */
  readonly ending: AbortSignal;
  readonly work: (tools: AttemptTools<Transaction>) => Result | Promise<Result>;
  /** Records the result, in the work's transaction if it began one; `false` when the lease was lost. */
  readonly settle: (
    result: Result,
    transaction: InboxTransaction<Transaction> | undefined,
  ) => Promise<boolean>;
}

/**
 * Does some work under a lease, within a time, and records its result in the same transaction. Resolves once all is
 * committed; otherwise rejects with what went wrong, and nothing of the transaction is left.
 */
export async function runAttempt<Transaction, Result>(
  options: AttemptOptions<Transaction, Result>,
): Promise<Result> {
  const { inbox, work, settle } = options;
  const controller = new AbortController();
  const { signal } = controller;
  const watch = watchLease(options, controller);
  let opening: Promise<InboxTransaction<Transaction>> | undefined;
  const tools: AttemptTools<Transaction> = {
    signal,
    async transaction() {
      signal.throwIfAborted();
      opening ??= inbox.begin();
      return (await opening).transaction;
    },
  };
  try {
    const result = await Promise.race([(async () => work(tools))(), aborted(signal)]);
    signal.throwIfAborted();
    const opened = await opening;
    if (!(await settle(result, opened))) throw new LeaseLost();
    await opened?.commit();
    return result;
  } catch (thrown) {
    // Work that was given up may still run: its connection must not serve anybody else.
    await opening?.then((opened) => opened.rollback(signal.aborted)).catch(() => {});
    throw thrown;
  } finally {
    watch.stop();
  }
}

function watchLease(
  options: Pick<AttemptOptions<unknown, unknown>, "timeoutMs" | "renew" | "renewEveryMs" | "ending">,
  controller: AbortController,
): { stop: () => void } {
  const { timeoutMs, renew, renewEveryMs, ending } = options;
  const timeout = setTimeout(() => controller.abort(new HandlerTimeout(timeoutMs)), timeoutMs);
  let renewing = false;
  const renewal = setInterval(async () => {
    if (renewing) return;
    renewing = true;
    try {
      if (!(await renew())) controller.abort(new LeaseLost());
    } catch {
      // The store may be back before the lease ends.
    }
    renewing = false;
  }, renewEveryMs);
  const end = (): void => controller.abort(ending.reason);
  if (ending.aborted) end();
  ending.addEventListener("abort", end, { once: true });
  return {
    stop() {
      clearTimeout(timeout);
      clearInterval(renewal);
      ending.removeEventListener("abort", end);
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
