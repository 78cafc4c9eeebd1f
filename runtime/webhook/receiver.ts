import type { Answer, IncomingRequest } from "./answer.js";
import { admitOnce, requireHeaders, requireSignature } from "./authentication.js";
import { bindingCheck } from "./binding.js";
import { eventCheck, openBody } from "./content.js";
import { answerFetch } from "./fetch.js";
import type { DeliveryHeaders } from "./headers.js";
import type { InboxRecord, InboxResult } from "./inbox.js";
import { isIdentityEncoding, isJsonContentType } from "./media.js";
import { assertReceiverOptions, type ReceiverOptions } from "./options.js";
import type { Outcome } from "./outcome.js";
import { Refusal } from "./refusal.js";
import { tokenMatcher } from "./token.js";
import { echoChallenge, isVerification } from "./verification.js";

/** An integrator's webhook endpoint (§4.5). */
export interface Receiver {
  /** Answers a Fetch request. Never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The same for an adapter that has raw bytes at hand. Never rejects. */
  readonly answer: (request: IncomingRequest) => Promise<Answer>;
}

const defaultMaxBodyBytes = 1024 * 1024;

/**
 * A receiver that follows §6.3 step by step; the first failing step decides the answer, and an event is
 * acknowledged only after its commit. Throws `ReceiverMisconfigured` for options that can't work.
 */
export function createReceiver<Event>(options: ReceiverOptions<Event>): Receiver {
  assertReceiverOptions(options);
  const { protocol, application, encryptKey, inbox } = options;
  const { responses } = protocol;
  const now = options.now ?? Date.now;
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const opening = { protocol, encryptKey, matchesToken: tokenMatcher(options.verificationToken) };
  const checkEvent = eventCheck<Event>({
    protocol,
    validate: options.validate,
    boundElsewhere: bindingCheck(protocol.event, application),
  });
  const fault =
    options.onFault ?? ((thrown) => process.emitWarning(thrown instanceof Error ? thrown : String(thrown)));

  async function answer(request: IncomingRequest): Promise<Answer> {
    let outcome: Outcome;
    let body = "";
    let claims: Pick<Outcome, "delivery"> = {};
    try {
      const bytes = await readRequest(request, maxBodyBytes, responses.unavailable);
      if (protocol.verification !== undefined && isVerification(protocol.verification, request.header)) {
        const echo = echoChallenge(protocol.verification, bytes);
        if (echo === undefined) {
          throw new Refusal({ code: "verification-malformed", status: responses.unprocessable });
        }
        body = echo;
        outcome = { code: "verified", status: protocol.verification.status };
      } else {
        const headers = requireHeaders(options, request.header);
        const { deliveryId, eventId, eventType } = headers;
        claims = { delivery: { deliveryId, eventId, eventType } };
        outcome = { code: await receive(headers, bytes), status: responses.accepted, ...claims };
      }
    } catch (thrown) {
      const refusal =
        thrown instanceof Refusal
          ? thrown
          : new Refusal({ code: "internal-fault", status: responses.unavailable, cause: thrown });
      outcome = { code: refusal.code, status: refusal.status, ...claims, refusal };
    }
    guard(() => options.onOutcome?.(outcome));
    return { status: outcome.status, headers: answerHeaders(outcome), body };
  }

  async function receive(
    headers: DeliveryHeaders,
    body: Uint8Array,
  ): Promise<Exclude<InboxResult, "conflict">> {
    const receivedAt = now();
    await admitOnce(options, headers, receivedAt);
    await requireSignature(options, headers, body);
    const content = openBody(opening, body);
    const { event, test, correlationId } = checkEvent(content, headers);
    const { deliveryId, eventId, eventType } = headers;
    const record: InboxRecord = {
      application: application.id,
      eventId,
      eventType,
      deliveryId,
      correlationId,
      event: content,
      test,
      receivedAt,
    };
    const result = await commit(record);
    if (result === "conflict") throw new Refusal({ code: "event-conflict", status: responses.unprocessable });
    const hook = test ? options.onTest : options.onEvent;
    // A turn of the loop later the answer is on its way, whatever the hook does with the thread.
    if (result === "stored" && hook) setImmediate(() => guard(() => hook(event, record)));
    return result;
  }

  async function commit(record: InboxRecord): Promise<InboxResult> {
    try {
      return await inbox.record(record);
    } catch (cause) {
      throw new Refusal({ code: "inbox-unavailable", status: responses.unavailable, cause });
    }
  }

  async function guard(callback: () => void | Promise<void>): Promise<void> {
    try {
      await callback();
    } catch (thrown) {
      fault(thrown);
    }
  }

  return { answer, handle: (request) => answerFetch(answer, request) };
}

/** Step 0: what HTTP itself decides, before the protocol is asked. */
async function readRequest(
  request: IncomingRequest,
  limit: number,
  unavailable: number,
): Promise<Uint8Array> {
  if (request.method !== "POST") throw new Refusal({ code: "method-not-allowed", status: 405 });
  if (Number(request.header("content-length")) > limit)
    throw new Refusal({ code: "body-too-large", status: 413 });
  if (!isIdentityEncoding(request.header("content-encoding"))) {
    throw new Refusal({ code: "unsupported-encoding", status: 415 });
  }
  if (!isJsonContentType(request.header("content-type"))) {
    throw new Refusal({ code: "unsupported-media-type", status: 415 });
  }
  let bytes: Uint8Array | undefined;
  try {
    bytes = await request.readBody(limit);
  } catch (cause) {
    throw new Refusal({ code: "internal-fault", status: unavailable, subject: "body", cause });
  }
  if (bytes === undefined) throw new Refusal({ code: "body-too-large", status: 413 });
  return bytes;
}

function answerHeaders({ code }: Outcome): Readonly<Record<string, string>> {
  if (code === "verified") return { "content-type": "application/json" };
  if (code === "method-not-allowed") return { allow: "POST" };
  if (code === "body-too-large") return { connection: "close" };
  return {};
}
