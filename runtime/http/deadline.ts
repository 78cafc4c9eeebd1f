import { AbortedError, TimeoutError } from "./errors.js";

/** One call's time limit and abort signal, joined. */
export interface Deadline {
  /** For `fetch`: ends with the time limit or the caller's abort, its reason the error to throw. */
  readonly signal: AbortSignal;
  /** Waits for `work`, but no longer than the deadline; then throws `TimeoutError` or `AbortedError`. */
  guard<T>(work: () => T | Promise<T>): Promise<T>;
  /** Starts the time limit anew. */
  restart(): void;
  /** Ends the time limit; the caller's signal is still heard. */
  stopClock(): void;
  /** Ends both. */
  close(): void;
}

/** Longest delay of `setTimeout`; anything above would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** Starts the clock of one call of `operation`. */
export function startDeadline(
  operation: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Deadline {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  // Nobody may be waiting when the end comes.
  ended.catch(() => {});

  const abort = () =>
    controller.abort(new AbortedError(operation, "aborted by the caller", { cause: signal?.reason }));
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });

  const stopClock = () => clearTimeout(timer);
  const restart = () => {
    stopClock();
    if (timeoutMs <= longestDelay && !controller.signal.aborted)
      timer = setTimeout(() => controller.abort(new TimeoutError(operation, timeoutMs)), timeoutMs);
  };
  restart();

  return {
    signal: controller.signal,
    async guard(work) {
      controller.signal.throwIfAborted();
      try {
        return await Promise.race([work(), ended]);
      } catch (error) {
        // What `work` throws when it is interrupted is up to the platform; the reason is ours.
        controller.signal.throwIfAborted();
        throw error;
      }
    },
    restart,
    stopClock,
    close() {
      stopClock();
      signal?.removeEventListener("abort", abort);
    },
  };
}
