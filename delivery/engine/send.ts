import type { DeliveryContext } from "../context.js";
import type { SigningCredentials } from "../ports/credentials.js";
import type { TransportResult } from "../ports/transport.js";
import type { AttemptFunctions } from "./attempt-functions.js";
import type { WaitingDelivery } from "./rows.js";
import type { Destination } from "./statements/begin.js";

/** An attempt that is recorded as begun. */
export interface Attempt {
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
  attempt: Attempt,
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
