import type { Protocol, SignedDelivery } from "@oipkit/runtime/webhook";
import type { DeliveryContext, DeliverySettings } from "../context.js";
import type { SigningCredentials, TransportResult } from "../ports.js";
import { bytesFor, type RandomSource } from "../random-bytes.js";
import type { AttemptOutcomeKind } from "./lane.js";
import type { ResultRow, WaitingDelivery } from "./rows.js";
import type { Destination } from "./statements/attempts.js";

/** What an attempt means for its delivery. */
export type AttemptVerdict =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry" | "limited"; readonly error: string; readonly retryAfterMs?: number | undefined }
  | { readonly kind: "final" | "unsent"; readonly error: string };

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
    readonly settings: Pick<DeliverySettings, "retryDelaysMs">;
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

/** What a request and its random bytes are made from. */
type SentDelivery = Pick<WaitingDelivery, "id" | "event_id" | "event_type" | "attempts" | "earlier_attempts">;

/** An attempt that is recorded as begun. */
export interface BegunAttempt {
  readonly delivery: SentDelivery;
  readonly content: string;
  readonly destination: Destination;
  readonly credentials: SigningCredentials;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** What an attempt is made with. */
export type SendContext = Pick<
  DeliveryContext,
  "protocol" | "transport" | "clock" | "stamp" | "random" | "seeded" | "observer"
> & {
  readonly settings: Pick<DeliverySettings, "keptAnswerBytes">;
};

/** Makes one attempt. Never rejects. */
export async function send(
  context: SendContext,
  attempts: AttemptFunctions,
  attempt: BegunAttempt,
): Promise<TransportResult> {
  const { protocol, transport, clock, stamp = clock.now, settings, observer } = context;
  const { delivery, content, destination, credentials, timeoutMs, signal } = attempt;
  const { url, encrypted } = destination;
  const identity = { deliveryId: delivery.id, eventId: delivery.event_id, eventType: delivery.event_type };
  const failed = (code: "sender-failed" | "network-failed", failure: unknown): TransportResult => {
    tell(() => observer.onFailure?.(failure));
    return { kind: "failed", code, reason: "the request can't be made", durationMs: 0 };
  };
  let request: SignedDelivery;
  try {
    const random = attemptRandom(context, delivery);
    const options = { protocol, content, identity, credentials, encrypted, url, now: stamp, random };
    request = attempts.prepare(options);
  } catch (failure) {
    return failed("sender-failed", failure);
  }
  try {
    const { headers, body } = request;
    const maxAnswerBytes = settings.keptAnswerBytes;
    const result = await transport.post({ url, headers, body, timeoutMs, maxAnswerBytes, signal });
    if (result.kind === "failed" && result.code === "sender-exhausted")
      tell(() => observer.onFailure?.(new Error(`nothing could be sent: ${result.reason}`)));
    return result;
  } catch (failure) {
    // It may have left.
    return failed("network-failed", failure);
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
  readonly outcome:
    | { readonly kind: AttemptOutcomeKind; readonly retryAfterMs?: number | undefined }
    | undefined;
}

/** An attempt and its answer. */
interface EndedAttempt {
  readonly delivery: WaitingDelivery;
  readonly startedAt: number;
  readonly credentials: SigningCredentials;
  readonly result: TransportResult;
}

/** How long what couldn't be sent waits, in milliseconds: by then, others have given up their connections. */
export const unsentRestMs = 1000;

/** Decides what an answer means: delivered, tried again later, or failed. */
export function attemptResult(
  context: DeliveryContext,
  attempts: AttemptFunctions,
  { delivery, startedAt, credentials, result }: EndedAttempt,
): AttemptResult {
  const { protocol, clock, settings } = context;
  const now = clock.now();
  const attempt = delivery.attempts + 1;
  const verdict = attempts.judge(protocol, result, clock.now);
  const isUnsent = verdict.kind === "unsent";
  const isUncounted = isUnsent || (verdict.kind === "limited" && delivery.kind === "event");
  let state: "delivered" | "pending" | "failed" = "failed";
  let due_at = now;
  if (verdict.kind === "delivered") state = "delivered";
  else if (isUncounted) {
    state = "pending";
    // What only the platform can repair stays overdue, so that health shows it.
    if (isUnsent) due_at = verdict.error === "sender-failed" ? delivery.due_at : now + unsentRestMs;
  } else if ((verdict.kind === "retry" || verdict.kind === "limited") && attempt < delivery.max_attempts) {
    const { retryAfterMs } = verdict;
    const fraction = (): number => randomFraction(context, `delay ${attemptName(delivery)}`);
    due_at = Math.ceil(now + attempts.retryDelay({ attempt, settings, random: fraction, retryAfterMs }));
    state = "pending";
  }
  const { expires_at } = delivery;
  if (state === "pending" && expires_at !== null && due_at >= expires_at) [state, due_at] = ["failed", now];
  return {
    // Spreads would cost more here than the rest of the function.
    row: {
      sequence: delivery.sequence,
      attempts: attempt,
      earlier: delivery.earlier_attempts,
      uncounted: isUncounted && state === "pending" ? 1 : 0,
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
    outcome: attemptOutcome(delivery.kind, state, verdict),
  };
}

function attemptOutcome(
  kind: WaitingDelivery["kind"],
  state: ResultRow["state"],
  verdict: AttemptVerdict,
): AttemptResult["outcome"] {
  if (verdict.kind === "unsent") return { kind: "unsent" };
  if (kind === "test") return undefined;
  if (verdict.kind === "limited") return { kind: "limited", retryAfterMs: verdict.retryAfterMs };
  if (state === "delivered") return { kind: "succeeded" };
  return { kind: state === "failed" && kind === "event" ? "lost" : "failed" };
}

/** An attempt that may have arrived, and whose end nobody knows: it counts, and is repeated before what was published later. */
export function interruptedRow(
  delivery: WaitingDelivery,
  { startedAt, now, secretVersion }: { startedAt: number; now: number; secretVersion: number },
): ResultRow {
  const { sequence, earlier_attempts: earlier, expires_at } = delivery;
  const attempts = delivery.attempts + 1;
  const isLast = attempts >= delivery.max_attempts || (expires_at !== null && expires_at <= now);
  return {
    sequence,
    attempts,
    earlier,
    uncounted: 0,
    state: isLast ? "failed" : "pending",
    due_at: delivery.due_at,
    status: null,
    error: "interrupted",
    settled_at: isLast ? now : null,
    number: earlier + attempts,
    started_at: startedAt,
    duration_ms: 0,
    answer: null,
    secret_version: secretVersion,
  };
}

/** A delivery that fails without an attempt. */
export function refusedRow(delivery: WaitingDelivery, error: string, now: number): ResultRow {
  return {
    sequence: delivery.sequence,
    attempts: delivery.attempts,
    earlier: delivery.earlier_attempts,
    uncounted: 0,
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
export function randomFraction(source: RandomSource, purpose: string): number {
  return Buffer.from(bytesFor(source, 6, purpose)).readUIntBE(0, 6) / 2 ** 48;
}

/** Identifies an attempt that is under way. */
export function attemptName({ id, attempts, earlier_attempts }: SentDelivery): string {
  return `${id} ${earlier_attempts + attempts + 1}`;
}

/** The random bytes of one attempt: its nonce, its initialisation vector. */
function attemptRandom(source: RandomSource, delivery: SentDelivery): (size: number) => Uint8Array {
  if (source.seeded === undefined) return source.random;
  let part = 0;
  return (size) => {
    part += 1;
    return bytesFor(source, size, `part ${part} of ${attemptName(delivery)}`);
  };
}
