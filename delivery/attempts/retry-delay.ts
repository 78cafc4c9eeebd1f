import type { DeliverySettings } from "../settings.js";

/** A failed attempt that is to be followed by another. */
export interface RetryDelayOptions {
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly settings: Pick<DeliverySettings, "retryBaseMs" | "retryMaxMs">;
  /** From 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** What the receiver asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * How long to wait, in whole milliseconds: a random part of a bound that doubles with each attempt (full jitter), and at least what the
 * receiver asked for; never more than `retryMaxMs`.
 */
export function retryDelay({ attempt, settings, random, retryAfterMs = 0 }: RetryDelayOptions): number {
  const { retryBaseMs, retryMaxMs } = settings;
  const bound = Math.min(retryMaxMs, retryBaseMs * 2 ** (attempt - 1));
  return Math.round(Math.min(retryMaxMs, Math.max(random() * bound, retryAfterMs)));
}
