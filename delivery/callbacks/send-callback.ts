import { tooDeepAt } from "@oipkit/runtime/json-depth";
import { isJsonContentType } from "@oipkit/runtime/webhook";
import { keptAnswer } from "../attempts/kept-answer.js";
import { prepareAttempt } from "../attempts/prepare-attempt.js";
import type { DeliveryContext } from "../context.js";
import { DeliveryError } from "../errors.js";
import { type AttemptReport, presentTraceparent } from "../observer.js";
import type { TransportErrorCode, TransportResult } from "../ports.js";
import { eventKey } from "../publish/pruned.js";
import type { CallbackOutcome, CallbackParts, CallbackResult, Invocation, JsonValue } from "./invocation.js";

/** What sending needs of the engine. */
type SendingContext = Pick<
  DeliveryContext,
  "protocol" | "store" | "transport" | "clock" | "stamp" | "random" | "settings" | "observer"
>;

const usualAnswerBytes = 64 * 1024;

/** Sends a callback once, and records it before and after. Rejects with `event-conflict`, `credential-missing` or a `StoreFailure`, all before it is sent. */
export async function sendCallback(
  context: SendingContext,
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
    protocol,
    content,
    credentials: keys,
    encrypted: endpoint.encrypted === 1,
    url: endpoint.url,
    identity: { deliveryId, eventId, eventType },
    now: stamp,
    random,
  });
  const trace = presentTraceparent(observer);
  const sequence = await recordBegin(context, invocation, { deliveryId, trace });
  const startedAt = clock.now();
  const answer = await transport.post({
    url: endpoint.url,
    headers: request.headers,
    body: request.body,
    maxAnswerBytes,
    timeoutMs: protocol.callbacks.timeoutSeconds * 1000,
  });
  const result = judgeAnswer(answer);
  const log: CallbackAttemptLog = {
    startedAt,
    durationMs: answer.durationMs,
    secretVersion: keys.signingSecretVersion,
    answer: keptAnswer(answer, settings.keptAnswerBytes, keys),
  };
  try {
    await recordEnd(context, sequence, { result, log });
  } catch (failure) {
    // The caller needs the answer all the more; the record says that the outcome is unknown.
    quietly(() => observer.onFailure?.(failure));
  }
  quietly(() => observer.onAttempt?.(callbackReport(invocation, { deliveryId, trace }, { result, log })));
  return { deliveryId, eventId, correlationId, result };
}

function callbackReport(
  { endpoint, eventId, eventType }: Invocation,
  { deliveryId, trace }: BegunCallback,
  { result, log }: { readonly result: CallbackResult; readonly log: CallbackAttemptLog },
): AttemptReport {
  return {
    deliveryId,
    eventId,
    eventType,
    endpointId: endpoint.id,
    application: endpoint.application,
    kind: "callback",
    attempt: 1,
    state: result.kind === "answered" ? "delivered" : "failed",
    status: "status" in result ? result.status : undefined,
    error: resultErrorCode(result) ?? undefined,
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

/** Failures before there is a connection. TLS can also fail later. */
const unsent: readonly TransportErrorCode[] = [
  "address-refused",
  "name-unresolved",
  "connection-refused",
  "sender-exhausted",
  "sender-failed",
];

/** What became of a callback. */
function judgeAnswer(result: TransportResult): CallbackResult {
  if (result.kind === "failed")
    return { kind: unsent.includes(result.code) ? "unsent" : "unknown", reason: result.code };
  const { status } = result;
  if (status >= 500) return { kind: "unknown", reason: "server-error", status };
  if (status >= 300) return { kind: "refused", status };
  const body = result.truncated ? undefined : answeredJson(result.headers["content-type"], result.body);
  // It was done, but what came of it can't be read.
  if (body === undefined) return { kind: "unknown", reason: "answer-unreadable", status };
  return { kind: "answered", status, body: body.value };
}

function answeredJson(
  type: string | undefined,
  bytes: Uint8Array,
): { readonly value: JsonValue } | undefined {
  if (!isJsonContentType(type ?? null)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (tooDeepAt(text) < 0) return { value: JSON.parse(text) };
    return undefined;
  } catch {
    return undefined;
  }
}

/** The error of a callback that was begun; it stays if its process ends before the result is recorded. */
const outcomeUnknown = "outcome-unknown";

/** What is known of a callback beside its invocation. */
interface BegunCallback {
  readonly deliveryId: string;
  /** The `traceparent` of who invokes it. */
  readonly trace: string | null;
}

/** How an attempt went. */
interface CallbackAttemptLog {
  readonly startedAt: number;
  readonly durationMs: number;
  readonly answer: string | null;
  readonly secretVersion: number;
}

/**
 * Records a callback durably before it is sent, as one whose outcome is unknown: whatever happens next, no engine sends it again. Rejects
 * with `event-conflict` if one with this event id was begun before. Returns the delivery's sequence.
 */
async function recordBegin(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  { endpoint, eventId, eventType, correlationId, content }: Invocation,
  { deliveryId, trace }: BegunCallback,
): Promise<number> {
  const now = clock.now();
  const event = { event_id: eventId, event_type: eventType, kind: "callback" as const };
  return store.transact(async (db) => {
    const [removed] = await db
      .selectFrom("pruned")
      .select("delivery_id")
      .where("event_key", "=", eventKey(eventId))
      .execute();
    const written = await db
      .insertInto("events")
      .values({ ...event, correlation_id: correlationId ?? null, content, trace, created_at: now })
      .onConflict((conflict) => conflict.column("event_id").doNothing())
      .returning("event_id")
      .executeTakeFirst();
    if (written === undefined || removed !== undefined)
      throw new DeliveryError(
        "event-conflict",
        "an event with this id was sent before: a callback is never repeated; look at what came of the first",
      );
    const { sequence } = await db
      .insertInto("deliveries")
      .values({
        ...event,
        id: deliveryId,
        endpoint_id: endpoint.id,
        application: endpoint.application,
        bytes: Buffer.byteLength(content),
        state: "failed",
        attempts: 1,
        max_attempts: 1,
        due_at: now,
        status: null,
        error: outcomeUnknown,
        created_at: now,
        settled_at: null,
        redeliveries: 0,
      })
      .returning("sequence")
      .executeTakeFirstOrThrow();
    return sequence;
  });
}

/** Records what came of it. */
async function recordEnd(
  { store, clock }: Pick<DeliveryContext, "store" | "clock">,
  sequence: number,
  { result, log }: { readonly result: CallbackResult; readonly log: CallbackAttemptLog },
): Promise<void> {
  const status = "status" in result ? (result.status ?? null) : null;
  const error = resultErrorCode(result);
  await store.transact(async (db) => {
    await db
      .updateTable("deliveries")
      .set({
        state: result.kind === "answered" ? "delivered" : "failed",
        status,
        error,
        settled_at: clock.now(),
      })
      .where("sequence", "=", sequence)
      .execute();
    await db
      .insertInto("attempts")
      .values({
        delivery: sequence,
        number: 1,
        started_at: log.startedAt,
        status,
        error,
        answer: log.answer,
        duration_ms: Math.round(log.durationMs),
        secret_version: log.secretVersion,
      })
      .execute();
  });
}

/** The code under which a result is recorded. */
function resultErrorCode(result: CallbackResult): string | null {
  switch (result.kind) {
    case "answered":
      return null;
    case "refused":
      return "refused";
    case "unsent":
    case "unknown":
      return result.reason;
  }
}
