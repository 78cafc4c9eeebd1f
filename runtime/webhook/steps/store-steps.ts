import type { Inbox } from "../../ports/inbox.js";
import type { InboxEntry, InboxResult } from "../../ports/inbox-entry.js";
import type { MaybePromise } from "../../ports/maybe-promise.js";
import type { NonceStore } from "../../ports/nonce-store.js";
import type { ProtocolResponses } from "../wire/protocol.js";
import { Refusal, type RefusalCode } from "./refusal.js";

/** Reserves nonces of an application. If the store can't answer, throws `Refusal` or rejects with it. */
export function nonceReserver(
  nonces: NonceStore,
  application: string,
  { unavailable }: Pick<ProtocolResponses, "unavailable">,
): (nonce: string, expiresAt: number) => MaybePromise<boolean> {
  const fail = failureAs("nonce-store-unavailable", unavailable);
  return (nonce, expiresAt) => {
    try {
      const reserved = nonces.reserve(application, nonce, expiresAt);
      return typeof reserved === "boolean" ? reserved : reserved.catch(fail);
    } catch (cause) {
      return fail(cause);
    }
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
      return typeof recorded === "string" ? recorded : recorded.catch(fail);
    } catch (cause) {
      return fail(cause);
    }
  };
}

function failureAs(code: RefusalCode, status: number): (cause: unknown) => never {
  return (cause) => {
    throw new Refusal({ code, status, cause });
  };
}
