const firstWaitMs = 50;
const maxWaitMs = 5000;

/** How long a write is retried. */
export interface PersistOptions {
  /** How long to retry, in milliseconds: the approximate sum of the waits. */
  readonly patienceMs: number;
  /** Ends the waiting. */
  readonly ending: AbortSignal;
  /** Called on the first failure. */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Writes a result to a store that may be briefly unavailable: otherwise the work would be repeated when
 * its lease ends. Rejects with the last failure.
 */
export async function persist<Result>(
  write: () => Promise<Result>,
  { patienceMs, ending, onFailure }: PersistOptions,
): Promise<Result> {
  let waitedMs = 0;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    try {
      return await write();
    } catch (failure) {
      if (waitedMs + waitMs > patienceMs || ending.aborted) throw failure;
      if (waitedMs === 0) onFailure(failure);
    }
    await pause(waitMs, ending);
    waitedMs += waitMs;
  }
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      ending.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    ending.addEventListener("abort", end, { once: true });
  });
}
