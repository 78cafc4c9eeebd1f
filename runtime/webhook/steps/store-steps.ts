import type { MaybePromise } from "../../ports/answer.js";
import type { InboxEntry, InboxResult } from "../../ports/inbox-entry.js";
import { type Inbox, type NonceStore, StoreFailure } from "../../ports/stores.js";
import type { ProtocolResponses } from "../wire/protocol.js";
import type { AcceptedEvent } from "./content-check.js";
import type { EventIdentity } from "./identity.js";
import { Refusal, type RefusalCode } from "./outcome.js";

/**
 * The second half of step 2: reserves a nonce of an application until `expiresAt` (milliseconds since 1970). If it was
 * used before, or if the store can't answer or is full, throws `Refusal` or rejects with it.
 */
export function nonceReserver(
  nonces: NonceStore,
  application: string,
  { unauthenticated, unavailable }: Pick<ProtocolResponses, "unauthenticated" | "unavailable">,
): (nonce: string, expiresAt: number) => Promise<void> | undefined {
  const fail = (cause: unknown): never => {
    const isFull = cause instanceof StoreFailure && cause.code === "store-full";
    throw new Refusal({
      code: isFull ? "nonce-store-full" : "nonce-store-unavailable",
      status: unavailable,
      cause,
    });
  };
  const requireFresh = (isFresh: boolean): undefined => {
    if (!isFresh) throw new Refusal({ code: "nonce-reused", status: unauthenticated });
  };
  return (nonce, expiresAt) => {
    let reserved: MaybePromise<boolean>;
    try {
      reserved = nonces.reserve(application, nonce, expiresAt);
    } catch (cause) {
      return fail(cause);
    }
    if (typeof reserved === "boolean") return requireFresh(reserved);
    return reserved.then(requireFresh, fail);
  };
}

/** Commits events. If the store can't, throws `Refusal` or rejects with it. */
export function eventRecorder(
  inbox: Pick<Inbox, "record">,
  { unavailable }: Pick<ProtocolResponses, "unavailable">,
): (entry: InboxEntry) => MaybePromise<InboxResult> {
  const fail = failureAs("inbox-unavailable", unavailable);
  return (entry) => {
    try {
      const recorded = inbox.record(entry);
      if (typeof recorded === "string") return recorded;
      return recorded.catch(fail);
    } catch (cause) {
      return fail(cause);
    }
  };
}

/** Commits the events of a batch, all or none. Rejects with `Refusal` if the store can't. */
export function batchRecorder(
  inbox: Pick<Inbox, "recordAll">,
  { unavailable }: Pick<ProtocolResponses, "unavailable">,
): (...given: Parameters<Inbox["recordAll"]>) => Promise<readonly InboxResult[]> {
  const fail = failureAs("inbox-unavailable", unavailable);
  return async (...given) => inbox.recordAll(...given).catch(fail);
}

function failureAs(code: RefusalCode, status: number): (cause: unknown) => never {
  return (cause) => {
    throw new Refusal({ code, status, cause });
  };
}

/** An event that passed every check. */
interface EntryFacts extends Pick<InboxEntry, "application" | "json" | "receivedAt"> {
  readonly identity: EventIdentity;
  readonly accepted: AcceptedEvent;
}

/** The event as it is committed. */
export function inboxEntry({ application, identity, accepted, json, receivedAt }: EntryFacts): InboxEntry {
  const { eventId, eventType, deliveryId } = identity;
  const { correlationId, test, ordering, occurredAt } = accepted;
  const entry = {
    application,
    eventId,
    eventType,
    deliveryId,
    correlationId,
    json,
    test,
    receivedAt,
    ordering,
  };
  if (occurredAt === undefined) return entry;
  return { ...entry, occurredAt };
}
