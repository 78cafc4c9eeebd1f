import { createDispatcher } from "../dispatch/dispatcher.js";
import { eventIndex } from "../dispatch/handler.js";
import { type Answer, type AnsweringReceiver, answerFetch, type IncomingRequest } from "../ports/answer.js";
import type { JsonObject } from "../ports/json.js";
import { assertReceiverOptions, configuredKeys } from "./check-options.js";
import type { ReceiverOptions } from "./options.js";
import { createReporter } from "./report.js";
import { batchAcceptor } from "./steps/accept-batch.js";
import {
  askForEncryptKey,
  askForKeys,
  requireHeaders,
  requireSignature,
  requireWindow,
} from "./steps/authentication.js";
import { answerCallback, type CallbackContext } from "./steps/callback.js";
import { bodyOpener, readRequest } from "./steps/content.js";
import { bindingCheck, contentCheck } from "./steps/content-check.js";
import { type EventIdentity, identifier } from "./steps/identity.js";
import { type Outcome, Refusal } from "./steps/outcome.js";
import { eventRecorder, inboxEntry, nonceReserver } from "./steps/store-steps.js";
import { connectionVerifier, type Echo } from "./steps/verification.js";
import { tokenRemover } from "./wire/token.js";

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

/** A guess: a body of the default length has room for about so many events of a hundred bytes. */
const defaultMaxBatchEvents = 10_000;

/**
 * A receiver that checks a delivery step by step; the first failing step decides the answer, and an event is
 * acknowledged only after its commit. Handlers run after that. Throws `ReceiverMisconfigured` for options that
 * are invalid.
 */
export function createReceiver<Event, Callback = unknown, Transaction = unknown>(
  options: ReceiverOptions<Event, Callback, Transaction>,
): Receiver {
  assertReceiverOptions(options);
  const { protocol, secrets, verificationToken, encryptKey, inbox, onCallback } = options;
  const application = options.application ?? { id: "default" };
  const { responses } = protocol;
  const now = options.now ?? Date.now;
  const maxBodyBytes = options.maxBodyBytes ?? defaultMaxBodyBytes;
  const openBody = bodyOpener({ protocol, verificationToken }, tokenRemover);
  const identify = identifier(protocol);
  const keys = configuredKeys(options);
  const findDeclaration = eventIndex(options.events);
  const checkContent = contentCheck<Event>({
    protocol,
    validate: options.validate,
    validateCallback: options.validateCallback,
    boundElsewhere: bindingCheck(protocol.event, application),
    findFamily: (eventType) => findDeclaration(eventType)?.family ?? "",
  });
  const verification = connectionVerifier(protocol);
  const reserveNonce =
    protocol.nonce && options.nonces && nonceReserver(options.nonces, application.id, responses);
  const signatureFirst = options.reserveNonce === "after-signature";
  const isRetryable = protocol.event.changedContent === "retry";
  const record = eventRecorder(inbox, responses);
  const acceptBatch = batchAcceptor({
    protocol,
    identify,
    checkContent,
    inbox,
    application: application.id,
    maxEvents: options.maxBatchEvents ?? defaultMaxBatchEvents,
  });
  const report = createReporter(options);
  const dispatcher = createDispatcher({
    ...options,
    application: application.id,
    credentials: async () => {
      const current = typeof secrets === "function" ? await secrets() : secrets;
      const key = typeof encryptKey === "function" ? await encryptKey() : encryptKey;
      return [...(current ?? []), verificationToken ?? "", key ?? ""];
    },
    now,
    declarationOf: findDeclaration,
    report,
  });

  async function answer(request: IncomingRequest): Promise<Answer> {
    const startedAt = now();
    let delivery: Outcome["delivery"];
    try {
      if (verification?.isGet && request.method === "GET") {
        return verified(verification.status, verification.echo(request, noBytes));
      }
      const given = readRequest(request, maxBodyBytes, responses.unavailable);
      // From here on, nothing is awaited unless it is a promise.
      const bytes = given instanceof Uint8Array ? given : await given;
      if (verification?.isVerificationRequest(request.header, bytes)) {
        return verified(verification.status, verification.echo(request, bytes));
      }
      const headers = requireHeaders(options, request.header);
      delivery = claimedDelivery(headers);
      const receivedAt = now();
      const expiresAt = requireWindow(options, headers, receivedAt);
      if (reserveNonce !== undefined && !signatureFirst) {
        const reserving = reserveNonce(headers.nonce, expiresAt);
        if (reserving !== undefined) await reserving;
      }
      const current = typeof keys === "function" ? await askForKeys(protocol, keys) : keys;
      const url = options.url === undefined ? undefined : options.url + targetQuery(request.url);
      const { method, header } = request;
      requireSignature({ protocol, keys: current, body: bytes, header, url, method }, headers);
      if (reserveNonce !== undefined && signatureFirst) {
        // The keys may have taken longer than the window stays open.
        const reserving = reserveNonce(headers.nonce, requireWindow(options, headers, now()));
        if (reserving !== undefined) await reserving;
      }
      const encryptKeyNow =
        typeof encryptKey === "function" ? await askForEncryptKey(protocol, encryptKey) : encryptKey;
      const opened = openBody(bytes, encryptKeyNow);
      const echo = verification?.echoSigned?.(request, opened.content);
      if (verification !== undefined && echo !== undefined) return verified(verification.status, echo);
      if (acceptBatch !== undefined) {
        const claim = (identity = claimedDelivery(headers)): void => {
          delivery = claimedDelivery(identity);
        };
        const batch = await acceptBatch(opened, { headers, header, receivedAt, claim });
        if (batch.code === "stored") dispatcher.wake();
        return tell({ ...batch, status: responses.accepted, delivery }, "");
      }
      const { json } = opened;
      const content = opened.content as JsonObject;
      const identity = identify(content, headers, { bytes });
      const { deliveryId, eventId, eventType } = identity;
      if (identity !== headers) delivery = { deliveryId, eventId, eventType };
      const accepted = checkContent(content, identity, request.header);
      if (accepted.kind === "callback") {
        const context = { deliveryId, eventId, eventType, test: accepted.test };
        const body = await call(content as Callback, context, startedAt);
        return tell({ code: "called", status: 200, delivery }, body);
      }
      if (accepted.kind === "ignored")
        return tell({ code: "ignored", status: responses.accepted, delivery }, "");
      const recorded = record(
        inboxEntry({ application: application.id, identity, accepted, json, receivedAt }),
      );
      const result = typeof recorded === "string" ? recorded : await recorded;
      const code = result === "conflict" && isRetryable ? "duplicate" : result;
      if (code === "conflict") throw new Refusal({ code: "event-conflict", status: responses.unprocessable });
      if (code === "stored") dispatcher.wake();
      return tell({ code, status: responses.accepted, delivery }, "");
    } catch (thrown) {
      const refusal = asRefusal(thrown);
      const { code, status } = refusal;
      return tell({ code, status, ...(delivery !== undefined && { delivery }), refusal }, "");
    }
  }

  function asRefusal(thrown: unknown): Refusal {
    if (thrown instanceof Refusal) return thrown;
    return new Refusal({ code: "internal-fault", status: responses.unavailable, cause: thrown });
  }

  function tell(outcome: Outcome, body: string): Answer {
    report.outcome(outcome);
    return { status: outcome.status, headers: answerHeaders(outcome), body };
  }

  function verified(status: number, { body, contentType }: Echo): Answer {
    report.outcome({ code: "verified", status });
    return { status, headers: contentType === undefined ? noHeaders : echoHeaders(contentType), body };
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

const noBytes = new Uint8Array();

/** The claims of a request about its event; a sender without a header for one makes it in the body. */
function claimedDelivery({
  deliveryId,
  eventId,
  eventType,
}: EventIdentity): NonNullable<Outcome["delivery"]> {
  return { deliveryId, eventId, eventType };
}

/** The query of a target, with its question mark. */
function targetQuery(target = ""): string {
  const at = target.indexOf("?");
  if (at < 0) return "";
  return target.slice(at);
}

function echoHeaders(contentType: string): Readonly<Record<string, string>> {
  if (contentType === "application/json") return { "content-type": contentType };
  return { "content-type": contentType, "x-content-type-options": "nosniff" };
}

function answerHeaders({ code }: Outcome): Readonly<Record<string, string>> {
  if (code === "called") return { "content-type": "application/json" };
  if (code === "method-not-allowed") return { allow: "POST" };
  if (code === "body-too-large") return { connection: "close" };
  return noHeaders;
}
