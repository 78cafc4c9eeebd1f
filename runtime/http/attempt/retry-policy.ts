import type { OperationDescriptor } from "../operation/operation-descriptor.js";
import { readOptions } from "../read-options.js";

/** How a call is retried. All times are in milliseconds. */
export interface RetryOptions {
  /** Attempts in total, including the first. Default: 3. */
  readonly maxAttempts?: number | undefined;
  /** The back-off before attempt n + 1 is random between 0 and `baseMs` * 2^(n - 1). Default: 500. */
  readonly baseMs?: number | undefined;
  /** The client's longest back-off. Default: 8,000. */
  readonly maxMs?: number | undefined;
  /** The longest accepted `Retry-After`; if the server asks for more, its answer is returned. Default: 60,000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Limit of one attempt; one that takes longer counts as failed. Default: only the call's `timeoutMs`. */
  readonly attemptTimeoutMs?: number | undefined;
}

/** The same with every option set. */
export type RetryPolicy = { readonly [Name in keyof RetryOptions]-?: number };

/** The retry policy of a client without one. */
export const usualRetry: RetryPolicy = {
  maxAttempts: 3,
  baseMs: 500,
  maxMs: 8_000,
  maxRetryAfterMs: 60_000,
  attemptTimeoutMs: Number.POSITIVE_INFINITY,
};

/** Applies options to a policy. Throws `InvalidOptionError`. */
export function readRetry(given: RetryOptions | false = {}, policy: RetryPolicy): RetryPolicy {
  if (given) return readOptions(given, policy, "retry.");
  return { ...policy, maxAttempts: 1 };
}

/** Whether the method only reads. */
export function isRead({ method }: OperationDescriptor): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(method);
}

/** Whether another attempt might get a different answer. */
export function isTransient(status: number): boolean {
  return /^(?:408|42[59]|5..)$/.test(`${status}`);
}

/**
 * Milliseconds to wait before the next attempt: exponential back-off with full jitter. `attempt` is the number of the
 * failed attempt, from 1.
 */
export function backOff(
  { baseMs, maxMs }: RetryPolicy,
  { attempt, random }: { attempt: number; random: () => number },
): number {
  return random() * Math.min(maxMs, baseMs * 2 ** (attempt - 1));
}

/**
 * The wait that a `Retry-After` header asks for, in milliseconds: whole seconds, or an HTTP date
 * in any of its three forms (RFC 9110, section 5.6.7), relative to `now` (milliseconds since 1970). `undefined` for anything else.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // The engine accepts much more than that, and reads the form of `asctime`, which has no zone, as local time.
  const date = Date.parse(
    /^[A-Z][a-z]+(?:, .* GMT| .* \d{4})$/.test(header) ? header.replace(/\d$/, "$& GMT") : "",
  );
  if (Number.isNaN(date)) return undefined;
  return Math.max(0, date - now);
}

/** Waits for a time or until the signal is aborted; never rejects. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
