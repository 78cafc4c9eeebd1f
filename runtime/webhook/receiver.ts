import { createDispatcher } from "../dispatch/dispatcher.js";
import type { Answer, IncomingRequest } from "./answer.js";
import { askForSecrets, requireHeaders, requireSignature, requireWindow } from "./authentication.js";
import { bindingCheck } from "./binding.js";
import { answerCallback, type CallbackContext } from "./callback.js";
import { assertReceiverOptions } from "./check-options.js";
import { type AcceptedEvent, contentCheck, openBody } from "./content.js";
import { eventIndex } from "./event-index.js";
import { answerFetch } from "./fetch.js";
import type { DeliveryHeaders } from "./headers.js";
import type { InboxEntry, InboxResult } from "./inbox.js";
import type { ReceiverOptions } from "./options.js";
import type { Outcome } from "./outcome.js";
import { readRequest } from "./read-request.js";
import { Refusal } from "./refusal.js";
import { memberRemover } from "./remove-member.js";
import { createReporter } from "./report.js";
import { tokenMatcher } from "./token.js";
import { echoChallenge, isVerification } from "./verification.js";

/** An integrator's webhook endpoint (§4.5). */
export interface Receiver {
  /** Answers a Fetch request. Never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
  /** The same for an adapter that has raw bytes at hand. Never rejects. */
  readonly answer: (request: IncomingRequest) => Promise<Answer>;
  /**
   * Handles everything that is due, and resolves when nothing is left: for processes that don't live on, and for
   * tests. Rejects when the store fails.
   */
  readonly drain: () => Promise<void>;
  /**
   * Takes no more work and waits for running handlers, `timeoutMs` at most (default: ten seconds); then their signals
   * are aborted, and their events come again after the lease. `true` when all had finished. Deliveries are still
   * answered: close the server first, the stores last.
   */
  readonly close: (options?: { readonly timeoutMs?: number }) => Promise<boolean>;
}

const defaultMaxBodyBytes = 1024 * 1024;

/** What became of a delivery, and the body of its answer. */
interface Received {
  readonly code: Exclude<InboxResult, "conflict"> | "called";
  readonly status: number;
  readonly body: string;
}

/**
 * A receiver that follows §6.3 step by step; the first failing step decides the answer, and an event is
 * acknowledged only after its commit. Handlers run after that. Throws `ReceiverMisconfigured` for options that can't
 * work.
 */
export function createReceiver<Event, Callback = unknown, Transaction = unknown>(
  options: ReceiverOptions<Event, Callback, Transaction>,
): Receiver {
  assertReceiverOptions(options);
  const { protocol, application, secrets, encryptKey, inbox, nonces, onCallback } = options;
  const { responses } = protocol;
  const now = options.now ?? Date.now;
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const opening = {
    protocol,
    encryptKey,
    matchesToken: tokenMatcher(options.verificationToken),
    removeToken: memberRemover(protocol.token.property),
  };
  const declarationOf = eventIndex(options.events);
  const checkContent = contentCheck<Event>({
    protocol,
    validate: options.validate,
    boundElsewhere: bindingCheck(protocol.event, application),
    familyOf: (eventType) => declarationOf(eventType)?.family ?? "",
  });
  const report = createReporter(options);
  const dispatcher = createDispatcher({ ...options, now, declarationOf, report });

  async function answer(request: IncomingRequest): Promise<Answer> {
    const startedAt = now();
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
        const received = await receive(headers, bytes, startedAt);
        body = received.body;
        outcome = { code: received.code, status: received.status, ...claims };
      }
    } catch (thrown) {
      const refusal =
        thrown instanceof Refusal
          ? thrown
          : new Refusal({ code: "internal-fault", status: responses.unavailable, cause: thrown });
      outcome = { code: refusal.code, status: refusal.status, ...claims, refusal };
    }
    report.outcome(outcome);
    return { status: outcome.status, headers: answerHeaders(outcome), body };
  }

  async function receive(headers: DeliveryHeaders, body: Uint8Array, startedAt: number): Promise<Received> {
    const receivedAt = now();
    const expiresAt = requireWindow(options, headers, receivedAt);
    let isFresh: boolean;
    try {
      isFresh = await nonces.reserve(application.id, headers.nonce, expiresAt);
    } catch (cause) {
      throw new Refusal({ code: "nonce-store-unavailable", status: responses.unavailable, cause });
    }
    if (!isFresh) throw new Refusal({ code: "nonce-reused", status: responses.unauthenticated });
    // Nothing is awaited where there is nothing to wait for.
    const current = typeof secrets === "function" ? await askForSecrets(protocol, secrets) : secrets;
    requireSignature({ protocol, secrets: current }, headers, body);
    const { content, json } = openBody(opening, body);
    const accepted = checkContent(content, headers);
    const { deliveryId, eventId, eventType } = headers;
    if (accepted.kind === "callback") {
      const context = { deliveryId, eventId, eventType, test: accepted.test };
      return { code: "called", status: 200, body: await call(content as Callback, context, startedAt) };
    }
    const { test, correlationId, ordering } = accepted satisfies AcceptedEvent;
    const entry: InboxEntry = {
      application: application.id,
      eventId,
      eventType,
      deliveryId,
      correlationId,
      json,
      test,
      receivedAt,
      ordering,
    };
    let code: InboxResult;
    try {
      code = await inbox.record(entry);
    } catch (cause) {
      throw new Refusal({ code: "inbox-unavailable", status: responses.unavailable, cause });
    }
    if (code === "conflict") throw new Refusal({ code: "event-conflict", status: responses.unprocessable });
    if (code === "stored") dispatcher.wake();
    return { code, status: responses.accepted, body: "" };
  }

  async function call(
    callback: Callback,
    context: Omit<CallbackContext, "signal">,
    startedAt: number,
  ): Promise<string> {
    if (onCallback === undefined) {
      const status = responses.unprocessable;
      throw new Refusal({ code: "callback-unhandled", status, subject: context.eventType });
    }
    const patienceMs = (protocol.callbacks?.timeoutSeconds ?? 0) * 1000 - (now() - startedAt);
    return answerCallback({
      handler: onCallback,
      callback,
      context,
      patienceMs,
      unavailable: responses.unavailable,
    });
  }

  dispatcher.start();
  return {
    answer,
    handle: (request) => answerFetch(answer, request),
    drain: dispatcher.drain,
    close: ({ timeoutMs = 10_000 } = {}) => dispatcher.close(timeoutMs),
  };
}

const noHeaders: Readonly<Record<string, string>> = {};

function answerHeaders({ code }: Outcome): Readonly<Record<string, string>> {
  if (code === "verified" || code === "called") return { "content-type": "application/json" };
  if (code === "method-not-allowed") return { allow: "POST" };
  if (code === "body-too-large") return { connection: "close" };
  return noHeaders;
}
