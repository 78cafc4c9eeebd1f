import type { Protocol, SignedDelivery } from "@oipkit/runtime/webhook";
import type { DeliveryContext, DeliverySettings } from "../context.js";
import type { SigningCredentials, TransportResult } from "../ports.js";
import type { AttemptOutcome } from "./lane.js";
import type { ResultRow, WaitingDelivery } from "./rows.js";
import type { Destination } from "./statements/attempts.js";

/** What an attempt means for its delivery. */
export type AttemptVerdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly error: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "final"; readonly error: string };

/** How attempts are made and judged. */
export interface AttemptFunctions {
  readonly prepare: (options: {
    readonly protocol: Protocol;
    readonly content: string;
    readonly identity: { readonly deliveryId: string; readonly eventId: string; readonly eventType: string };
    readonly credentials: SigningCredentials;
    readonly encrypted: boolean;
    readonly url: string;
    readonly now: () => number;
    readonly random: (size: number) => Uint8Array;
  }) => SignedDelivery;
  readonly judge: (protocol: Protocol, result: TransportResult, now: () => number) => AttemptVerdict;
  readonly retryDelay: (options: {
    /** The attempt that failed, from 1. */
    readonly attempt: number;
    readonly settings: DeliverySettings;
    readonly random: () => number;
    readonly retryAfterMs?: number | undefined;
  }) => number;
  /** The first bytes of an answer as text that a store accepts, without credentials. */
  readonly keptAnswer: (
    result: TransportResult,
    maxBytes: number,
    hidden: SigningCredentials,
  ) => string | null;
}

/** An attempt that is recorded as begun. */
interface BegunAttempt {
  readonly delivery: WaitingDelivery;
  readonly content: string;
  readonly destination: Destination;
  readonly credentials: SigningCredentials;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Makes one attempt. Never rejects. */
export async function send(
  context: DeliveryContext,
  attempts: AttemptFunctions,
  attempt: BegunAttempt,
): Promise<TransportResult> {
  const { protocol, transport, clock, stamp = clock.now, random, settings, observer } = context;
  const { delivery, content, destination, credentials, timeoutMs, signal } = attempt;
  try {
    const { url, encrypted } = destination;
    const identity = {
      deliveryId: delivery.id,
      eventId: delivery.event_id,
      eventType: delivery.event_type,
    };
    const options = { protocol, content, identity, credentials, encrypted, url, now: stamp, random };
    const { headers, body } = attempts.prepare(options);
    const maxAnswerBytes = settings.keptAnswerBytes;
    return await transport.post({ url, headers, body, timeoutMs, maxAnswerBytes, signal });
  } catch (failure) {
    tell(() => observer.onFailure?.(failure));
    return { kind: "failed", code: "network-failed", reason: "the request can't be made", durationMs: 0 };
  }
}

/** Calls an observer, whose failures aren't ours. */
export function tell(report: () => void): void {
  try {
    report();
  } catch {
    // An observer must not stop deliveries.
  }
}

/** What became of an attempt. */
export interface AttemptResult {
  readonly row: ResultRow;
  /** What it says about the endpoint; tests say nothing. */
  readonly outcome: AttemptOutcome["kind"] | undefined;
}

/** An attempt and its answer. */
interface EndedAttempt {
  readonly delivery: WaitingDelivery;
  readonly startedAt: number;
  readonly credentials: SigningCredentials;
  readonly result: TransportResult;
}

/** Decides what an answer means: delivered, tried again later, or failed. */
export function attemptResult(
  { protocol, clock, random, settings }: DeliveryContext,
  attempts: AttemptFunctions,
  { delivery, startedAt, credentials, result }: EndedAttempt,
): AttemptResult {
  const now = clock.now();
  const attempt = delivery.attempts + 1;
  const verdict = attempts.judge(protocol, result, clock.now);
  let state: "delivered" | "pending" | "failed" = "failed";
  let due_at = now;
  if (verdict.kind === "delivered") state = "delivered";
  else if (verdict.kind === "retry" && attempt < delivery.max_attempts) {
    state = "pending";
    const { retryAfterMs } = verdict;
    const fraction = (): number => randomFraction(random);
    due_at = Math.ceil(now + attempts.retryDelay({ attempt, settings, random: fraction, retryAfterMs }));
  }
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
    outcome: attemptOutcome(delivery.kind, state),
  };
}

function attemptOutcome(
  kind: WaitingDelivery["kind"],
  state: ResultRow["state"],
): AttemptOutcome["kind"] | undefined {
  if (kind === "test") return undefined;
  if (state === "delivered") return "succeeded";
  return state === "failed" && kind === "event" ? "lost" : "failed";
}

/** A delivery that fails without an attempt. */
export function refusedRow(delivery: WaitingDelivery, error: string, now: number): ResultRow {
  return {
    sequence: delivery.sequence,
    attempts: delivery.attempts,
    earlier: delivery.earlier_attempts,
    state: "failed",
    due_at: now,
    status: null,
    error,
    settled_at: now,
    number: null,
    started_at: now,
    duration_ms: 0,
    answer: null,
    secret_version: 0,
  };
}

/** A number from 0 to 1, without 1. */
export function randomFraction(random: (size: number) => Uint8Array): number {
  return Buffer.from(random(6)).readUIntBE(0, 6) / 2 ** 48;
}
