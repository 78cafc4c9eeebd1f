import { AbortedError, CallError, NetworkError, TimeoutError } from "../errors.js";

/** One call's time limit and abort signal combined. */
export interface Deadline {
  /** The operation's id. */
  readonly operation: string;
  /** For `fetch`: aborted at the time limit or by the caller; its reason is the error to throw. */
  readonly signal: AbortSignal;
  /** Waits for `work` until the deadline; then throws `TimeoutError` or `AbortedError`. */
  guard<T>(work: () => T | Promise<T>): Promise<T>;
  /** Restarts the time limit. */
  restart(): void;
  /** Ends the time limit; the caller's signal still applies. */
  stopClock(): void;
  /** Ends both. */
  close(): void;
}

/** Longest delay of `setTimeout`; anything above would fire immediately. */
const longestDelay = 2 ** 31 - 1;

/**
 * Starts the time limit of one call of `operation`, or of one attempt: its `signal` is then the call's, whose reason
 * is already the error to throw.
 */
export function startDeadline(
  operation: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Deadline {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  });
  // There may be no one waiting when the limit is reached.
  ended.catch(() => {});

  const abort = () => {
    const cause: unknown = signal?.reason;
    controller.abort(cause instanceof CallError ? cause : new AbortedError(operation, "aborted", { cause }));
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort);

  const stopClock = () => clearTimeout(timer);
  const restart = () => {
    stopClock();
    if (timeoutMs <= longestDelay)
      timer = setTimeout(
        () =>
          controller.abort(new TimeoutError(operation, `took longer than ${timeoutMs} ms`, { timeoutMs })),
        timeoutMs,
      );
  };
  restart();

  return {
    operation,
    signal: controller.signal,
    async guard(work) {
      controller.signal.throwIfAborted();
      try {
        return await Promise.race([work(), ended]);
      } catch (error) {
        // What `work` throws when it is aborted depends on the platform; the reason is ours.
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

/** Runs `work` within the deadline; an error becomes a `NetworkError` with `message`. */
export function overNetwork<T>(message: string, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  return deadline.guard(async () => {
    try {
      return await work();
    } catch (failure) {
      throw networkError(message, deadline.operation, failure);
    }
  });
}

/** A failure of `fetch`, or of a body that it returned, without anything that may hold the request. */
export function networkError(message: string, operation: string, failure: unknown): NetworkError {
  const reason = failureName(failure);
  return new NetworkError(operation, `${message} (${reason})`, { reason });
}

// Such as `UND_ERR_SOCKET`, `ERR_HTTP2_STREAM_ERROR`, `TypeError`; other texts may be a part of what was sent.
const harmless = /^[A-Z][A-Za-z_1-3]{1,40}$/;

/** The code of a failure's cause, otherwise its own code or name; it depends on the platform. */
export function failureName(failure: unknown): string | undefined {
  const { cause, code, name } = Object(failure) as Record<string, unknown>;
  const names = [(cause as { code?: unknown } | undefined)?.code, code, name].map(String);
  return names.find((text) => harmless.test(text));
}
