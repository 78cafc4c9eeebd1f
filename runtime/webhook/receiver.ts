import { createDispatcher } from "../dispatch/dispatcher.js";
import { eventIndex } from "../dispatch/event-index.js";
import type { Answer, AnsweringReceiver, IncomingRequest } from "../ports/answer.js";
import { answerFetch } from "../ports/answer-fetch.js";
import { assertReceiverOptions } from "./check-options.js";
import type { ReceiverOptions } from "./options.js";
import type { Outcome } from "./outcome.js";
import { createReporter } from "./report.js";
import { askForSecrets, requireHeaders, requireSignature, requireWindow } from "./steps/authentication.js";
import { bindingCheck } from "./steps/binding.js";
import { answerCallback, type CallbackContext } from "./steps/callback.js";
import { contentCheck, openBody } from "./steps/content.js";
import { readRequest } from "./steps/read-request.js";
import { Refusal } from "./steps/refusal.js";
import { eventRecorder, nonceReserver } from "./steps/store-steps.js";
import { connectionVerifier } from "./steps/verification.js";
import { tokenMask } from "./wire/mask-token.js";
import { memberRemover } from "./wire/remove-member.js";
import { tokenMatcher } from "./wire/token.js";

/** An integrator's webhook endpoint. */
export interface Receiver extends AnsweringReceiver {
  /** Answers a Fetch request. Never rejects. */
  readonly handle: (request: Request) => Promise<Response>;
  /**
   * Handles everything that is due, and resolves when nothing is left: for short-lived processes and for
   * tests. Rejects if the store fails.
   */
  readonly drain: () => Promise<void>;
  /**
   * Accepts no more work and waits for running handlers, at most `timeoutMs` (default: ten seconds); then their signals
   * are aborted, and their events are retried after the lease. `true` if all finished. Deliveries are still
   * answered: close the server first, the stores last.
   */
  readonly close: (options?: { readonly timeoutMs?: number }) => Promise<boolean>;
}

const defaultMaxBodyBytes = 1024 * 1024;

/**
 * A receiver that checks a delivery step by step; the first failing step decides the answer, and an event is
 * acknowledged only after its commit. Handlers run after that. Throws `ReceiverMisconfigured` for options that
 * are invalid.
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
  const withoutToken = tokenMask(options.verificationToken);
  const declarationOf = eventIndex(options.events);
  const checkContent = contentCheck<Event>({
    protocol,
    validate: options.validate,
    boundElsewhere: bindingCheck(protocol.event, application),
    familyOf: (eventType) => declarationOf(eventType)?.family ?? "",
  });
  const verification = connectionVerifier(protocol);
  const reserveNonce = nonceReserver(nonces, application.id, responses);
  const signatureFirst = options.reserveNonce === "after-signature";
  const record = eventRecorder(inbox, responses);
  const report = createReporter(options);
  const dispatcher = createDispatcher({
    ...options,
    application: application.id,
    credentials: async () => {
      const current = typeof secrets === "function" ? await secrets() : secrets;
      return [...current, options.verificationToken, encryptKey ?? ""];
    },
    now,
    declarationOf,
    report,
  });

  async function answer(request: IncomingRequest): Promise<Answer> {
    const startedAt = now();
    let delivery: Outcome["delivery"];
    try {
      const given = readRequest(request, maxBodyBytes, responses.unavailable);
      // From here on, nothing is awaited unless it is a promise.
      const bytes = given instanceof Uint8Array ? given : await given;
      if (verification?.isMeant(request.header)) {
        const echo = verification.echo(bytes);
        return tell({ code: "verified", status: verification.status }, echo);
      }
      const headers = requireHeaders(options, request.header);
      const { deliveryId, eventId, eventType } = headers;
      delivery = { deliveryId, eventId, eventType };
      const receivedAt = now();
      const expiresAt = requireWindow(options, headers, receivedAt);
      if (!signatureFirst) {
        const reserving = reserveNonce(headers.nonce, expiresAt);
        if (reserving !== undefined) await reserving;
      }
      const current = typeof secrets === "function" ? await askForSecrets(protocol, secrets) : secrets;
      requireSignature({ protocol, secrets: current }, headers, bytes);
      if (signatureFirst) {
        // The secrets may have taken longer than the window stays open.
        const reserving = reserveNonce(headers.nonce, requireWindow(options, headers, now()));
        if (reserving !== undefined) await reserving;
      }
      const { content, json } = openBody(opening, bytes);
      const accepted = checkContent(content, headers);
      if (accepted.kind === "callback") {
        const context = { ...delivery, test: accepted.test };
        const body = await call(content as Callback, context, startedAt);
        return tell({ code: "called", status: 200, delivery }, body);
      }
      const { test, correlationId, ordering } = accepted;
      const recorded = record({
        application: application.id,
        eventId,
        eventType,
        deliveryId,
        correlationId,
        json: withoutToken(json),
        test,
        receivedAt,
        ordering,
      });
      const code = typeof recorded === "string" ? recorded : await recorded;
      if (code === "conflict") throw new Refusal({ code: "event-conflict", status: responses.unprocessable });
      if (code === "stored") dispatcher.wake();
      return tell({ code, status: responses.accepted, delivery }, "");
    } catch (thrown) {
      const refusal =
        thrown instanceof Refusal
          ? thrown
          : new Refusal({ code: "internal-fault", status: responses.unavailable, cause: thrown });
      const claims = delivery === undefined ? {} : { delivery };
      return tell({ code: refusal.code, status: refusal.status, ...claims, refusal }, "");
    }
  }

  function tell(outcome: Outcome, body: string): Answer {
    report.outcome(outcome);
    return { status: outcome.status, headers: answerHeaders(outcome), body };
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
