import type { DispatchSettings } from "./options.js";

/** What the wait before the next attempt depends on. */
export interface BackoffOptions {
  /** Failed attempts so far, from 1. */
  readonly attempt: number;
  readonly settings: Pick<DispatchSettings, "retryBaseMs" | "retryMaxMs">;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt, in milliseconds: a random time from 0 up to a bound that doubles with each
 * failure ("full jitter"), so that events that failed together aren't retried together.
 */
export function backoff({ attempt, settings, random }: BackoffOptions): number {
  const bound = Math.min(settings.retryMaxMs, settings.retryBaseMs * 2 ** (attempt - 1));
  return Math.floor(random() * bound);
}
