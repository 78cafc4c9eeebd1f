import type { DeliveryContext } from "../context.js";
import type { SigningCredentials } from "../ports/credentials.js";
import type { TransportResult } from "../ports/transport.js";
import type { AttemptFunctions } from "./attempt-functions.js";
import type { Experience } from "./health.js";
import type { ResultRow, WaitingDelivery } from "./rows.js";

/** What became of an attempt. */
export interface AttemptResult {
  readonly row: ResultRow;
  /** What it says about the endpoint; tests say nothing. */
  readonly experience: Experience["kind"] | undefined;
}

/** An attempt and its answer. */
export interface EndedAttempt {
  readonly delivery: WaitingDelivery;
  readonly startedAt: number;
  readonly credentials: SigningCredentials;
  readonly result: TransportResult;
}

/** Decides what an answer means: delivered, tried again later, or failed. */
export function resultOf(
  { protocol, clock, random, settings }: DeliveryContext,
  attempts: AttemptFunctions,
  { delivery, startedAt, credentials, result }: EndedAttempt,
): AttemptResult {
  const now = clock.now();
  const attempt = delivery.attempts + 1;
  const verdict = attempts.judge(protocol, result, clock.now);
  const isRetried = verdict.kind === "retry" && attempt < delivery.max_attempts;
  const state = verdict.kind === "delivered" ? "delivered" : isRetried ? "pending" : "failed";
  const retryAfterMs = verdict.kind === "retry" ? verdict.retryAfterMs : undefined;
  const fraction = (): number => fractionOf(random);
  const due_at = isRetried
    ? Math.ceil(now + attempts.retryDelay({ attempt, settings, random: fraction, retryAfterMs }))
    : now;
  const failed = state === "failed" && delivery.kind === "event" ? "lost" : "failed";
  return {
    // Spreads would cost more here than the rest of the function.
    row: {
      sequence: delivery.sequence,
      attempts: attempt,
      earlier: delivery.earlier_attempts,
      state,
      due_at,
      status: result.kind === "answered" ? result.status : null,
      error: verdict.kind === "delivered" ? null : verdict.error,
      settled_at: state === "pending" ? null : now,
      number: delivery.earlier_attempts + attempt,
      started_at: startedAt,
      duration_ms: Math.round(result.durationMs),
      answer: attempts.keptAnswer(result, settings.keptAnswerBytes, credentials),
      secret_version: credentials.signingSecretVersion,
    },
    experience: delivery.kind === "test" ? undefined : state === "delivered" ? "succeeded" : failed,
  };
}

/** A delivery that fails without an attempt. */
export function refusedRow(delivery: WaitingDelivery, error: string, now: number): ResultRow {
  return {
    ...{ sequence: delivery.sequence, attempts: delivery.attempts, earlier: delivery.earlier_attempts },
    ...{ state: "failed", due_at: now, status: null, error, settled_at: now, number: null },
    ...{ started_at: now, duration_ms: 0, answer: null, secret_version: 0 },
  };
}

/** A number from 0 to 1, without 1. */
export function fractionOf(random: (size: number) => Uint8Array): number {
  return Buffer.from(random(6)).readUIntBE(0, 6) / 2 ** 48;
}
