import { keptAnswer } from "../attempts/kept-answer.js";
import { prepareAttempt } from "../attempts/prepare-attempt.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import type { AttemptReport } from "../ports/observer.js";
import { traceOf } from "../ports/trace-of.js";
import type { Invocation } from "./invocation.js";
import { judgeAnswer } from "./judge-answer.js";
import type { CallbackOutcome, CallbackParts, CallbackResult } from "./parts.js";
import { type BegunCallback, type CallbackAttemptLog, errorOf, recordBegin, recordEnd } from "./record.js";

/** What sending needs of the engine. */
export type CallbackContext = Pick<
  DeliveryContext,
  "protocol" | "store" | "transport" | "clock" | "stamp" | "random" | "settings" | "observer"
>;

const usualAnswerBytes = 64 * 1024;

/** Sends a callback once, and records it before and after. Rejects with `event-conflict`, `credential-missing` or a `StoreFailure`, all before it is sent. */
export async function sendCallback(
  context: CallbackContext,
  { credentials, maxAnswerBytes = usualAnswerBytes }: CallbackParts,
  invocation: Invocation,
): Promise<CallbackOutcome> {
  const { protocol, transport, clock, stamp = clock.now, random, settings, observer } = context;
  if (protocol.callbacks === undefined)
    throw new DeliveryError("event-unknown", "the protocol has no callbacks");
  const { endpoint, eventId, eventType, content, correlationId } = invocation;
  const deliveryId = `delivery_${Buffer.from(random(16)).toString("hex")}`;
  const keys = await credentials(endpoint.application);
  const request = prepareAttempt({
    ...{ protocol, content, credentials: keys, encrypted: endpoint.encrypted === 1, url: endpoint.url },
    ...{ identity: { deliveryId, eventId, eventType }, now: stamp, random },
  });
  const trace = traceOf(observer);
  const sequence = await recordBegin(context, invocation, { deliveryId, trace });
  const startedAt = clock.now();
  const answer = await transport.post({
    ...{ url: endpoint.url, headers: request.headers, body: request.body, maxAnswerBytes },
    timeoutMs: protocol.callbacks.timeoutSeconds * 1000,
  });
  const result = judgeAnswer(answer);
  const log: CallbackAttemptLog = {
    ...{ startedAt, durationMs: answer.durationMs, secretVersion: keys.signingSecretVersion },
    answer: keptAnswer(answer, settings.keptAnswerBytes, keys),
  };
  try {
    await recordEnd(context, sequence, { result, log });
  } catch (failure) {
    // The caller needs the answer all the more; the record says that the outcome is unknown.
    quietly(() => observer.onFailure?.(failure));
  }
  quietly(() => observer.onAttempt?.(reportOf(invocation, { deliveryId, trace }, { result, log })));
  return { deliveryId, eventId, correlationId, result };
}

function reportOf(
  { endpoint, eventId, eventType }: Invocation,
  { deliveryId, trace }: BegunCallback,
  { result, log }: { readonly result: CallbackResult; readonly log: CallbackAttemptLog },
): AttemptReport {
  return {
    ...{ deliveryId, eventId, eventType, endpointId: endpoint.id, application: endpoint.application },
    ...{ kind: "callback", attempt: 1, state: result.kind === "answered" ? "delivered" : "failed" },
    status: "status" in result ? result.status : undefined,
    error: errorOf(result) ?? undefined,
    durationMs: log.durationMs,
    trace: trace ?? undefined,
  };
}

function quietly(tell: () => void): void {
  try {
    tell();
  } catch {
    // It only watches.
  }
}
