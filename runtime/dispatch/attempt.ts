import type { Inbox, InboxTransaction } from "../ports/stores.js";
import { HandlerTimeout, LeaseLost } from "./errors.js";

/** What the work of an attempt may use. */
interface AttemptTools<Transaction> {
  readonly signal: AbortSignal;
  transaction(): Promise<Transaction>;
}

/** One attempt: its work, its lease and its limits. Times are in milliseconds. */
interface AttemptOptions<Transaction, Result> {
  readonly inbox: Pick<Inbox<Transaction>, "begin">;
  readonly timeoutMs: number;
  /** Extends the lease to some time from now; `false` if it is lost. */
  readonly renew: () => Promise<boolean>;
  readonly renewEveryMs: number;
  /** Ends the attempt from outside. */
  readonly ending: AbortSignal;
  readonly work: (tools: AttemptTools<Transaction>) => Result | Promise<Result>;
  /** Records the result, in the work's transaction if it began one; `false` if the lease was lost. */
  readonly settle: (
    result: Result,
    transaction: InboxTransaction<Transaction> | undefined,
  ) => Promise<boolean>;
}

/**
 * Runs work under a lease, within a time limit, and records its result in the same transaction. Resolves when everything
 * is committed; otherwise rejects with the failure, and the transaction is rolled back.
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
    // Abandoned work may still be running: its connection must not be reused.
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
      // The store may recover before the lease ends.
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
