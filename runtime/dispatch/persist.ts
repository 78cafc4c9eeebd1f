const firstWaitMs = 50;
const maxWaitMs = 5000;

/** How long a write is tried again. */
export interface PersistOptions {
  /** How long to go on trying, in milliseconds; the waits together are about as long. */
  readonly patienceMs: number;
  /** Ends the waiting. */
  readonly ending: AbortSignal;
  /** Told of the first failure. */
  readonly onFailure: (failure: unknown) => void;
}

/**
 * Writes what became of some work to a store that may be away for a moment: otherwise the work would be done again when
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
