import type { Inbox } from "../../ports/inbox.js";
import type { InboxEntry } from "../../ports/inbox-entry.js";
import type { Outcome } from "../outcome.js";
import type { DeliveryHeaders } from "../wire/headers.js";
import type { Protocol } from "../wire/protocol.js";
import { type BatchEvent, batchSplitter } from "./batch.js";
import type { OpenedBody } from "./content.js";
import type { ContentCheck } from "./content-check.js";
import { entryOf } from "./entry.js";
import type { Identify, Identity } from "./identity.js";
import { Refusal } from "./refusal.js";
import { batchRecorder } from "./store-steps.js";

/** What an authentic request with several events is accepted with. */
export interface BatchAcceptorOptions {
  readonly protocol: Protocol;
  readonly maxEvents: number;
  readonly identify: Identify;
  readonly checkContent: ContentCheck;
  readonly inbox: Pick<Inbox, "recordAll">;
  readonly application: string;
}

/** The request that a batch arrived in. */
export interface BatchRequest {
  readonly headers: DeliveryHeaders;
  /** Reads optional headers. */
  readonly header: (name: string) => string | null;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Called with the event that is checked, or `undefined` while it isn't known. */
  readonly claim: (identity: Identity | undefined) => void;
}

/** What became of the events of a batch; all of them are committed. */
export type AcceptedBatch = Required<Pick<Outcome, "events">> & {
  readonly code: Extract<Outcome["code"], "stored" | "duplicate" | "empty">;
};

/**
 * Checks every event of a body, then commits them together: one that is invalid refuses all, since the platform would send
 * the whole batch again. Rejects with `Refusal`.
 */
export type AcceptBatch = (body: OpenedBody, request: BatchRequest) => Promise<AcceptedBatch>;

/** Prepares it; `undefined` if the protocol has no batches. */
export function batchAcceptor(options: BatchAcceptorOptions): AcceptBatch | undefined {
  const { protocol, maxEvents, inbox } = options;
  const split = batchSplitter(protocol, maxEvents);
  if (split === undefined) return undefined;
  const record = batchRecorder(inbox, protocol.responses);
  const despiteConflicts = protocol.event.changedContent === "retry";

  const status = protocol.responses.unprocessable;

  function checked(event: BatchEvent, { headers, header, receivedAt, claim }: BatchRequest): InboxEntry {
    const { content, json, index, place } = event;
    claim(undefined);
    try {
      const identity = options.identify(content, headers, { bytes: json, index });
      claim(identity);
      const accepted = options.checkContent(content, identity, header);
      // One answer can't be the answers to several.
      if (accepted.kind === "callback")
        throw new Refusal({ code: "callback-unhandled", status, subject: identity.eventType });
      return entryOf({ application: options.application, identity, accepted, json, receivedAt });
    } catch (thrown) {
      throw thrown instanceof Refusal ? new Refusal({ ...factsOf(thrown), place }) : thrown;
    }
  }

  return async (body, request) => {
    const events = split(body);
    const entries = events.map((event) => checked(event, request));
    request.claim(undefined);
    const results = await record(entries, { despiteConflicts });
    const conflict = despiteConflicts ? undefined : events[results.indexOf("conflict")];
    if (conflict !== undefined) {
      request.claim(entries[conflict.index]);
      throw new Refusal({ code: "event-conflict", status, place: conflict.place });
    }
    const stored = results.filter((result) => result === "stored").length;
    const code = entries.length === 0 ? "empty" : stored > 0 ? "stored" : "duplicate";
    return { code, events: { stored, duplicate: results.length - stored } };
  };
}

function factsOf({ code, status, subject, errors, cause }: Refusal) {
  return { code, status, errors, cause, ...(subject === undefined ? {} : { subject }) };
}
